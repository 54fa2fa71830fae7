"""Waiting for what a server is about to do."""

import time
from collections.abc import Callable

PATIENCE_S = 60
"""Seconds until a condition that must come true is given up."""


def wait_until(condition: Callable[[], bool]) -> None:
    """Return once `condition` holds. Raises AssertionError where it never does."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.002)  # whoever is to make it true wants the processor too
