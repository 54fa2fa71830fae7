"""A button that presses itself goes on until it is done, stops when the reader does anything, and keeps still for some."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import Reader

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page


#: A key whose run takes many minutes, and what is said while it is under way.
LONG = "k" * 5_000
UNDER_WAY = re.compile(r"byte [1-9]\d* of 5,000")


def widget(page: Page) -> Locator:
    return page.locator("slot-calculator")


def play(page: Page) -> Locator:
    return widget(page).locator("button[name=play]")


def count(page: Page) -> Locator:
    return widget(page).locator(".stepper .hint")


def opened(reader: Reader, key: str) -> Page:
    page = reader.open()
    widget(page).locator("input[name=key]").fill(key)
    expect(count(page)).to_have_text(f"byte {len(key):,} of {len(key):,}")
    return page


def test_one_press_goes_through_all_steps_and_ends(reader: Reader) -> None:
    page = opened(reader, "abc")
    page.evaluate(
        """() => {
          window.steps = [];
          const hint = () => document.querySelector("slot-calculator .stepper .hint").textContent;
          new MutationObserver(() => { if (steps.at(-1) !== hint()) steps.push(hint()); })
            .observe(document.querySelector("slot-calculator"), {subtree: true, childList: true, characterData: true});
        }"""
    )
    expect(play(page)).to_have_text("Play", use_inner_text=True)
    play(page).click()
    expect(play(page)).to_have_text("Pause", use_inner_text=True)
    expect(widget(page)).to_have_attribute("data-running", "play")
    expect(play(page)).to_have_text("Play", use_inner_text=True)
    assert page.evaluate("steps") == [f"byte {number} of 3" for number in range(4)]
    expect(widget(page)).not_to_have_attribute("data-running", "play")


def test_pressed_again_it_stops_where_it_is_and_goes_on_from_there(reader: Reader) -> None:
    page = opened(reader, LONG)
    page.clock.install()  # its timers are the page's from here on, so that what one of them would do can be hurried
    play(page).click()
    expect(count(page)).to_have_text(UNDER_WAY)
    play(page).click()
    expect(play(page)).to_have_text("Play", use_inner_text=True)
    stopped = count(page).text_content()
    page.clock.run_for(2_000)
    assert count(page).text_content() == stopped
    play(page).click()
    expect(play(page)).to_have_text("Pause", use_inner_text=True)
    expect(count(page)).not_to_have_text(stopped or "")


@pytest.mark.parametrize("deed", ["another button", "typing", "a preset"])
def test_whatever_else_the_reader_does_stops_it(reader: Reader, deed: str) -> None:
    page = opened(reader, LONG)
    play(page).click()
    expect(count(page)).to_have_text(UNDER_WAY)
    if deed == "another button":
        widget(page).locator("button[name=first]").click()
        expect(count(page)).to_have_text("byte 0 of 5,000")
    elif deed == "typing":
        widget(page).locator("input[name=key]").fill("xy")
        expect(count(page)).to_have_text("byte 2 of 2")
    else:
        widget(page).locator("button[name=key]").nth(1).click()
        expect(count(page)).to_have_text("byte 2 of 2")
    expect(play(page)).to_have_text("Play", use_inner_text=True)
    assert widget(page).get_attribute("data-running") is None


def test_a_reader_who_asks_for_less_motion_is_not_offered_it(browser: Browser, site_url: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    reading = Reader(context, site_url)
    page = reading.open()
    expect(widget(page).locator("button[name=next]")).to_be_visible()
    expect(play(page)).to_be_hidden()
    context.close()
    assert reading.complaints == []
