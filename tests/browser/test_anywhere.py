"""The folder works wherever it is dropped: below any path of a host, and where an address leads nowhere."""

from __future__ import annotations

import gzip
import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import DIVE, Reader, field_of, part
from sitegen.server import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def host(site_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A host that has the site two folders down, and shows the site's 404.html for all it doesn't find."""
    root = tmp_path_factory.mktemp("host")
    shutil.copytree(site_folder, root / "courses" / "c4-08")
    shutil.copy(site_folder / "404.html", root)
    with serving(root) as address:
        yield address


def test_below_a_path_everything_is_found_and_answers(browser: Browser, host: str) -> None:
    context = browser.new_context()
    reader = Reader(context, f"{host}courses/c4-08/")
    page = reader.open("index.html")
    page.get_by_role("link", name="Keys & rows").first.click()
    expect(page).to_have_url(reader.base + DIVE)
    field_of(page, "queue").fill("123456789")
    expect(part(page, "slot")).to_have_text("12739")
    context.close()
    assert reader.complaints == []


@pytest.mark.parametrize("address", ["nothing", "courses/c4-08/persistence/no/such/page/", "courses/c4-08/404.html"])
def test_an_address_that_leads_nowhere_leads_home(browser: Browser, host: str, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(host + address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    link = page.get_by_role("link", name="F# In Depth")
    if address == "nothing":  # above the site nothing tells where it is: its names stay names
        expect(page.locator("a[data-path='index.html']").first).to_be_visible()
        expect(link).to_have_count(0)
    else:
        expect(link).to_have_attribute("href", "/courses/c4-08/index.html")
        link.click()
        expect(page).to_have_url(f"{host}courses/c4-08/index.html")
    context.close()


def test_one_page_outside_python_stays_under_its_budget(browser: Browser, site_url: str) -> None:
    context = browser.new_context()
    reader = Reader(context, site_url)
    page = reader.open()
    page.wait_for_load_state("networkidle")
    asked = {url.removeprefix(site_url) for url in reader.requests if "/assets/python/" not in url}
    manifest = context.request.get(f"{site_url}assets/manifest.json").json()["assets"]
    sizes = {asset["path"]: asset["gzip"] for asset in manifest}
    fonts = sum(size for path, size in sizes.items() if path in asked and path.endswith(".woff2"))
    assets = sum(size for path, size in sizes.items() if path in asked)
    assert {path for path in asked if path not in sizes} == {DIVE}
    assert 0 < fonts <= 120_000
    assert assets + len(gzip.compress(page.content().encode())) <= 165_000
    context.close()
