"""What was observed of a play: each call with its answer, the leases, and the rows as a caller knows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from echomq.port import Admission, Counts, Job, Verdict
from widgets.figures.port.kept.witness import Kept

Answer = Admission | Verdict | Job | tuple[str, ...] | None
"""What a verb answers; the ids of a sweep as a tuple."""


class Ending(StrEnum):
    """How a lease came to its end."""

    COMPLETED = "completed"
    RETURNED = "given back"
    DEAD = "dead"
    REAPED = "reaped"


@dataclass(frozen=True, slots=True)
class Lease:
    """A job lent to worker `by`, for times of the play's clock in ms.

    `end` and `ending` are None while it is held. `ended_by` is the worker who ended it, nobody where it was reaped.
    """

    by: str
    id: str
    token: int
    start: int
    deadline: int
    end: int | None = None
    ending: Ending | None = None
    ended_by: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row as `get` answers it; `time` is when it is due or its lease lapses, `holder` whom it was lent to."""

    job: Job
    time: int | None = None
    holder: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """A verb of the port, and its arguments by name, in the port's order."""

    verb: str
    arguments: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Entry:
    """A call, its answer, and the rows before and after it. `lease` is the one whose token was shown."""

    number: int
    now: int
    by: str
    call: Call
    answer: Answer
    before: Mapping[str, Row]
    after: Mapping[str, Row]
    lease: Lease | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids that a sweep moved."""
        return self.answer if isinstance(self.answer, tuple) else ()

    @property
    def is_refused(self) -> bool:
        """Whether the store changed nothing because it would not."""
        return self.answer in (Admission.DUPLICATE, Verdict.STALE, Verdict.GONE)


@dataclass(frozen=True, slots=True)
class Pass:
    """A command from which no call could be made."""

    now: int
    by: str
    words: str


@dataclass(frozen=True, slots=True)
class Play:
    """What was observed: the log, the clock in ms, the rows there are, the leases, and what each worker got last.

    `kept` is what was seen of the place the queue was kept in, where somebody watched it.
    """

    log: tuple[Entry | Pass, ...]
    clock: int
    rows: Mapping[str, Row]
    counts: Counts
    leases: tuple[Lease, ...]
    last: Mapping[str, Lease | None]
    kept: Kept | None = None
