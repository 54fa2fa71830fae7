"""How two ids compare: each is spelled out, and the first character that differs decides.

That their order is the order of minting rests on the spelling (padded digits, an alphabet that ascends with its bytes)
and on comparing bytes as they are. Each of the three can be taken away here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from echomq import base62, branded_id

SMALL_FIRST = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The other usual alphabet of Base62, in which small letters come first: its digits don't ascend with their bytes."""

_MISSPELLED = str.maketrans(base62.ALPHABET, SMALL_FIRST)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What holds of the spelling and the comparing; with all three, byte order is the order of the numbers.

    `padded`: eleven digits always. `ascending`: the digits are 0-9 A-Z a-z, as their bytes ascend. `ordinal`: bytes are
    compared as they are, and not without case.
    """

    padded: bool = True
    ascending: bool = True
    ordinal: bool = True

    def spelled(self, branded: str) -> str:
        """Write the id `branded`: its namespace, and its number in the digits that hold here."""
        namespace, digits = branded[: branded_id.NAMESPACE_WIDTH], branded[branded_id.NAMESPACE_WIDTH :]
        if not self.padded:
            digits = digits.lstrip("0") or "0"
        return namespace + (digits if self.ascending else digits.translate(_MISSPELLED))

    def key(self, branded: str) -> str:
        """Return the text that is really compared, character by character."""
        text = self.spelled(branded)
        return text if self.ordinal else text.casefold()

    def sort(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Return `ids` as these comparisons order them; those that compare equal stay in the order given."""
        return tuple(sorted(ids, key=self.key))

    def parting(self, one: str, other: str) -> int:
        """Return the place, from 0, at which two ids part: one past the end of the shorter if it begins the longer."""
        first, second = self.key(one), self.key(other)
        places = range(min(len(first), len(second)))
        return next((at for at in places if first[at] != second[at]), len(places))


def inversions(order: Sequence[str], minted: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the pairs that stand in `order` against their minting, each as (the one that stands first, the other)."""
    rank = {branded: place for place, branded in enumerate(minted)}
    return tuple((one, other) for one, other in combinations(order, 2) if rank[one] > rank[other])
