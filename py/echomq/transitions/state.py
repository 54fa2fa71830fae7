"""A queue's state is its rows and four sets of ids: pending, schedule, active, dead."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, takewhile

from echomq import branded_id
from echomq.job import Job
from echomq.transitions.lanes import Lanes
from echomq.transitions.ordered import SortedMap, SortedSet


@dataclass(frozen=True, slots=True, eq=False)
class Timetable(Mapping[str, int]):
    """Ids, each with the time it falls due, walked in the order of (time, id).

    It is two indexes of the same entries: `order` answers what is due, `times` finds the time an id stands at.
    """

    times: SortedMap[str, int] = field(default_factory=SortedMap[str, int])
    order: SortedSet[tuple[int, str]] = field(default_factory=SortedSet[tuple[int, str]])

    def __getitem__(self, id: str) -> int:
        return self.times[id]

    def __len__(self) -> int:
        return len(self.times)

    def __iter__(self) -> Iterator[str]:
        return (id for _, id in self.order)

    def put(self, id: str, time: int) -> "Timetable":
        """Return this timetable with `id` at `time`, wherever it stood before."""
        before = self.drop(id) if id in self else self
        return Timetable(before.times.put(id, time), before.order.put((time, id)))

    def drop(self, id: str) -> "Timetable":
        """Return this timetable without `id`. Raises KeyError if it isn't there."""
        return Timetable(self.times.drop(id), self.order.drop((self.times[id], id)))

    def due(self, now: int, limit: int) -> list[str]:
        """Return at most `limit` ids whose time is `now` or earlier, in the order of (time, id)."""
        entries = takewhile(lambda entry: entry[0] <= now, self.order)
        return [id for _, id in islice(entries, min(limit, len(self)))]


@dataclass(frozen=True, slots=True)
class QueueState:
    """Everything one queue knows. `QueueState()` is an empty one.

    `lanes` are the pending ids once more, by group, and say whose turn it is. `schedule` holds when an id becomes
    pending, `active` when its lease may be taken away. A queue holds ids of one
    `namespace`, because between two there is no order of time for `claim` to follow. Raises ValueError if `namespace`
    is not three letters A-Z.
    """

    rows: SortedMap[str, Job] = field(default_factory=SortedMap[str, Job])
    pending: SortedSet[str] = field(default_factory=SortedSet[str])
    lanes: Lanes = field(default_factory=Lanes)
    schedule: Timetable = field(default_factory=Timetable)
    active: Timetable = field(default_factory=Timetable)
    dead: SortedSet[str] = field(default_factory=SortedSet[str])
    namespace: str = "JOB"

    def __post_init__(self) -> None:
        if not branded_id.is_namespace(self.namespace):
            message = f"namespace must be three letters A-Z, got {self.namespace!a:.40}"
            raise ValueError(message)
