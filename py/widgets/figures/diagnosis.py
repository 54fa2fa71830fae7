"""What is wrong with a refused queue name or id, in words, and what would pass instead."""

from echomq import base62, branded_id, keyspace
from widgets.figures.spelling import cut, is_half
from widgets.seam.html import Node, code, p

_EXAMPLE = "JOB0Dqhu1EacDY"
# So many wrong characters are named one by one.
_NAMED = 3
_WIDTH = 40


def of_queue(queue: str) -> Node:
    """Say what a refused `queue` would have done to its keys, and which name would pass."""
    half = next((at for at, character in enumerate(queue) if is_half(character)), None)
    said = _of_keys(queue) if half is None else _of_half(queue, half)
    return [p[said], p["The name ", _text(_passing_queue(queue)), " would pass."]]


def of_id(text: str) -> Node:
    """Say what keeps `text` from being a branded id, and which id would pass."""
    faults = branded_id.faults(text)
    letters = [fault for fault in faults.characters if fault.index < branded_id.NAMESPACE_WIDTH]
    digits = [fault for fault in faults.characters if fault.index >= branded_id.NAMESPACE_WIDTH]
    said = [
        faults.missing and f"Of {branded_id.WIDTH} characters it has {faults.length}.",
        faults.surplus and f"It has {faults.length:,} characters where {branded_id.WIDTH} belong.",
        letters and f"A namespace is three letters A to Z, but {_list(letters)}.",
        digits and f"A digit is 0-9, A-Z or a-z, but {_list(digits)}.",
    ]
    return [p[" ".join(str(sentence) for sentence in said if sentence)], nearest(text)]


def nearest(text: str) -> Node:
    """Say which id would pass where `text` is refused."""
    return p[code[_passing_id(text)], " would pass."]


def _of_half(queue: str, at: int) -> Node:
    return (
        f"Character {at + 1:,} is {base62.spell(queue[at])}, one half of a surrogate pair. It has no UTF-8, "
        "so there are no bytes to hash, and none that could be sent."
    )


def _of_keys(queue: str) -> Node:
    key = keyspace.compose_unchecked(queue, "pending")
    part = keyspace.hashed_part(key)
    number = keyspace.slot(key)
    if part.rule is keyspace.Rule.EMPTY_PAIR:
        first: Node = ["The name begins with ", code["}"]] if queue else "The name is empty"
        then = ", so the first pair of braces is empty, and every key is hashed whole. The queue's keys scatter: "
        return [first, then, "a script that names two of them is answered ", code["CROSSSLOT"], "."]
    if "}" in queue:
        tag = part.data.decode()
        shared: Node = [", which is queue ", _tag(tag), "'s"] if keyspace.queue_refusal(tag) is None else None
        first = [f"Character {queue.index('}') + 1:,} is ", code["}"], ", which closes the pair of braces early."]
        return [first, " The hashtag would be ", _tag(tag), f", and every key would lie in slot {number}", shared, "."]
    if "{" in queue:
        kept = f" inside is part of the hashtag, and the keys would keep together, in slot {number}."
        return ["A ", code["{"], kept, " But not all software reads nested braces alike, so a name has none."]
    return (
        f"Character {queue.index(chr(0)) + 1:,} is NUL, which can't be seen and ends a text in C. The keys would lie in "
        f"slot {number}."
    )


def _passing_queue(queue: str) -> str:
    return "".join(character for character in queue if character not in "{}\0" and not is_half(character)) or "email"


def _passing_id(text: str) -> str:
    """Return the nearest id that passes: blanks trimmed, capitals made, the surplus dropped, or else an example."""
    trimmed = text[:40].strip()
    namespace, digits = trimmed[: branded_id.NAMESPACE_WIDTH], trimmed[branded_id.NAMESPACE_WIDTH :]
    # Beyond ASCII a capital may be another letter, or two.
    capitals = namespace.upper() + digits if namespace.isascii() else trimmed
    return next(filter(branded_id.is_valid, (trimmed, capitals, trimmed[: branded_id.WIDTH])), _EXAMPLE)


def _list(faults: list[branded_id.Fault]) -> str:
    named = [f"character {fault.index + 1} is {base62.spell(fault.character)}" for fault in faults[:_NAMED]]
    more = len(faults) - _NAMED
    return ", ".join(named) + (f", and {more} more are wrong" if more > 0 else "")


def _text(text: str) -> Node:
    return code[cut(text, _WIDTH).nodes]


def _tag(text: str) -> Node:
    return code(".tag")[cut(text, _WIDTH).nodes]
