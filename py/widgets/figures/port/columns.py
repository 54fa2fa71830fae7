"""The four sets of a queue as columns, each with its count, the verbs that act on it, and the jobs it holds."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from echomq.job import JobState
from widgets.figures.branded import coloured
from widgets.figures.port.observed import Play, Row
from widgets.figures.port.play import MAX_ATTEMPTS
from widgets.figures.port.told import seconds
from widgets.seam.html import Element, Node, code, div, li, ol, p, small, span

_SHOWN = 12


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    state: JobState
    words: Callable[[Row, int], str]


def columns(play: Play, verbs: Mapping[str, Node]) -> Element:
    """Return the four columns; `verbs` are the buttons of each, by its name.

    Readouts: the lists pending, schedule, active and dead, whose items have `data-id`; their counts as pending-count
    and so on. Heads and items may travel: a job that goes to another set passes that set's head.
    """
    counts = play.counts._asdict()
    return div(".sets")[
        [
            div(f".set.{column.name}")[
                p(".lab", data_travel=column.name)[
                    span(".sc")[column.name], span(data_part=f"{column.name}-count")[counts[column.name]]
                ],
                verbs.get(column.name),
                ol(".jobs", data_part=column.name, aria_label=f"Jobs in {column.name}")[_items(column, play)],
            ]
            for column in _COLUMNS
        ]
    ]


def _items(column: _Column, play: Play) -> Iterable[Element]:
    rows = [row for row in play.rows.values() if row.job.state is column.state]
    rows.sort(key=lambda row: (row.time or 0, row.job.id))
    for row in rows[:_SHOWN]:
        yield li(data_id=row.job.id, data_travel=row.job.id)[
            code(".id")[coloured(row.job.id)], " ", small[column.words(row, play.clock)]
        ]
    if len(rows) > _SHOWN:
        yield li(".more")[f"and {len(rows) - _SHOWN} more"]


def _pending(row: Row, _clock: int) -> str:
    return f"attempts {row.job.attempts}"


def _scheduled(row: Row, clock: int) -> str:
    due = row.time or 0
    when = f"due since {seconds(due)}" if due <= clock else f"due at {seconds(due)}"
    return f"{when}, attempts {row.job.attempts}{_error(row)}"


def _active(row: Row, clock: int) -> str:
    deadline = row.time or 0
    when = f"lapsed at {seconds(deadline)}" if deadline <= clock else f"until {seconds(deadline)}"
    return f"token {row.job.attempts}, {row.holder}, {when}"


def _dead(row: Row, _clock: int) -> str:
    return f"attempts {row.job.attempts} of {MAX_ATTEMPTS}{_error(row)}"


def _error(row: Row) -> str:
    return f", “{row.job.last_error}”" if row.job.last_error else ""


_COLUMNS = (
    _Column("pending", JobState.PENDING, _pending),
    _Column("schedule", JobState.SCHEDULED, _scheduled),
    _Column("active", JobState.ACTIVE, _active),
    _Column("dead", JobState.DEAD, _dead),
)
