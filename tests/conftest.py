"""What all rooms share: the F# port as the compiler gives it, once a run for all who ask, and the table of faults."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest

from faults.table import FAULT, Observed, lines, table_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitegen.fable import Compiled


@pytest.fixture(scope="session")
def compiled() -> Compiled:
    from fsharp.port import ROOT, SOURCES  # noqa: PLC0415 - a generator that doesn't import fails only who asks for it
    from sitegen import fable  # noqa: PLC0415

    return fable.compile_project(ROOT, "port", fable.port(SOURCES))


@pytest.fixture
def observed(record_property: Callable[[str, object], None]) -> Observed:
    """Notes what came of a fault, for the table that is printed at the end."""
    return lambda fault, backing, outcome: record_property(FAULT, (fault, backing, outcome))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what came of each fault."""
    table = table_of(chain.from_iterable(terminalreporter.stats.values()))
    if table:
        terminalreporter.section("faults, and what came of them")
        for line in lines(table):
            terminalreporter.write_line(line)
