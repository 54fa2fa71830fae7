"""A reader chooses the language of the listings once: for all of them, here and on the next page; scripts are not needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import DIVE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from browser.reader import Reader

BUILDERS = "#builders"
RULE = "#rule"
HUB = "persistence/index.html"


def shows(page: Page, listing: str, language: str) -> None:
    """One text of a listing is to be seen, in this language."""
    expect(page.locator(f"{listing} pre:visible")).to_have_attribute("data-l", language)


def choose(page: Page, listing: str, language: str) -> None:
    page.locator(f"{listing} fieldset input[value={language}]").check()


def test_fsharp_is_there_first_and_python_is_chosen_for_every_listing(reader: Reader) -> None:
    page = reader.open()
    shows(page, BUILDERS, "fs")
    expect(page.locator(f"{BUILDERS} .hint:visible")).to_have_text("F#, compiled by Fable 5.15.0")
    expect(page.locator(f"{BUILDERS} .bar > code:visible")).to_have_text("EchoMQ/Keyspace.fs")
    choose(page, BUILDERS, "py")
    shows(page, BUILDERS, "py")
    shows(page, RULE, "py")
    expect(page.locator(f"{BUILDERS} .hint:visible")).to_have_text("run by Python 3.14 in this page")
    expect(page.locator(f"{BUILDERS} .bar > code:visible")).to_have_text("echomq/keyspace.py")
    page.locator("keyspace-builder summary").click()
    shows(page, "keyspace-builder .ran", "py")
    choose(page, "keyspace-builder .ran", "fs")
    shows(page, "keyspace-builder .ran", "fs")
    shows(page, RULE, "fs")


def test_the_choice_is_there_on_the_next_page_and_on_the_one_that_comes_back(reader: Reader) -> None:
    page = reader.open()
    choose(page, RULE, "py")
    page.goto(reader.base + HUB)
    page.locator("keyspace-builder summary").click()
    shows(page, "keyspace-builder .ran", "py")
    choose(page, "keyspace-builder .ran", "fs")
    page.go_back()
    shows(page, RULE, "fs")
    expect(page.locator(f"{RULE} input[value=fs]")).to_be_checked()


def test_what_was_pressed_stays_where_it_was(reader: Reader) -> None:
    page = reader.open()
    # In one breath: figures further up may wake meanwhile, and move everything for reasons of their own.
    before, after, scrolled = page.locator(f"{RULE} fieldset").evaluate(
        """(switcher) => {
            switcher.scrollIntoView({block: 'center'});
            const top = switcher.getBoundingClientRect().top, place = scrollY;
            switcher.querySelector('[value=py]').click();
            return [top, switcher.getBoundingClientRect().top, scrollY - place];
        }"""
    )
    assert after == pytest.approx(before, abs=1)
    assert abs(scrolled) > 100


def test_a_choice_of_theme_is_none_of_language(reader: Reader) -> None:
    page = reader.open()
    choose(page, BUILDERS, "py")
    page.locator("input[name=theme][value=dark]").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("input[name=theme][value=dark]")).to_be_checked()
    shows(page, BUILDERS, "py")


def test_what_is_copied_is_what_is_seen(browser: Browser, site_url: str) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(site_url + DIVE)
    copy = page.locator(f"{BUILDERS} [data-copy]")
    for language, start in (("fs", "/// The key"), ("py", "def queue_key")):
        choose(page, BUILDERS, language)
        expect(copy).to_have_text("Copy")
        copy.click()
        expect(copy).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()").startswith(start)
    context.close()


def test_without_scripts_each_listing_has_its_own_switch(browser: Browser, site_url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site_url + DIVE)
    shows(page, BUILDERS, "fs")
    choose(page, BUILDERS, "py")
    shows(page, BUILDERS, "py")
    shows(page, RULE, "fs")
    context.close()


def test_paper_shows_both_under_their_names(reader: Reader) -> None:
    page = reader.open()
    choose(page, BUILDERS, "py")
    page.emulate_media(media="print")
    expect(page.locator(f"{BUILDERS} pre:visible")).to_have_count(2)
    titles = page.locator(f"{BUILDERS} pre").evaluate_all(
        "texts => texts.map(text => getComputedStyle(text, '::before').content)"
    )
    assert titles == [
        '"F#, compiled by Fable 5.15.0 · EchoMQ/Keyspace.fs"',
        '"Python, run by Python 3.14 in this page · echomq/keyspace.py"',
    ]
    expect(page.locator(f"{BUILDERS} fieldset")).to_be_hidden()
