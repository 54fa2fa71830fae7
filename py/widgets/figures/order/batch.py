"""A few ids in two orders: as they were minted, and as they arrived."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import factorial

from echomq import branded_id
from echomq.snowflake import Snowflake

MOST = 12
"""More ids than this would no longer be seen one by one."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Up to `MOST` different ids, each of which decodes; `minted` and `arrived` hold the same ones."""

    minted: tuple[str, ...]
    arrived: tuple[str, ...]

    @property
    def flakes(self) -> dict[str, Snowflake]:
        """Moment, node and sequence of each id."""
        return {branded: branded_id.parse(branded).snowflake for branded in self.minted}

    @property
    def nodes(self) -> frozenset[int]:
        """The numbers of the nodes that minted them."""
        return frozenset(flake.node for flake in self.flakes.values())

    @property
    def days(self) -> int:
        """On how many days, UTC, they were minted."""
        return len({flake.ms // 86_400_000 for flake in self.flakes.values()})

    def joined(self, more: Iterable[str]) -> "Batch":
        """Return the batch with `more`, which were just minted and arrive in the same order; none comes twice."""
        new = tuple(branded for branded in more if branded not in self.minted)
        return Batch(_by_minting((*self.minted, *new)), self.arrived + new)

    def of(self, *, namespace: str | None, node: int | None) -> "Batch":
        """Return those of one namespace and of one node; None asks for none in particular."""
        kept = {
            branded
            for branded, flake in self.flakes.items()
            if namespace in (None, branded[: branded_id.NAMESPACE_WIDTH]) and node in (None, flake.node)
        }
        return Batch(tuple(filter(kept.__contains__, self.minted)), tuple(filter(kept.__contains__, self.arrived)))

    def shuffled(self, seed: int) -> "Batch":
        """Return the batch with another order of arrival: `seed`, any whole number, names one of all the orders there are."""
        count = factorial(len(self.minted))
        named = _order(self.minted, seed % count)
        if named == self.arrived:
            named = _order(self.minted, (seed + 1) % count)
        return Batch(self.minted, named)


def gathered(arrived: Iterable[str], minted: Iterable[str]) -> Batch:
    """Make a batch of texts from anywhere: no ids, ids that don't decode, ids twice and those past `MOST` are left out.

    `minted` settles which came first of ids of one millisecond that different nodes minted: nothing in them tells.
    """
    ids = tuple(dict.fromkeys(filter(_decodes, arrived)))[:MOST]
    given = {branded: place for place, branded in enumerate(minted)}
    return Batch(_by_minting(sorted(ids, key=lambda branded: given.get(branded, len(given)))), ids)


def _decodes(text: str) -> bool:
    try:
        branded_id.decode(text)
    except ValueError:
        return False
    return True


def _by_minting(ids: Iterable[str]) -> tuple[str, ...]:
    """Order `ids`, given as they were minted, by what they say themselves: by the clock, and a node's own ones by number."""
    clocked = sorted(((branded_id.parse(branded).snowflake, branded) for branded in ids), key=lambda pair: pair[0].ms)
    own: dict[int, list[str]] = {}
    for flake, branded in sorted(clocked, reverse=True):
        own.setdefault(flake.node, []).append(branded)
    return tuple(own[flake.node].pop() for flake, _ in clocked)


def _order(ids: tuple[str, ...], number: int) -> tuple[str, ...]:
    left, order = list(ids), list[str]()
    while left:
        number, place = divmod(number, len(left))
        order.append(left.pop(place))
    return tuple(order)
