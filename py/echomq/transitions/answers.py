"""The words in which the verbs answer; a refusal is one of them, not an exception."""

from enum import StrEnum
from typing import NamedTuple


class Admission(StrEnum):
    """What became of an id that asked to be let in."""

    ENQUEUED = "enqueued"
    SCHEDULED = "scheduled"
    DUPLICATE = "duplicate"
    """The id has a row already, in whichever set. Nothing was changed,
    and the first payload stays."""


class Verdict(StrEnum):
    """What became of a call that showed a token."""

    OK = "ok"
    SCHEDULED = "scheduled"
    """The attempt failed, and another is due later."""
    DEAD = "dead"
    """The attempt failed, and it was the last."""
    GONE = "gone"
    """There is no such row: it was completed, or never admitted.
    Nothing was changed."""
    STALE = "stale"
    """The row is there, but not held under this token.
    Nothing was changed."""


class Counts(NamedTuple):
    """How many ids each set holds."""

    pending: int
    schedule: int
    active: int
    dead: int
