"""Admission: an id enters the queue once, and its first payload stays."""

from dataclasses import replace

from echomq import job
from echomq.job import JobState
from echomq.transitions.answers import Admission
from echomq.transitions.demands import demand_admissible
from echomq.transitions.state import QueueState


def enqueue(state: QueueState, id: str, payload: str, group: str | None = None) -> tuple[QueueState, Admission]:
    """Put a new id among the pending: ENQUEUED, or DUPLICATE if it has a row in any set.

    Raises ValueError for an ill-formed id, a payload past 2^63-1 or another namespace than the queue's. A completed
    id has no row and may enter again, with its attempts back at 0; then a token of its first life can match one of
    its second. Ids are minted once, so don't.
    """
    demand_admissible(id, state.namespace)
    if id in state.rows:
        return state, Admission.DUPLICATE
    rows = state.rows.put(id, job.create(id, payload, group))
    return replace(
        state, rows=rows, pending=state.pending.put(id), lanes=state.lanes.put(id, group)
    ), Admission.ENQUEUED


def enqueue_at(
    state: QueueState, id: str, payload: str, due_ms: int, group: str | None = None
) -> tuple[QueueState, Admission]:
    """Put a new id into the schedule, for `promote` to find from `due_ms` on: SCHEDULED, or DUPLICATE.

    Raises ValueError as `enqueue` does.
    """
    demand_admissible(id, state.namespace)
    if id in state.rows:
        return state, Admission.DUPLICATE
    row = replace(job.create(id, payload, group), state=JobState.SCHEDULED)
    return replace(state, rows=state.rows.put(id, row), schedule=state.schedule.put(id, due_ms)), Admission.SCHEDULED
