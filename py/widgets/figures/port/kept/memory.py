"""A store in memory does nothing but replace its state: what it did is told by the difference of two."""

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager

from echomq.job import Job
from echomq.stores.memory import MemoryStore
from echomq.transitions import QueueState
from widgets.figures.port.kept.witness import Asked, Deed, Table


class MemoryWitness:
    """Watches a store in memory."""

    __slots__ = ("_after", "_before", "store")

    def __init__(self) -> None:
        self.store = MemoryStore()
        self._before = self.store.state
        self._after = self.store.state

    @contextmanager
    def watched(self) -> Generator[None, None, None]:
        """Remember the state before the block and after it."""
        self._before = self.store.state
        yield
        self._after = self.store.state

    def deeds(self) -> tuple[Deed, ...]:
        """Return the edits that make the one state the other; none where it is the same state."""
        return tuple(Deed(edit) for edit in _edits(self._before, self._after))

    def asked(self, line: str) -> Asked | None:  # noqa: ARG002 - it takes no questions
        """Return nothing."""
        return None

    def close(self) -> None:
        """Nothing is held but memory."""

    def tables(self) -> tuple[Table, ...]:
        """Return the collections of the state."""
        state = self.store.state
        rows = tuple((id, *_told(job)) for id, job in state.rows.items())
        lanes = tuple(("no group" if group is None else group, ", ".join(ids)) for group, ids in state.lanes.items())
        return (
            Table("rows", ("id", "state", "attempts", "payload", "last error"), rows),
            Table("pending", ("id",), tuple((id,) for id in state.pending)),
            Table("lanes, in the order of their turns", ("group", "ids"), lanes),
            Table("schedule", ("id", "due, ms"), tuple((id, str(state.schedule[id])) for id in state.schedule)),
            Table("active", ("id", "deadline, ms"), tuple((id, str(state.active[id])) for id in state.active)),
            Table("dead", ("id",), tuple((id,) for id in state.dead)),
        )


def _edits(before: QueueState, after: QueueState) -> Iterator[str]:
    for id in {**before.rows, **after.rows}:
        row = after.rows.get(id)
        if row is None:
            yield f"rows − {id}"
        elif row != before.rows.get(id):
            yield f"rows[{id}] = {', '.join(filter(None, _told(row)))}"
    for name in ("pending", "dead"):
        yield from _moved(name, dict.fromkeys(getattr(before, name), ""), dict.fromkeys(getattr(after, name), ""))
    for name in ("schedule", "active"):
        yield from _moved(name, _times(getattr(before, name)), _times(getattr(after, name)))


def _moved(name: str, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    for id in {**before, **after}:
        if before.get(id) != after.get(id):
            yield f"{name} + {id}{after[id]}" if id in after else f"{name} − {id}"


def _times(times: Mapping[str, int]) -> dict[str, str]:
    return {id: f" at {time} ms" for id, time in times.items()}


def _told(job: Job) -> tuple[str, ...]:
    return job.state.value, str(job.attempts), job.payload, job.last_error or ""
