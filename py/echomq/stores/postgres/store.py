"""The verbs over PostgreSQL: each is one statement, sent once, and a function of the schema does the work.

What no state could make right is refused by the rules themselves, asked about a queue that is empty.
"""

from operator import index
from typing import LiteralString, Self

from echomq import transitions
from echomq.job import Job
from echomq.port import Admission, Counts, Verdict
from echomq.stores.postgres import rows
from echomq.stores.postgres.database import Database, Value
from echomq.stores.postgres.rows import BIGINT_MAX
from echomq.times import written
from echomq.transitions import QueueState
from echomq.transitions.demands import time_after

CLOCK_SPAN = 2**62
"""How many milliseconds the server may add to its clock: with the clock, they stay far below `BIGINT_MAX`."""


class PostgresStore:
    """A queue in a schema of a database; threads may share a store, and take turns on its one connection.

    Workers that claim at once have a store each, in whichever process: they don't wait for one another. The server is
    PostgreSQL 12 or newer; the tests' is 15 or 18.
    """

    __slots__ = ("_database", "_empty")

    def __init__(
        self, conninfo: str, namespace: str = "JOB", *, schema: str = "echomq", patience_s: float = 5.0
    ) -> None:
        """Open the queue in `schema` of the database that `conninfo` names, or begin one there.

        `conninfo` is libpq's, `host=… dbname=…` or `postgresql://…`; how long connecting may take, and when a silent
        line counts as broken, belongs there (`connect_timeout`, `tcp_user_timeout`). `schema` is 1 to 63 of a-z, 0-9
        and _. `patience_s` is how many seconds the server gives a verb before it undoes it. A connection that was lost
        is made again by the next verb. Raises ValueError if `namespace` is not three letters A-Z or not that of the
        queue, and for another `schema`; StoreUnavailableError if the queue can't be reached or begun.
        """
        self._empty = QueueState(namespace=namespace)
        self._database = Database(conninfo, namespace, schema, patience_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up. A verb that is called afterwards raises StoreUnavailableError."""
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
        deadline = self._after(now, "lease_ms", lease_ms)
        return self._job(
            'SELECT number, state, attempts, payload, "group", progress, last_error'
            " FROM {schema}.claim(%s, %s::bigint, %s)",
            *deadline,
        )

    def complete(self, id: str, token: int) -> Verdict:
        """Delete a job that `token` holds; see `StorePort.complete`."""
        return self._verdict("SELECT {schema}.complete(%s::bigint, %s::bigint)", *self._lease(id, token))

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
        return self._verdict(
            "SELECT {schema}.retry(%s::bigint, %s::bigint, %s, %s::bigint, %s, %s, %s)",
            *self._lease(id, token),
            *self._after(now, "delay_ms", delay_ms),
            token >= max_attempts,  # a token that holds is the number of attempts
            rows.column("error", error),
        )

    def extend(self, id: str, token: int, now: int | None, lease_ms: int) -> Verdict:
        """Move the deadline of a job that `token` holds; see `StorePort.extend`."""
        transitions.extend(self._empty, id, token, now or 0, lease_ms)
        return self._verdict(
            "SELECT {schema}.extend(%s::bigint, %s::bigint, %s, %s::bigint, %s)",
            *self._lease(id, token),
            *self._after(now, "lease_ms", lease_ms),
        )

    def promote(self, now: int | None, limit: int) -> list[str]:
        """Make scheduled ids pending that are due; see `StorePort.promote`."""
        transitions.promote(self._empty, 0, limit)
        return self._sweep("scheduled", now, limit)

    def reap(self, now: int | None, limit: int) -> list[str]:
        """End leases that have lapsed; see `StorePort.reap`."""
        transitions.reap(self._empty, 0, limit)
        return self._sweep("active", now, limit)

    def browse(self, limit: int) -> list[str]:
        """Return pending ids, the newest first; see `StorePort.browse`."""
        transitions.browse(self._empty, limit)
        return self._ids(
            "SELECT number FROM {schema}.job WHERE state = 'pending' ORDER BY number DESC LIMIT %s",
            min(limit, BIGINT_MAX),
        )

    def get(self, id: str) -> Job | None:
        """Return a job's row; see `StorePort.get`."""
        return self._job(
            'SELECT number, state, attempts, payload, "group", progress, last_error FROM {schema}.job'
            " WHERE number = %s::bigint",
            rows.number(id, self._empty.namespace),
        )

    def counts(self) -> Counts:
        """Return how many ids each set holds; see `StorePort.counts`. Reads every row, as counting does in PostgreSQL."""
        [counted] = self._database.call(
            "SELECT count(*) FILTER (WHERE state = 'pending'), count(*) FILTER (WHERE state = 'scheduled'),"
            " count(*) FILTER (WHERE state = 'active'), count(*) FILTER (WHERE state = 'dead') FROM {schema}.job"
        )
        return Counts(*counted)

    def _admit(self, after: QueueState, answer: Admission) -> Admission:
        """Write the one row of `after`, which is what the rules made of an empty queue."""
        [row] = after.rows.values()
        due = written(after.schedule[row.id], BIGINT_MAX) if row.id in after.schedule else None
        [(is_new,)] = self._database.call(
            "SELECT {schema}.admit(%s::bigint, %s, %s::bytea, %s::bytea, %s::bigint, %s)", *rows.columns(row, due)
        )
        return answer if is_new else Admission.DUPLICATE

    def _sweep(self, state: str, now: int | None, limit: int) -> list[str]:
        """Make those of `state` pending that are due at `now`, and return them in the order of (due, id)."""
        time = (True, 0, "") if now is None else _columns(now)
        most = min(limit, BIGINT_MAX)
        return self._ids("SELECT {schema}.sweep(%s, %s, %s::bigint, %s, %s::bigint)", state, *time, most)

    def _job(self, statement: LiteralString, *values: Value) -> Job | None:
        found = self._database.call(statement, *values)
        return rows.job(self._empty.namespace, found[0]) if found else None

    def _ids(self, statement: LiteralString, *values: Value) -> list[str]:
        return rows.ids(self._empty.namespace, self._database.call(statement, *values))

    def _verdict(self, statement: LiteralString, *values: Value) -> Verdict:
        [(answer,)] = self._database.call(statement, *values)
        return Verdict(answer)

    def _lease(self, id: str, token: int) -> tuple[int | None, int]:
        """Whom a verb speaks of: NULL for an id that can have no row, and no number of attempts for what is none."""
        attempts = index(token) if 0 <= token <= BIGINT_MAX else -1
        return rows.number(id, self._empty.namespace), attempts

    def _after(self, now: int | None, name: str, ms: int) -> tuple[bool, int, str]:
        """The time `ms` after `now` as the functions take it. A refusal speaks of `ms` by its `name`.

        Without a `now` the server adds to its clock, in 64 bits. What those can't hold is added here, to a time that the
        same server was asked for.
        """
        if now is not None:
            return _columns(time_after(now, name, ms))
        if ms < CLOCK_SPAN:
            return True, index(ms), ""
        [(clock,)] = self._database.call("SELECT {schema}.moment(true, 0)")
        return _columns(time_after(clock, name, ms))


def _columns(time: int) -> tuple[bool, int, str]:
    near = written(time, BIGINT_MAX)
    return False, near.near, near.beyond
