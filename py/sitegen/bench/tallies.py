"""What came of the rounds: medians and minima, and ratios to what all are compared with."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

from sitegen.bench.starts import MEASURE, PLAIN, STARTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sitegen.bench.conditions import Condition
    from sitegen.bench.visits import Visit

Rounds = dict[str, dict[str, list["Visit"]]]


def tallied(condition: Condition, rounds: Rounds) -> dict[str, Any]:
    """The figures of one condition.

    Every ratio of a time is to the first visit of PyScript or of naive Pyodide, of a second visit as well: who comes again
    is told how long that takes beside somebody's first. That of memory is to naive Pyodide's on the same visit.
    """
    measure, naive = rounds[MEASURE.name]["cold"], rounds[PLAIN.name]["cold"]
    return {
        "name": condition.name,
        "cpu_times": condition.times,
        "cpu_times_measured": _median(one.slower for visits in rounds.values() for one in visits["cold"]),
        "megabits": condition.megabits,
        "round_trip_ms": condition.round_trip_ms,
        "rounds": len(measure),
        "starts": {
            start.name: {"title": start.title}
            | {
                kind: _figures(visits, measure, naive, rounds[PLAIN.name][kind])
                for kind, visits in rounds[start.name].items()
                if visits
            }
            for start in STARTS
        },
    }


def _figures(
    visits: Sequence[Visit], measure: Sequence[Visit], naive: Sequence[Visit], naive_too: Sequence[Visit]
) -> dict[str, Any]:
    took = [one.first_answer_ms for one in visits]
    memory, naive_memory = (_median(one.memory_mb for one in some) for some in (visits, naive_too))
    return {
        "first_answer_ms": {"median": statistics.median(took), "min": min(took), "all": took},
        **{
            f"ratio_to_{name}": {
                "of_medians": statistics.median(took) / statistics.median(beside),
                "of_minima": min(took) / min(beside),
            }
            for name, some in ((MEASURE.name, measure), (PLAIN.name, naive))
            for beside in [[one.first_answer_ms for one in some]]
        },
        "bytes": statistics.median(one.bytes for one in visits),
        "peak_memory_mb": memory,
        "peak_memory_ratio_to_naive": memory / naive_memory if memory and naive_memory else None,
        "first_contentful_paint_ms": _median(one.first_paint_ms for one in visits),
        "longest_task_ms": _median(one.blocked_ms for one in visits),
        "used": [one.used for one in visits],
    }


def _median(numbers: Iterable[float | None]) -> float | None:
    """The middle one of those that are known."""
    known = [number for number in numbers if number is not None]
    return statistics.median(known) if known else None
