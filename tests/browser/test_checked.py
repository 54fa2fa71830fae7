"""A value opens to how it was checked, the list at the page's foot holds the same for everybody, and /proof/ holds it all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import DIVE, PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser.reader import Reader

PROOF = "proof/index.html"


def test_a_value_that_is_pointed_at_opens_to_its_question_and_its_witnesses(reader: Reader) -> None:
    page = reader.open()
    page.locator("#edges [data-check]", has_text="8363").or_(
        page.locator("#edges [data-check]", has_text="7365")
    ).first.click()
    card = page.locator(".check")
    expect(card).to_be_visible()
    expect(card).to_contain_text('slot("')
    expect(card).to_contain_text(re.compile(r"Python 3\.\d+\.\d+ · F# by Fable 5\.\d+\.\d+ · Valkey \d+\.\d+"))
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_the_card_stays_in_a_narrow_window(reader: Reader) -> None:
    page = reader.open()
    page.set_viewport_size({"width": 360, "height": 740})
    for value in (page.locator("main p [data-check]").first, page.locator("main p [data-check]").last):
        value.click()
        box = page.locator(".check").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        page.keyboard.press("Escape")


def test_who_marks_a_value_to_copy_it_is_left_alone(reader: Reader) -> None:
    page = reader.open()
    page.locator("main p [data-check]").first.dblclick()
    assert page.evaluate("getSelection().toString().trim().length") > 0
    page.locator("#checked summary").click()
    expect(page.locator("#checked table")).to_be_visible()


def test_without_scripts_the_list_at_the_foot_says_the_same(browser: Browser, site_url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site_url + DIVE)
    page.locator("#checked summary").click()
    row = page.locator("#checked tr", has_text='slot("foo{}{bar}")')
    expect(row.locator("th")).to_have_text("8363")
    expect(row.locator(".who")).to_have_text(re.compile("^Python .* · F# by Fable .* · Valkey "))
    context.close()


def test_the_proof_page_counts_what_was_checked_and_leaves_nothing_out(reader: Reader) -> None:
    page = reader.open(PROOF)
    counts = dict(
        zip(
            page.locator("table.data tbody th").all_inner_texts(),
            page.locator("td.num").all_inner_texts(),
            strict=False,
        )
    )
    assert counts["unchecked"] == "0"
    assert int(counts["value, worked out by the build"]) > 50
    page.locator("summary", has_text="Keys & rows").click()
    row = page.locator("tr", has_text="CLUSTER KEYSLOT foo{}{bar}")
    expect(row.locator("th")).to_have_text("8363")
    expect(row).to_contain_text('Keyspace.slot "foo{}{bar}"')


def test_a_page_leads_to_the_proof_of_all(reader: Reader) -> None:
    page = reader.open()
    page.locator("#checked summary").click()
    page.get_by_role("link", name="All pages, and how it is done").click()
    expect(page.locator("h1")).to_have_text("Proof")


@pytest.mark.parametrize("path", [path for path in PAGES if path != "404.html"])
def test_a_mark_leaves_a_value_in_its_line(reader: Reader, path: str) -> None:
    # What a bar over a listing says is no part of a sentence.
    values = reader.open(path).locator("[data-check]:not(.hint)")
    displays = values.evaluate_all("(values) => values.map((value) => getComputedStyle(value).display)")
    assert set(displays) <= {"inline"}


def test_a_choice_bears_no_tick_and_only_chooses(reader: Reader) -> None:
    page = reader.open("persistence/serialization/index.html")
    choice = page.locator(".ask label", has=page.locator("[data-check]")).first
    tick = choice.locator("[data-check]").evaluate("(value) => getComputedStyle(value, '::after').content")
    assert tick == "none"
    choice.locator("[data-check]").click()
    expect(choice.locator("input")).to_be_checked()
    expect(page.locator(".check")).to_be_hidden()


def test_on_a_phone_each_question_has_the_room_of_its_letters(reader: Reader) -> None:
    page = reader.open(PROOF)
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("summary", has_text="Keys & rows").click()
    questions = page.locator("details[open] .checks code")
    flat = questions.evaluate_all(
        """(questions) => questions.filter((question) => {
          const size = Number.parseFloat(getComputedStyle(question).fontSize);
          return question.getBoundingClientRect().height < size;
        }).length"""
    )
    assert questions.count() > 100
    assert flat == 0
