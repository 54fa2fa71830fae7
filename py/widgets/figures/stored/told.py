"""What stores were asked and what they answered, word for word."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class Store(StrEnum):
    """Who was asked."""

    SQLITE = "sqlite"
    VALKEY = "valkey"
    POSTGRES = "postgres"


class Place(StrEnum):
    """A column or a sorted set that ids are kept in."""

    SQLITE_NUMBER = "sqlite-number"
    SQLITE_TEXT = "sqlite-text"
    VALKEY_MEMBER = "valkey-member"
    POSTGRES_NUMBER = "postgres-number"
    POSTGRES_TEXT = "postgres-text"
    NOCASE = "nocase"
    ENGLISH = "english"
    SCORE = "score"


class Asked(NamedTuple):
    """One statement or command, and the rows of its answer; or why it was refused, in the store's words."""

    words: str
    rows: tuple[str, ...] = ()
    refusal: str = ""


class Listing(NamedTuple):
    """A place: how it was made, how it was filled, how it was read, and what else was asked of it."""

    made: str
    filled: tuple[Asked, ...]
    read: Asked
    more: tuple[Asked, ...] = ()

    @property
    def said(self) -> tuple[Asked, ...]:
        """What it took to have the list, in its order; a place that comes with its first row is not made."""
        made = (Asked(self.made),) if self.made else ()
        return (*made, *self.filled, self.read)


class Reading(NamedTuple):
    """The number of an id as a store handed it back."""

    id: str
    words: str
    answer: str


@dataclass(frozen=True, slots=True)
class Told:
    """All that was observed: the places by name, and of each store the numbers that came back out of JSON.

    What PostgreSQL would have told is missing where it isn't there. `scores` are the numbers that the set `score` holds.
    """

    listings: Mapping[Place, Listing] = field(default_factory=dict[Place, Listing])
    json: Mapping[Store, tuple[Reading, ...]] = field(default_factory=dict[Store, tuple[Reading, ...]])
    scores: tuple[Reading, ...] = ()

    def joined(self, more: "Told") -> "Told":
        """Return what both know."""
        return Told({**self.listings, **more.listings}, {**self.json, **more.json}, self.scores + more.scores)
