"""The order of minting, and whether a list keeps to it."""

from collections.abc import Sequence
from typing import NamedTuple

from echomq import branded_id
from widgets.figures.stored.told import Listing, Place

ORDERED = (
    Place.SQLITE_NUMBER,
    Place.SQLITE_TEXT,
    Place.VALKEY_MEMBER,
    Place.POSTGRES_NUMBER,
    Place.POSTGRES_TEXT,
)
"""Where ids are kept as they should be."""


class Wrong(NamedTuple):
    """Two rows that stand side by side the wrong way round."""

    first: str
    then: str


def minted(ids: Sequence[str]) -> tuple[str, ...]:
    """Return `ids` in the order of their numbers, which on one node is that of their minting."""
    return tuple(sorted(ids, key=lambda branded: (branded_id.decode(branded)[1], branded)))


def wrong_pairs(rows: Sequence[str], ids: Sequence[str]) -> tuple[Wrong, ...]:
    """Return the neighbours among `rows`, texts or numbers of `ids`, of which the second was minted first."""
    number = {branded: branded_id.decode(branded)[1] for branded in ids}
    numbers = [number[row] if row in number else int(row) for row in rows]
    return tuple(Wrong(rows[at], rows[at + 1]) for at in range(len(rows) - 1) if numbers[at] > numbers[at + 1])


def is_whole(listing: Listing) -> bool:
    """Tell whether a place took all that it was given."""
    return not any(insert.refusal for insert in listing.filled)
