"""Why just these bytes of a key are hashed: the rule of the cluster in four steps, and the step that decided."""

from echomq.keyspace import HashedPart, Rule

_SHORT = {
    Rule.NO_OPENING_BRACE: "no opening brace: the whole key",
    Rule.NEVER_CLOSED: "never closed: the whole key",
    Rule.EMPTY_PAIR: "an empty pair: the whole key",
    Rule.TAG: "between the braces",
}


def reason(part: HashedPart, length: int) -> str:
    """Say which bytes of a key, `length` bytes long, are hashed, and which step settled it. Bytes are counted from 1.

    The steps are those of valkey.io/topics/cluster-spec/, "Hash tags": find the first `{`; find the first `}` after it;
    see whether anything stands between; hash that alone.
    """
    if length == 0:
        return "The key is empty, so there is no byte to hash (step 1 of the rule)."
    whole = "the one byte of the key is hashed" if length == 1 else f"all {length:,} bytes of the key are hashed"
    if part.rule is Rule.NO_OPENING_BRACE:
        return f"No byte is an opening brace, so {whole} (step 1 of the rule)."
    if part.rule is Rule.NEVER_CLOSED:
        return f"The first opening brace is never closed, so {whole} (step 2 of the rule)."
    if part.rule is Rule.EMPTY_PAIR:
        return (
            f"Nothing stands in the first pair of braces, so {whole}; later pairs are not tried (step 3 of the rule)."
        )
    which = f"Byte {part.stop:,} stands" if len(part.data) == 1 else f"Bytes {part.start + 1:,} to {part.stop:,} stand"
    return (
        f"{which} between the first opening brace and the first closing one after it, so nothing else of the key "
        "is hashed (step 4 of the rule)."
    )


def in_short(part: HashedPart) -> str:
    """Say the same in a few words, for a table."""
    return _SHORT[part.rule]
