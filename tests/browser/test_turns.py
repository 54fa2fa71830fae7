"""The page behind a link that a reader seems about to follow is fetched before, alone, and is there when it is followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.reader import DIVE, widget

if TYPE_CHECKING:
    from playwright.sync_api import Request

    from browser.reader import Reader

NEXT = "persistence/serialization/index.html"
HOW = "() => performance.getEntriesByType('navigation')[0].deliveryType"


def ahead(request: Request) -> bool:
    """Whether a browser asks for something that nobody asked for yet."""
    return (request.headers.get("sec-purpose") or "").startswith("prefetch")


def test_a_link_that_is_pointed_at_brings_its_page_and_nothing_else(reader: Reader) -> None:
    asked: list[str] = []
    reader.context.on("request", lambda request: asked.append(request.url) if ahead(request) else None)
    page = reader.open()
    expect(widget(page)).to_have_attribute("data-python", "ready")
    link = page.locator(f"a[href*='{NEXT.split('/')[1]}']").first
    with page.expect_response(reader.base + NEXT):
        link.hover()
    assert asked == [reader.base + NEXT]
    link.click()
    page.wait_for_url(reader.base + NEXT)
    assert page.evaluate(HOW) == "navigational-prefetch"
    expect(page.locator("[data-python]").first).to_have_attribute("data-python", "ready")


def test_a_link_that_is_followed_at_once_leads_there_all_the_same(reader: Reader) -> None:
    page = reader.open(NEXT)
    page.locator(f"a[href*='{DIVE.split('/')[1]}']").first.dispatch_event("click")
    page.wait_for_url(reader.base + DIVE)
    assert page.evaluate(HOW) == ""
