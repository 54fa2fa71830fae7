"""What all rooms share: the F# port as the compiler gives it, once a run for all who ask, and the table of faults."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, settings

from faults.table import FAULT, Observed, lines, table_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitegen.fable import Compiled

# How long one example takes says little where other tests have the processor too.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


LONGEST: Final = (
    "echomq/test_store_beside_memory.py",
    "browser/test_accessible.py",
    "browser/engines/test_scripts.py",
    "browser/engines/test_smoke.py",
    "sitegen/test_build.py",
    "browser/test_slot_calculator.py",
    "browser/test_bench_visits.py",
    "browser/test_editing.py",
    "browser/test_together.py",
    "fsharp/test_mutants.py",
)
"""The files of tests that take half a minute or more, longest first."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let workers begin with what takes longest, so that none of them is at it when the others have nothing left."""
    if hasattr(config, "workerinput"):
        ranks = {Path(__file__).parent / name: rank for rank, name in enumerate(LONGEST)}
        items.sort(key=lambda item: ranks.get(item.path, len(ranks)))


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
