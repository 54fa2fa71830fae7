"""Leases: a claim lends a job for a time, and whoever shows its token may complete, retry or extend it.

The lease ends when it is reaped, not when the clock passes its deadline: a holder who is late but was not reaped still
holds. The token fences the row, and nothing else: a letter that was posted stays posted.
"""

from dataclasses import replace

from echomq.job import Job, JobState
from echomq.transitions.answers import Verdict
from echomq.transitions.demands import demand_at_least, time_after
from echomq.transitions.state import QueueState


def claim(
    state: QueueState,
    now: int,
    lease_ms: int,
) -> tuple[QueueState, Job | None]:
    """Lend the smallest id of the lane whose turn it is until `now + lease_ms`; None if nothing is pending.

    Ids without a group share a lane: where there is no other, that is the smallest pending id of all.
    The job's `attempts` is one more than before, and is the token. Raises ValueError unless `lease_ms` is above 0 and
    ends by 2^63-1.
    """
    demand_at_least(1, "lease_ms", lease_ms)
    deadline = time_after(now, "lease_ms", lease_ms)
    taken = state.lanes.take()
    if taken is None:
        return state, None
    id, lanes = taken
    row = state.rows[id]
    held = replace(row, state=JobState.ACTIVE, attempts=row.attempts + 1)
    after = replace(
        state,
        rows=state.rows.put(id, held),
        pending=state.pending.drop(id),
        lanes=lanes,
        active=state.active.put(id, deadline),
    )
    return after, held


def complete(state: QueueState, id: str, token: int) -> tuple[QueueState, Verdict]:
    """Delete the row and its lease: OK, GONE or STALE."""
    held = _held(state, id, token)
    if isinstance(held, Verdict):
        return state, held
    return replace(state, rows=state.rows.drop(id), active=state.active.drop(id)), Verdict.OK


def retry(
    state: QueueState,
    id: str,
    token: int,
    now: int,
    delay_ms: int,
    max_attempts: int,
    error: str,
) -> tuple[QueueState, Verdict]:
    """Give the job back with its `error`: SCHEDULED for `now + delay_ms`, or DEAD if `max_attempts` are spent.

    GONE or STALE if the token doesn't hold. How long to wait is the caller's to compute. Raises ValueError for a
    negative `delay_ms`, for one that ends past 2^63-1, and for fewer than 1 `max_attempts`.
    """
    demand_at_least(0, "delay_ms", delay_ms)
    demand_at_least(1, "max_attempts", max_attempts)
    due = time_after(now, "delay_ms", delay_ms)
    held = _held(state, id, token)
    if isinstance(held, Verdict):
        return state, held
    active = state.active.drop(id)
    if held.attempts >= max_attempts:
        rows = state.rows.put(id, replace(held, state=JobState.DEAD, last_error=error))
        return replace(state, rows=rows, active=active, dead=state.dead.put(id)), Verdict.DEAD
    rows = state.rows.put(id, replace(held, state=JobState.SCHEDULED, last_error=error))
    schedule = state.schedule.put(id, due)
    return replace(state, rows=rows, active=active, schedule=schedule), Verdict.SCHEDULED


def extend(
    state: QueueState,
    id: str,
    token: int,
    now: int,
    lease_ms: int,
) -> tuple[QueueState, Verdict]:
    """Move the deadline to `now + lease_ms`: OK, GONE or STALE.

    Raises ValueError unless `lease_ms` is above 0 and ends by 2^63-1.
    """
    demand_at_least(1, "lease_ms", lease_ms)
    deadline = time_after(now, "lease_ms", lease_ms)
    held = _held(state, id, token)
    if isinstance(held, Verdict):
        return state, held
    return replace(state, active=state.active.put(id, deadline)), Verdict.OK


def _held(state: QueueState, id: str, token: int) -> Job | Verdict:
    """Return the row if `token` holds it, else the refusal.

    The token alone would not do: a row that waits, or was given back, still shows the number of its last claim, though
    nobody holds it. An id that can't have a row has none, so it is GONE too.
    """
    row = state.rows.get(id)
    if row is None:
        return Verdict.GONE
    if row.state is not JobState.ACTIVE or row.attempts != token:
        return Verdict.STALE
    return row
