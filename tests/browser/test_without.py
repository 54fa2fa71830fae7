"""The pages without scripts, from a folder, by keyboard alone, and on the narrowest screens."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import DIVE, PAGES, Reader, field_of, part, widget

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_without_scripts_the_page_is_complete_with_the_choices_as_a_table(browser: Browser, site_url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site_url + DIVE)
    expect(part(page, "slot")).to_have_text("10780")
    expect(field_of(page, "queue")).to_be_hidden()
    table = page.locator("table", has_text="123456789").first
    expect(table).to_be_visible()
    expect(table).to_contain_text("12739")
    expect(table).to_contain_text("jobKey requires a valid branded id")
    expect(page.locator("details.ran").first).to_be_visible()
    assert page.locator("section h2").count() >= 7
    context.close()


def test_from_a_folder_python_answers_the_same(browser: Browser, site_folder: Path) -> None:
    context = browser.new_context()
    reader = Reader(context, site_folder.as_uri() + "/")
    page = reader.open()
    field_of(page, "queue").fill("123456789")
    expect(part(page, "slot")).to_have_text("12739")
    field_of(page, "id").fill("job")
    expect(part(page, "refusal")).to_have_text("jobKey requires a valid branded id")
    expect(widget(page)).to_have_attribute("data-python", "ready")
    page.get_by_role("link", name="C4.08", exact=False).first.click()
    expect(page).to_have_url(reader.base + "persistence/index.html")
    assert reader.complaints == []
    context.close()


def test_the_keyboard_alone_reaches_and_changes_everything(reader: Reader) -> None:
    page = reader.open()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the page"
    page.keyboard.press("Enter")
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        name = page.evaluate("document.activeElement.getAttribute('name')")
        reached.append(name)
        if name == "queue" and page.evaluate("document.activeElement.localName") == "input":
            page.keyboard.press("ControlOrMeta+a")
            page.keyboard.type("sms")
        if name == "mint":
            page.keyboard.press("Enter")
            break
    assert "mint" in reached, reached
    expect(part(page, "slot")).to_have_text("13018")
    expect(part(page, "key")).not_to_have_text("emq:{sms}:job:JOB0Dqhu1EacDY")
    assert page.evaluate("document.activeElement.getAttribute('name')") == "mint"


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", [360, 390, 768, 1280])
def test_nothing_scrolls_sideways(browser: Browser, site_url: str, path: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    page.goto(site_url + path)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


@pytest.mark.parametrize("path", PAGES)
def test_targets_are_large_enough(browser: Browser, site_url: str, path: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 800})
    page = context.new_page()
    page.goto(site_url + path)
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, input:not([type=radio], [type=checkbox]), select, summary, .seg label')]
            .map((element) => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 24 || box.height < 24))
            .map(([text, box]) => `${text} ${box.width} x ${box.height}`)"""
    )
    assert small == []
    context.close()
