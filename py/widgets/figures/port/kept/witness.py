"""What is told of a place: what its store did at a call, in the words of that place, and what lies in it."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from echomq.port import StorePort


class Backing(StrEnum):
    """A place that a queue may be kept in."""

    MEMORY = "memory"
    SQLITE = "sqlite"
    VALKEY = "valkey"


class Deed(NamedTuple):
    """One thing that was done: an edit, a statement, a command; and what more is known of it, its plan or its answer."""

    said: str
    more: tuple[str, ...] = ()


class Table(NamedTuple):
    """Something that lies there: its name, and rows of texts under their heads."""

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the reader asked of the place, as it was typed, and the lines of the answer."""

    line: str
    told: tuple[str, ...]
    is_refused: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """What was seen of the place: the deeds of the last call, what lies there now, and whether others answered the same.

    `asked` is what the reader asked of it after the play, where it takes questions.
    """

    backing: Backing
    deeds: tuple[Deed, ...]
    tables: tuple[Table, ...]
    others: Mapping[Backing, bool]
    asked: Asked | None = None


class Witness(Protocol):
    """A store, empty at first, and somebody who watches it."""

    @property
    def store(self) -> StorePort:
        """The store that is watched."""
        ...

    def watched(self) -> AbstractContextManager[None]:
        """Take down what the store does inside the block, in place of what was taken down before."""
        ...

    def deeds(self) -> tuple[Deed, ...]:
        """Return what was taken down last."""
        ...

    def tables(self) -> tuple[Table, ...]:
        """Return what lies there now."""
        ...

    def asked(self, line: str) -> Asked | None:
        """Return the answer to a command of the reader's, the last thing that is done there; None without one."""
        ...

    def close(self) -> None:
        """Let go of the place."""
        ...
