"""Looking: questions that leave the state as it is."""

from itertools import islice

from echomq.job import Job
from echomq.transitions.answers import Counts
from echomq.transitions.demands import demand_at_least
from echomq.transitions.state import QueueState


def browse(state: QueueState, limit: int) -> list[str]:
    """Return at most `limit` pending ids, the newest first. Raises ValueError for a negative `limit`."""
    demand_at_least(0, "limit", limit)
    return list(islice(reversed(state.pending), min(limit, len(state.pending))))


def get(state: QueueState, id: str) -> Job | None:
    """Return the row of `id`, None if there is none."""
    return state.rows.get(id)


def counts(state: QueueState) -> Counts:
    """Return how many ids are pending, scheduled, active and dead."""
    return Counts(len(state.pending), len(state.schedule), len(state.active), len(state.dead))
