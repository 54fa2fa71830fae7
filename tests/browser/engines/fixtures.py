"""What tests ask for by name: a Chromium, and each engine in turn that this machine has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from browser.engines import chromium, firefox, webkit
from browser.engines.engine import required

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from browser.engines.engine import Engine

AVAILABLE: Final = {"chromium": chromium.available, "firefox": firefox.available, "webkit": webkit.available}

MISSING: Final = pytest.StashKey[dict[str, str]]()
"""Engines that tests wanted and didn't get, with the reason: told again where a run's result is told."""


# A module's, not a session's: while Playwright runs, no asyncio.run works, and other folders' tests need it.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Give Playwright's Chromium, for tests that need more of it than `Engine` offers."""
    with chromium.running() as running:
        yield running


@pytest.fixture(scope="module", params=list(AVAILABLE))
def running_engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Start each engine once a module; skip loudly what isn't here, or fail where CI demands it."""
    name: str = request.param
    reason = AVAILABLE[name]()
    if reason is not None:
        if required():
            pytest.fail(f"CI demands {name}: {reason}")
        request.config.stash.setdefault(MISSING, {})[name] = reason
        pytest.skip(f"{name} was not tested: {reason}")
    running: Engine
    if name == "chromium":
        running = chromium.Chromium(request.getfixturevalue("browser"))
    elif name == "firefox":
        running = firefox.Firefox()
    else:
        running = webkit.WebKit()
    try:
        yield running
    finally:
        running.close()


@pytest.fixture
def engine(running_engine: Engine) -> Engine:
    """Give each engine in turn, as a reader's first visit finds it."""
    running_engine.fresh()
    return running_engine


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say at the end, however quiet the run, which engines nobody tested."""
    for name, reason in config.stash.get(MISSING, {}).items():
        terminalreporter.write_line(f"NOT TESTED in {name}: {reason}", red=True, bold=True)
