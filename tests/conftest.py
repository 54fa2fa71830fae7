"""What all rooms share: the F# port as the compiler gives it, once a run for all who ask, and the table of faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from faults.table import TABLE, Observed, Table, lines

if TYPE_CHECKING:
    from sitegen.fable import Compiled


@pytest.fixture(scope="session")
def compiled() -> Compiled:
    from fsharp.port import ROOT, SOURCES  # noqa: PLC0415 - a generator that doesn't import fails only who asks for it
    from sitegen import fable  # noqa: PLC0415

    return fable.compile_project(ROOT, "port", fable.port(SOURCES))


@pytest.fixture(scope="session")
def observed(pytestconfig: pytest.Config) -> Observed:
    """Notes what came of a fault, for the table that is printed at the end."""
    table: Table = {}
    pytestconfig.stash[TABLE] = table

    def note(fault: str, backing: str, outcome: str) -> None:
        row = (fault, backing, outcome)
        table[row] = table.get(row, 0) + 1

    return note


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print what came of each fault."""
    table = config.stash.get(TABLE, {})
    if table:
        terminalreporter.section("faults, and what came of them")
        for line in lines(table):
            terminalreporter.write_line(line)
