"""The verbs in SQL: each is one transaction, and in most of them one statement does the work.

What no state could make right is refused by the rules themselves, asked about a queue that is empty.
"""

import os
import sqlite3
from collections.abc import Callable, Mapping
from operator import index
from typing import Self

from echomq import transitions
from echomq.job import Job, JobState
from echomq.port import Admission, Counts, Verdict
from echomq.snowflake import unix_ms
from echomq.stores.sqlite import rows, statements
from echomq.stores.sqlite.database import Database
from echomq.times import written
from echomq.transitions import QueueState
from echomq.transitions.demands import time_after

INTEGER_MAX = 2**63 - 1
"""The largest number of a column."""


class SqliteStore:
    """A queue in a file, or in memory as long as this object lives; threads may share it, and processes the file."""

    __slots__ = ("_clock", "_database", "_empty")

    def __init__(
        self,
        path: str | os.PathLike[str],
        namespace: str = "JOB",
        clock: Callable[[], int] = unix_ms,
        *,
        patience_s: float = 5.0,
        heard: Callable[[str], None] | None = None,
    ) -> None:
        """Open the queue at `path`, or begin one; `":memory:"` is a place that nobody else can open.

        `clock` (Unix milliseconds) answers where a verb's `now` is None; it is read when the verb's turn has come.
        `patience_s` is how many seconds a verb waits for another process's. `heard` is told each statement, its values
        filled in. Raises ValueError if `namespace` is not
        three letters A-Z or not that of the file, and StoreUnavailableError if the file can't be opened or written.
        """
        self._empty = QueueState(namespace=namespace)
        self._clock = clock
        self._database = Database(path, namespace, patience_s)
        self._database.tell(heard)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file. A verb that is called afterwards raises StoreUnavailableError."""
        self._database.close()

    def enqueue(self, id: str, payload: str, group: str | None = None) -> Admission:
        """Let a new id in among the pending; see `StorePort.enqueue`."""
        return self._admit(*transitions.enqueue(self._empty, id, payload, group))

    def enqueue_at(self, id: str, payload: str, due_ms: int, group: str | None = None) -> Admission:
        """Let a new id in for later; see `StorePort.enqueue_at`."""
        return self._admit(*transitions.enqueue_at(self._empty, id, payload, due_ms, group))

    def claim(self, now: int | None, lease_ms: int) -> Job | None:
        """Lend the oldest pending job of the lane whose turn it is; see `StorePort.claim`."""
        transitions.claim(self._empty, now or 0, lease_ms)
        with self._database.writing() as connection:
            deadline = self._after(now, "lease_ms", lease_ms)
            served = connection.execute(statements.NEXT).fetchone()
            if served is None:
                return None
            turn, lane = served
            # All of what it returns is fetched, so that it has come to its end before it is committed.
            [claimed] = connection.execute(statements.CLAIM, deadline | {"lane": lane}).fetchall()
            connection.execute(statements.LEAVE, {"turn": turn, "lane": lane})
            connection.execute(statements.ROTATE, {"turn": turn})
        return rows.job(self._empty.namespace, claimed)

    def complete(self, id: str, token: int) -> Verdict:
        """Delete a job that `token` holds; see `StorePort.complete`."""
        with self._database.writing() as connection:
            return self._attempt(connection, statements.COMPLETE, self._lease(id, token)) or Verdict.OK

    def retry(
        self,
        id: str,
        token: int,
        now: int | None,
        delay_ms: int,
        max_attempts: int,
        error: str,
    ) -> Verdict:
        """Give a job back that `token` holds; see `StorePort.retry`."""
        transitions.retry(self._empty, id, token, now or 0, delay_ms, max_attempts, error)
        lease = self._lease(id, token) | {"error": rows.column("error", error)}
        with self._database.writing() as connection:
            due = self._after(now, "delay_ms", delay_ms)
            if token >= max_attempts:  # a token that holds is the number of attempts
                return self._attempt(connection, statements.BURY, lease) or Verdict.DEAD
            return self._attempt(connection, statements.POSTPONE, lease | due) or Verdict.SCHEDULED

    def extend(self, id: str, token: int, now: int | None, lease_ms: int) -> Verdict:
        """Move the deadline of a job that `token` holds; see `StorePort.extend`."""
        transitions.extend(self._empty, id, token, now or 0, lease_ms)
        lease = self._lease(id, token)
        with self._database.writing() as connection:
            deadline = self._after(now, "lease_ms", lease_ms)
            return self._attempt(connection, statements.EXTEND, lease | deadline) or Verdict.OK

    def promote(self, now: int | None, limit: int) -> list[str]:
        """Make scheduled ids pending that are due; see `StorePort.promote`."""
        transitions.promote(self._empty, 0, limit)
        return self._sweep(statements.DUE, now, limit)

    def reap(self, now: int | None, limit: int) -> list[str]:
        """End leases that have lapsed; see `StorePort.reap`."""
        transitions.reap(self._empty, 0, limit)
        return self._sweep(statements.LAPSED, now, limit)

    def browse(self, limit: int) -> list[str]:
        """Return pending ids, the newest first; see `StorePort.browse`."""
        transitions.browse(self._empty, limit)
        with self._database.reading() as connection:
            found = connection.execute(statements.BROWSE, (min(limit, INTEGER_MAX),)).fetchall()
        return rows.ids(self._empty.namespace, found)

    def get(self, id: str) -> Job | None:
        """Return a job's row; see `StorePort.get`."""
        with self._database.reading() as connection:
            row = connection.execute(statements.GET, {"number": rows.number(id, self._empty.namespace)}).fetchone()
        return None if row is None else rows.job(self._empty.namespace, row)

    def counts(self) -> Counts:
        """Return how many ids each set holds; see `StorePort.counts`."""
        with self._database.reading() as connection:
            return Counts(*connection.execute(statements.COUNTS).fetchone())

    def read(self, statement: str) -> list[tuple[object, ...]]:
        """Answer a question in SQL, to look at what lies in the tables: the names of the columns, and then the rows.

        A statement that would change anything is a StoreUnavailableError.
        """
        with self._database.looking() as connection:
            cursor = connection.execute(statement)
            return [tuple(column[0] for column in cursor.description or ()), *cursor.fetchall()]

    def _admit(self, after: QueueState, answer: Admission) -> Admission:
        """Write the one row of `after`, which is what the rules made of an empty queue."""
        [row] = after.rows.values()
        due = written(after.schedule[row.id], INTEGER_MAX) if row.id in after.schedule else None
        columns = rows.columns(row, due)
        with self._database.writing() as connection:
            is_new = connection.execute(statements.ADMIT, columns).rowcount
            if is_new and row.state is JobState.PENDING:
                connection.execute(statements.JOIN, columns[:1])
        return answer if is_new else Admission.DUPLICATE

    def _sweep(self, statement: str, now: int | None, limit: int) -> list[str]:
        """Make those pending that `statement` finds due at `now`, and return them in its order."""
        with self._database.writing() as connection:
            parameters = _columns(self._time(now)) | {"limit": min(limit, INTEGER_MAX)}
            due = connection.execute(statement, parameters).fetchall()
            connection.executemany(statements.RELEASE, due)
            connection.executemany(statements.JOIN, due)
        return rows.ids(self._empty.namespace, due)

    def _attempt(
        self, connection: sqlite3.Connection, statement: str, parameters: Mapping[str, object]
    ) -> Verdict | None:
        """Change the row that is held as `parameters` say; None if there was one, else GONE or STALE."""
        if connection.execute(statement, parameters).rowcount:
            return None
        return Verdict.STALE if connection.execute(statements.GET, parameters).fetchone() else Verdict.GONE

    def _lease(self, id: str, token: int) -> dict[str, object]:
        """Whom a verb speaks of: NULL for an id that can have no row, and no number of attempts for what is none."""
        attempts = index(token) if 0 <= token <= INTEGER_MAX else -1
        return {"number": rows.number(id, self._empty.namespace), "token": attempts}

    def _after(self, now: int | None, name: str, ms: int) -> dict[str, object]:
        """The columns of the time `ms` after `now`; a refusal speaks of `ms` by its `name`."""
        return _columns(time_after(self._time(now), name, ms))

    def _time(self, now: int | None) -> int:
        """`now`, or what the clock says once the transaction's turn has come."""
        return self._clock() if now is None else now


def _columns(time: int) -> dict[str, object]:
    near = written(time, INTEGER_MAX)
    return {"near": near.near, "beyond": near.beyond}
