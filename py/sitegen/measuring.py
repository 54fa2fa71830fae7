"""A pytest plugin that measures which lines and branches a worker's share of the tests takes, and hands that in."""

import coverage
import pytest

from sitegen.suite import SETTINGS, TAKEN


class Measured:
    """One worker's share."""

    def __init__(self) -> None:
        """Begin to measure."""
        self._coverage = coverage.Coverage(data_file=None, config_file=SETTINGS)
        self._coverage.start()

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand in what was measured."""
        self._coverage.stop()
        session.config.workeroutput[TAKEN] = self._coverage.get_data().dumps()  # type: ignore[attr-defined]


def pytest_configure(config: pytest.Config) -> None:
    """Measure in a worker, before it collects, so that no import of what is measured goes unseen.

    The process that deals the tests out runs none, and measures nothing.
    """
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(Measured())
