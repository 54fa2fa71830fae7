"""What can be minted next, and which ids show that an order is not the one of minting."""

from enum import StrEnum

from echomq import base62, branded_id
from echomq.snowflake import Mint, Snowflake
from widgets.figures.order.batch import Batch

FIRST = "JOB0Dqhu1EacDY"
"""The id that stands for the first where there is none: node 7, on 2025-06-01 at 09:00:00.000 UTC."""

# The smallest number that takes eleven digits without a padding zero: node 176 mints it on 2030-05-05 at 00:36:02.251 UTC.
_ELEVEN_DIGITS = 62**10


class Following(StrEnum):
    """How an id may follow those that are there."""

    SAME_MS = "mint"
    NEXT_MS = "later"
    OTHER_NODE = "node"
    OTHER_NAMESPACE = "namespace"


class Condition(StrEnum):
    """What the order rests on; the values are the fields of the widget."""

    PADDED = "padded"
    ASCENDING = "ascending"
    ORDINAL = "ordinal"
    ONE_NAMESPACE = "one_namespace"
    ONE_NODE = "one_node"


def home(batch: Batch) -> tuple[str, int]:
    """Return namespace and node of the first id that was minted."""
    first = branded_id.parse(next(iter(batch.minted), FIRST))
    return first.namespace, first.snowflake.node


def following(batch: Batch, how: Following) -> str:
    """Mint the next id: at home and in the latest millisecond, unless `how` says otherwise.

    Raises ValueError where the 41 bits of time are used up.
    """
    namespace, node = home(batch)
    latest = max(flake.ms for flake in batch.flakes.values()) if batch.minted else _flake(FIRST).ms
    if how is Following.OTHER_NODE:
        node = other_node(node)
    if how is Following.OTHER_NAMESPACE:
        namespace = other_namespace(namespace)
    own = [branded_id.decode(branded)[1] for branded, flake in batch.flakes.items() if flake.node == node]
    clock = latest + 1 if how is Following.NEXT_MS else latest
    return branded_id.compose(namespace, Mint(node, lambda: clock, last=max(own, default=None)).mint())


def witnesses(batch: Batch, missing: Condition) -> tuple[str, ...]:
    """Return two ids that stand against their minting once the condition `missing` is missing.

    Raises ValueError where the 41 bits of time are used up.
    """
    namespace, node = home(batch)
    match missing:
        case Condition.PADDED:
            return _around_eleven_digits(namespace, node)
        case Condition.ASCENDING | Condition.ORDINAL:
            return _around_last_capital(batch)
        case Condition.ONE_NAMESPACE:
            stranger, home_again = Following.OTHER_NAMESPACE, Following.NEXT_MS
            stranger_is_larger = other_namespace(namespace) > namespace
        case _:
            stranger, home_again = Following.OTHER_NODE, Following.SAME_MS
            stranger_is_larger = other_node(node) > node
    # The larger one is minted first, so that the smaller one stands before it and came after it.
    ways = (stranger, home_again) if stranger_is_larger else (home_again, stranger)
    first = following(batch, ways[0])
    return first, following(batch.joined((first,)), ways[1])


def other_node(node: int) -> int:
    """Return the neighbour of node 7, 8, and so of any."""
    return node + 1 if node < 1023 else 0


def other_namespace(namespace: str) -> str:
    """Return another kind of thing than `namespace`: orders beside jobs."""
    return "ORD" if namespace != "ORD" else "JOB"


def _around_eleven_digits(namespace: str, node: int) -> tuple[str, str]:
    # One millisecond before the number of digits grows, and one after it.
    ms = Snowflake.unpack(_ELEVEN_DIGITS).ms
    if Snowflake(ms, node, 0).pack() < _ELEVEN_DIGITS:
        ms += 1
    before, after = (branded_id.compose(namespace, Snowflake(at, node, 0).pack()) for at in (ms - 1, ms))
    return before, after


def _around_last_capital(batch: Batch) -> tuple[str, str]:
    # In the millisecond of the first id, the two whose last digits are Z and a: the last capital, the first small letter.
    namespace, node = home(batch)
    first = Snowflake(_flake(next(iter(batch.minted), FIRST)).ms, node, 0).pack()
    capital = first + (base62.ALPHABET.index("Z") - first) % len(base62.ALPHABET)
    return branded_id.compose(namespace, capital), branded_id.compose(namespace, capital + 1)


def _flake(branded: str) -> Snowflake:
    return branded_id.parse(branded).snowflake
