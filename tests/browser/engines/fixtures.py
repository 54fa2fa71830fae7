"""What tests ask for by name: a Chromium, and each engine in turn that this machine has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from browser.engines import chromium, firefox, webkit
from demanded import lacking

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from browser.engines.engine import Engine

AVAILABLE: Final = {"chromium": chromium.available, "firefox": firefox.available, "webkit": webkit.available}

NOT_TESTED: Final = "NOT TESTED in "
"""How the reason begins for which a test is skipped that wanted an engine and didn't get it."""


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
        lacking(f"{NOT_TESTED}{name}: {reason}")
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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end, however quiet the run, which engines nobody tested."""
    reasons = {report.longrepr[2] for report in terminalreporter.stats.get("skipped", ())}
    for reason in sorted(reason.removeprefix("Skipped: ") for reason in reasons):
        if reason.startswith(NOT_TESTED):
            terminalreporter.write_line(reason, red=True, bold=True)
