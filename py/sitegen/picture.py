"""The picture in the README: the first dive as a reader meets it, taken by the project itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from sitegen.bench.starts import DIVE
from sitegen.browsers import CHROMIUM_ARGUMENTS, chromium
from sitegen.server import serving

if TYPE_CHECKING:
    from pathlib import Path


def take(site: Path, file: Path) -> None:
    """Write the top of the dive, its builder answered by Python, as a PNG of 1280 by 960 pixels."""
    with serving(site) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(CHROMIUM_ARGUMENTS))
        page = browser.new_page(viewport={"width": 1280, "height": 960}, reduced_motion="reduce")
        page.goto(base + DIVE)
        page.wait_for_selector("keyspace-builder[data-python=ready]")
        page.screenshot(path=file)
        browser.close()
