"""The tests, run by pytest in this process; a whole run also demands every branch of the domain and of the widgets."""

import contextlib
import io
from collections.abc import Sequence
from pathlib import Path

import coverage
import pytest
from coverage.exceptions import CoverageException

DEMANDED = 100.0
"""Per cent of lines and branches in py/echomq and py/widgets that a whole run takes."""


class BranchCoverage:
    """A pytest plugin that measures the run, reports before pytest's own last line and fails a run that left a gap."""

    def __init__(self) -> None:
        """Begin to measure: before pytest, so that no import of what is measured goes unseen."""
        self._coverage = coverage.Coverage(config_file="pyproject.toml")
        self._report = io.StringIO()
        self._coverage.start()

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Count, and let a gap fail a run that was fine otherwise."""
        self._coverage.stop()
        self._coverage.save()
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
    """Run the tests that pytest's `arguments` choose, or all of them and the demand on coverage; return an exit code.

    0 is success, 1 a failure, 2 a wrong use. Paths among the arguments are relative to `root`.
    """
    with contextlib.chdir(root):
        plugins = [] if arguments else [BranchCoverage()]
        code = pytest.main([*arguments], plugins)
    return {pytest.ExitCode.OK: 0, pytest.ExitCode.USAGE_ERROR: 2}.get(pytest.ExitCode(code), 1)
