"""The site, built once a run and served as a static host would, and the browsers that read it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from browser.engines.fixtures import browser, engine, pytest_terminal_summary, running_engine
from browser.reader import PATIENCE, Reader
from sitegen.server import serving
from sitegen.turnstile import turnstile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

__all__ = ["browser", "engine", "pytest_terminal_summary", "running_engine"]

ROOT: Final = Path(__file__).parents[2]

# Python starts within it on the slowest machine; a condition that holds is seen at once.
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def site_folder(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of the whole site, built from this checkout by the first of the run's processes that asks for it."""
    from sitegen.build import build_site  # noqa: PLC0415 - a generator that doesn't import fails only the tests that ask for a site

    folder = tmp_path_factory.getbasetemp()
    if hasattr(pytestconfig, "workerinput"):
        folder = folder.parent  # a worker's own lies in the run's
    out = folder / "site" / "dist"
    with turnstile(folder / "site.lock", lambda: None):
        if not out.exists():
            report = build_site(ROOT, out)
            assert not report.problems, [str(problem) for problem in report.problems]
    return out


@pytest.fixture(scope="session")
def site_url(site_folder: Path) -> Iterator[str]:
    """Give the address, ending in "/", at which the site is served over http on a free port."""
    with serving(site_folder) as address:
        yield address


@pytest.fixture
def reader(browser: Browser, site_url: str) -> Iterator[Reader]:
    """Give a reader with a fresh profile, who must have nothing left to complain of when the test is over."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    reading = Reader(context, site_url)
    yield reading
    context.unroute_all(behavior="ignoreErrors")
    context.close()
    assert reading.complaints == []
