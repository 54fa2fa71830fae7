"""Every key of a queue wears the queue's name in braces, so that a cluster keeps them all in one hash slot.

    emq:{queue}:<type>        emq:{queue}:job:<branded id>

Which bytes of a key are hashed is the rule of Redis and Valkey Cluster (valkey.io/topics/cluster-spec/, "Hash tags"),
over bytes and not characters. How 16,384 slots are shared is what `valkey-cli --cluster create` does.
"""

from binascii import crc_hqx
from dataclasses import dataclass
from enum import StrEnum

from echomq import base62, branded_id

PREFIX = "emq"
SLOTS = 16_384


class Rule(StrEnum):
    """Why just these bytes of a key are hashed. All but `TAG` mean the whole key."""

    NO_OPENING_BRACE = "no opening brace"
    NEVER_CLOSED = "never closed"
    EMPTY_PAIR = "empty pair"
    TAG = "tag"


@dataclass(frozen=True, slots=True)
class HashedPart:
    """The bytes `start` to `stop` (exclusive) of a key: the ones that are hashed, and the rule that chose them.

    `opening` and `closing` are the offsets of the two braces that decided, None where there was none.
    """

    rule: Rule
    start: int
    stop: int
    opening: int | None
    closing: int | None
    data: bytes

    @property
    def is_whole_key(self) -> bool:
        """Whether the key has no tag."""
        return self.rule is not Rule.TAG


def queue_key(queue: str, key_type: str) -> str:
    """Return the key of a queue's structure, such as `pending`, `schedule`, `active` or `dead`.

    Raises ValueError for a queue name that `queue_refusal` refuses and for a type that has no UTF-8.
    """
    refusal = queue_refusal(queue)
    if refusal is not None:
        raise ValueError(refusal)
    if _lone_surrogate(key_type) is not None:
        message = "queueKey requires a key type without lone surrogates"
        raise ValueError(message)
    return compose_unchecked(queue, key_type)


def job_key(queue: str, branded: str) -> str:
    """Return the key of a job's row. Raises ValueError for a bad queue name first, then for an ill-formed id."""
    refusal = queue_refusal(queue)
    if refusal is not None:
        raise ValueError(refusal)
    if not branded_id.is_valid(branded):
        message = "jobKey requires a valid branded id"
        raise ValueError(message)
    return compose_unchecked(queue, row_type(branded))


def queue_refusal(queue: str) -> str | None:
    """Return why `queue` can't name a queue, None if it can.

    An empty name, or one that begins with `}`, would make an empty pair of braces: every key would be hashed whole and
    the queue scattered over slots. Any other `}` would end the tag early and put the queue in another's slot.
    A `{` would be harmless, but other parsers of hash tags read nested braces differently, so both are refused.
    """
    if not queue or "{" in queue or "}" in queue:
        return "queueKey requires a non-empty queue name without '{' or '}'"
    if "\0" in queue:
        return "queueKey requires a queue name without NUL"
    if _lone_surrogate(queue) is not None:
        return "queueKey requires a queue name without lone surrogates"
    return None


def row_type(branded: str) -> str:
    """Return the key type of a job's row, `job:` and the id."""
    return f"job:{branded}"


def compose_unchecked(queue: str, key_type: str) -> str:
    """Fill the grammar in without asking: where the keys of a refused name *would* have gone. Store nothing there."""
    return f"{PREFIX}:{{{queue}}}:{key_type}"


def hashed_part(key: str | bytes) -> HashedPart:
    """Return which bytes of `key` are hashed, and why.

    The first `{` counts, then the first `}` after it, and only a pair with something between them: with an empty pair
    the search ends, and later pairs are not tried. Raises ValueError for a str with a lone surrogate.
    """
    data = _bytes(key)
    opening = data.find(b"{")
    if opening < 0:
        return HashedPart(Rule.NO_OPENING_BRACE, 0, len(data), None, None, data)
    closing = data.find(b"}", opening + 1)
    if closing < 0:
        return HashedPart(Rule.NEVER_CLOSED, 0, len(data), opening, None, data)
    if closing == opening + 1:
        return HashedPart(Rule.EMPTY_PAIR, 0, len(data), opening, closing, data)
    return HashedPart(Rule.TAG, opening + 1, closing, opening, closing, data[opening + 1 : closing])


def hashtag(key: str) -> str:
    """Return the text between the deciding braces, or the whole key where there is no tag."""
    return hashed_part(key).data.decode()


def crc16(data: bytes) -> int:
    """Return the CRC-16 of `data`, variant XMODEM: polynomial 1021 hex, initial value 0, nothing reflected."""
    return crc_hqx(data, 0)


def slot(key: str | bytes) -> int:
    """Return the hash slot of `key`, 0 to 16383, as CLUSTER KEYSLOT would; a str is taken as UTF-8."""
    return crc16(hashed_part(key).data) % SLOTS


def node_ranges(count: int) -> tuple[range, ...]:
    """Return the slots of each of `count` nodes as a fresh cluster shares them; three have 0-5460, 5461-10922 and on.

    Each border is the exact one rounded to the nearest whole slot: clusterManagerCommandCreate in Valkey's
    src/valkey-cli.c does so in 32-bit floats, whose error first moves a border with 78 nodes.
    """
    if not 1 <= count <= SLOTS:
        message = f"count must be 1 to {SLOTS} nodes, got {count}"
        raise ValueError(message)
    borders = [(2 * SLOTS * node + count) // (2 * count) for node in range(count + 1)]
    return tuple(map(range, borders[:-1], borders[1:]))


def owner(number: int, count: int) -> int:
    """Return which of `count` nodes owns slot `number`, counted from 0."""
    if not 0 <= number < SLOTS:
        message = f"slot must be 0 to {SLOTS - 1}, got {number}"
        raise ValueError(message)
    return next(node for node, slots in enumerate(node_ranges(count)) if number in slots)


def _bytes(key: str | bytes) -> bytes:
    if not isinstance(key, str):
        return bytes(memoryview(key))  # bytes(5) would be five NULs; this is a TypeError
    index = _lone_surrogate(key)
    if index is not None:
        message = f"character {index + 1} of the key, {base62.spell(key[index])}, is a lone surrogate: it has no UTF-8"
        raise ValueError(message)
    return key.encode()


def _lone_surrogate(text: str) -> int | None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return error.start
    return None
