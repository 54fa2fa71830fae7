"""What became of a queue under each fault, as the tests saw it: collected while they run, printed when they have."""

from typing import Protocol

import pytest


class Observed(Protocol):
    """Notes what came of a fault on a backing."""

    def __call__(self, fault: str, backing: str, outcome: str) -> None: ...


Table = dict[tuple[str, str, str], int]
"""Fault, backing and outcome, and by how many tests they were seen."""

TABLE = pytest.StashKey[Table]()


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
