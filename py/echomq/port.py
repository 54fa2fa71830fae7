"""The store port: the verbs of a queue, as every store offers them and every caller may rely on them.

The answers and what they mean are those of `echomq.transitions`; so are the refusals. A store that stands on a file or
a server adds `StoreError` for when that fails, never another meaning to an answer.
"""

from typing import Protocol

from echomq.job import Job
from echomq.transitions import Admission, Counts, Verdict

__all__ = [
    "Admission",
    "AnswerLostError",
    "Counts",
    "Job",
    "StoreError",
    "StorePort",
    "StoreUnavailableError",
    "UnconfirmedError",
    "Verdict",
]


class StoreError(Exception):
    """What a store stands on failed. Each verb still happens whole or not at all."""


class StoreUnavailableError(StoreError):
    """The verb did not happen: nothing was changed, and the same call may be made again."""


class AnswerLostError(StoreError):
    """The verb was sent, and no answer came back: whether it happened isn't known.

    `get` tells. Of a claim that did happen, the lease lapses like any other.
    """


class UnconfirmedError(AnswerLostError):
    """The verb happened, but fewer replicas than asked for were seen to have it: if one of the others takes over, it
    never did.
    """


class StorePort(Protocol):
    """One queue, of ids of one namespace, behind its verbs; each happens whole or not at all.

    `now` is Unix milliseconds. None stands for the store's own clock, which for a server is the server's: it is what
    production passes, so that no caller's clock decides whose lease has ended. Tests and demonstrations pass numbers.
    """

    def enqueue(
        self,
        id: str,
        payload: str,
        group: str | None = None,
    ) -> Admission:
        """Let a new id in among the pending: ENQUEUED or DUPLICATE. ValueError if the id can't belong here."""
        ...

    def enqueue_at(
        self,
        id: str,
        payload: str,
        due_ms: int,
        group: str | None = None,
    ) -> Admission:
        """Let a new id in for later: SCHEDULED or DUPLICATE. ValueError if the id can't belong here."""
        ...

    def claim(self, now: int | None, lease_ms: int) -> Job | None:
        """Lend the oldest pending job, None if nothing is pending; its `attempts` is the token of the lease."""
        ...

    def complete(self, id: str, token: int) -> Verdict:
        """Delete a job that `token` holds: OK, GONE or STALE."""
        ...

    def retry(
        self,
        id: str,
        token: int,
        now: int | None,
        delay_ms: int,
        max_attempts: int,
        error: str,
    ) -> Verdict:
        """Give a job back that `token` holds: SCHEDULED, DEAD, GONE or STALE."""
        ...

    def extend(
        self,
        id: str,
        token: int,
        now: int | None,
        lease_ms: int,
    ) -> Verdict:
        """Move the deadline of a job that `token` holds: OK, GONE or STALE."""
        ...

    def promote(self, now: int | None, limit: int) -> list[str]:
        """Make scheduled ids pending that are due, and return them in the order of (due, id)."""
        ...

    def reap(self, now: int | None, limit: int) -> list[str]:
        """End leases that have lapsed, make their ids pending, and return them in the order of (deadline, id)."""
        ...

    def browse(self, limit: int) -> list[str]:
        """Return pending ids, the newest first."""
        ...

    def get(self, id: str) -> Job | None:
        """Return a job's row, None if there is none."""
        ...

    def counts(self) -> Counts:
        """Return how many ids are pending, scheduled, active and dead."""
        ...
