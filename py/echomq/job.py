"""A job is the row under a key: a flat, frozen record whose payload the queue never reads."""

from dataclasses import dataclass
from enum import StrEnum


class JobState(StrEnum):
    """Which of a queue's four sets holds the job's id."""

    PENDING = "pending"
    SCHEDULED = "scheduled"
    ACTIVE = "active"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class Job:
    """One row.

    `attempts` counts the claims so far and doubles as the fencing token of the lease that the last one gave: whoever
    holds the job shows this number to complete, retry or extend it. `group` and `progress` are kept, not interpreted;
    `last_error` is what the last retry reported.
    """

    id: str
    state: JobState
    attempts: int
    payload: str
    group: str | None = None
    progress: str | None = None
    last_error: str | None = None


def create(id: str, payload: str, group: str | None = None) -> Job:
    """Return the row of a job nobody has claimed yet. The id is not judged here: stores and keys do that."""
    return Job(id, JobState.PENDING, 0, payload, group)
