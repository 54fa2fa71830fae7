"""What became of a queue under each fault, as the tests saw it: noted in their reports, printed when all have run."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol, cast

import pytest

FAULT = "fault"
"""The property of a test's report that holds one row; reports come from every process that runs tests."""


class Observed(Protocol):
    """Notes what came of a fault on a backing."""

    def __call__(self, fault: str, backing: str, outcome: str) -> None: ...


Row = tuple[str, str, str]
"""Fault, backing and outcome."""

Table = Mapping[Row, int]
"""Rows, and how often they were seen."""


def table_of(reports: Iterable[object]) -> Table:
    """What tests noted, in an order that doesn't depend on theirs."""
    calls = (report for report in reports if isinstance(report, pytest.TestReport) and report.when == "call")
    rows = [cast("Row", row) for call in calls for name, row in call.user_properties if name == FAULT]
    return Counter(sorted(rows))


def lines(table: Table) -> list[str]:
    """The table in Markdown; of what several tests saw alike, how many they were."""
    return [
        "| fault | backing | outcome |",
        "|---|---|---|",
        *(
            f"| {fault} | {backing} | {outcome}{f' ({times} calls)' if times > 1 else ''} |"
            for (fault, backing, outcome), times in table.items()
        ),
    ]
