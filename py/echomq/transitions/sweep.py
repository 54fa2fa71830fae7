"""Sweeps: what has come due, in the schedule or among the leases, goes back to the pending."""

from dataclasses import replace

from echomq.job import JobState
from echomq.transitions.demands import demand_at_least
from echomq.transitions.state import QueueState


def promote(state: QueueState, now: int, limit: int) -> tuple[QueueState, list[str]]:
    """Make at most `limit` scheduled ids pending, those due at `now` or before, in the order of (due, id).

    Raises ValueError for a negative `limit`.
    """
    demand_at_least(0, "limit", limit)
    ids = state.schedule.due(now, limit)
    for id in ids:
        state = replace(_made_pending(state, id), schedule=state.schedule.drop(id))
    return state, ids


def reap(state: QueueState, now: int, limit: int) -> tuple[QueueState, list[str]]:
    """End at most `limit` leases, those whose deadline is `now` or before, in the order of (deadline, id).

    The jobs keep their attempts, so the next claim's token is larger than the one that is stale from here on. Reaping
    makes no job dead, however often it happens; `retry` alone does. Raises ValueError for a negative `limit`.
    """
    demand_at_least(0, "limit", limit)
    ids = state.active.due(now, limit)
    for id in ids:
        state = replace(_made_pending(state, id), active=state.active.drop(id))
    return state, ids


def _made_pending(state: QueueState, id: str) -> QueueState:
    row = replace(state.rows[id], state=JobState.PENDING)
    lanes = state.lanes.put(id, row.group)
    return replace(state, rows=state.rows.put(id, row), pending=state.pending.put(id), lanes=lanes)
