"""The store in memory: a variable, a lock around it, and the pure transitions do the rest."""

from collections.abc import Callable
from threading import Lock

from echomq import transitions
from echomq.job import Job
from echomq.port import Admission, Counts, Verdict
from echomq.snowflake import unix_ms
from echomq.transitions import QueueState


class MemoryStore:
    """A queue that lives as long as this object; any number of threads may share it.

    Each verb replaces the state by the next one under the lock. Reading needs no lock: a state never changes, so
    whichever is current when the question comes is a whole one.
    """

    __slots__ = ("_clock", "_lock", "_state")

    def __init__(self, namespace: str = "JOB", clock: Callable[[], int] = unix_ms) -> None:
        """Start empty, for ids of `namespace`; `clock` (Unix milliseconds) answers where a verb's `now` is None.

        Raises ValueError if `namespace` is not three letters A-Z.
        """
        self._clock = clock
        self._lock = Lock()
        self._state = QueueState(namespace=namespace)

    @property
    def state(self) -> QueueState:
        """The state as it is now, to look at; it will never change, though the store's will."""
        return self._state

    def enqueue(
        self,
        id: str,
        payload: str,
        group: str | None = None,
    ) -> Admission:
        """Let a new id in among the pending; see `transitions.enqueue`."""
        with self._lock:
            self._state, answer = transitions.enqueue(self._state, id, payload, group)
        return answer

    def enqueue_at(
        self,
        id: str,
        payload: str,
        due_ms: int,
        group: str | None = None,
    ) -> Admission:
        """Let a new id in for later; see `transitions.enqueue_at`."""
        with self._lock:
            self._state, answer = transitions.enqueue_at(self._state, id, payload, due_ms, group)
        return answer

    def claim(self, now: int | None, lease_ms: int) -> Job | None:
        """Lend the oldest pending job; see `transitions.claim`."""
        with self._lock:
            self._state, job = transitions.claim(self._state, self._time(now), lease_ms)
        return job

    def complete(self, id: str, token: int) -> Verdict:
        """Delete a job that `token` holds; see `transitions.complete`."""
        with self._lock:
            self._state, answer = transitions.complete(self._state, id, token)
        return answer

    def retry(
        self,
        id: str,
        token: int,
        now: int | None,
        delay_ms: int,
        max_attempts: int,
        error: str,
    ) -> Verdict:
        """Give a job back that `token` holds; see `transitions.retry`."""
        with self._lock:
            self._state, answer = transitions.retry(
                self._state,
                id,
                token,
                self._time(now),
                delay_ms,
                max_attempts,
                error,
            )
        return answer

    def extend(
        self,
        id: str,
        token: int,
        now: int | None,
        lease_ms: int,
    ) -> Verdict:
        """Move the deadline of a job that `token` holds; see `transitions.extend`."""
        with self._lock:
            self._state, answer = transitions.extend(self._state, id, token, self._time(now), lease_ms)
        return answer

    def promote(self, now: int | None, limit: int) -> list[str]:
        """Make scheduled ids pending that are due; see `transitions.promote`."""
        with self._lock:
            self._state, ids = transitions.promote(self._state, self._time(now), limit)
        return ids

    def reap(self, now: int | None, limit: int) -> list[str]:
        """End leases that have lapsed; see `transitions.reap`."""
        with self._lock:
            self._state, ids = transitions.reap(self._state, self._time(now), limit)
        return ids

    def browse(self, limit: int) -> list[str]:
        """Return pending ids, the newest first; see `transitions.browse`."""
        return transitions.browse(self._state, limit)

    def get(self, id: str) -> Job | None:
        """Return a job's row; see `transitions.get`."""
        return transitions.get(self._state, id)

    def counts(self) -> Counts:
        """Return how many ids each set holds; see `transitions.counts`."""
        return transitions.counts(self._state)

    def _time(self, now: int | None) -> int:
        return self._clock() if now is None else now
