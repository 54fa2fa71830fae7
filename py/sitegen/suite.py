"""The tests, run by pytest; a whole run keeps all cores busy, and demands every branch of the domain and of the widgets."""

import contextlib
import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import coverage
import pytest
from coverage.exceptions import CoverageException

DEMANDED = 100.0
"""Per cent of lines and branches in py/echomq and py/widgets that a whole run takes."""

MOST_WORKERS = 4
"""Each starts servers and browsers of its own, and more would only wait for the files of tests that take longest."""

SETTINGS = "pyproject.toml"

TAKEN = "lines and branches"
"""What a worker hands in at its end (`sitegen.measuring`), by this name."""


class BranchCoverage:
    """A pytest plugin that puts together what the workers measured, reports before pytest's own last line and fails a
    run that left a gap.
    """

    def __init__(self) -> None:
        """Begin with nothing: what an earlier run took doesn't count."""
        self._coverage = coverage.Coverage(config_file=SETTINGS)
        self._coverage.erase()
        self._report = io.StringIO()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:  # noqa: ANN401 - the worker as xdist has it, which has no types
        """Add what a worker measured; one that crashed, which is a failure by itself, hands in nothing."""
        handed_in = getattr(node, "workeroutput", {}).get(TAKEN)
        if handed_in is not None:
            taken = coverage.CoverageData(no_disk=True)
            taken.loads(handed_in)
            self._coverage.get_data().update(taken)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Count, and let a gap fail a run that was fine otherwise."""
        try:
            covered = self._coverage.report(file=self._report)
        except CoverageException as error:
            covered = 0.0
            self._report.write(f"{error}\n")
        if covered < DEMANDED:
            self._report.write(f"FAILED: {covered:.2f} % of lines and branches covered, {DEMANDED:g} % demanded.\n")
            if session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print what was counted."""
        terminalreporter.section("lines and branches covered")
        terminalreporter.write(self._report.getvalue())


def run(root: Path, arguments: Sequence[str]) -> int:
    """Run the tests that pytest's `arguments` choose in this process, or all of them in several and the demand on
    coverage; return an exit code.

    0 is success, 1 a failure, 2 a wrong use. Paths among the arguments are relative to `root`.
    """
    with contextlib.chdir(root):
        code = pytest.main([*arguments]) if arguments else pytest.main(_whole(), [BranchCoverage()])
    return {pytest.ExitCode.OK: 0, pytest.ExitCode.USAGE_ERROR: 2}.get(pytest.ExitCode(code), 1)


def _whole() -> list[str]:
    """Pytest's arguments for all tests, which workers take from one queue, a file at a time."""
    workers = min(_cores(), MOST_WORKERS)
    return ["-p", "sitegen.measuring", f"--numprocesses={workers}", "--dist=loadfile", "--no-loadscope-reorder"]


def _cores() -> int:
    """How many cores this process may use, where the system tells that, or else how many there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
