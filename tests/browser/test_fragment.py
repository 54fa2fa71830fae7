"""A widget's state is a link: it goes into the fragment, and comes back by link, reload and history."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import DIVE, field_of, part, widget

if TYPE_CHECKING:
    from browser.reader import Reader


def test_what_differs_from_the_start_is_in_the_address(reader: Reader) -> None:
    page = reader.open()
    field_of(page, "queue").fill("a:b,c=d&e")
    expect(part(page, "hashtag")).to_have_text("a:b,c=d&e")
    expect(page).to_have_url(re.compile(r"#~keyspace=queue:a%3Ab%2Cc%3Dd%26e$"))
    page.reload()
    expect(field_of(page, "queue")).to_have_value("a:b,c=d&e")
    expect(part(page, "hashtag")).to_have_text("a:b,c=d&e")
    field_of(page, "queue").fill("email")
    expect(page).to_have_url(re.compile(r"index\.html$"))


def test_a_link_opens_the_state_it_holds(reader: Reader) -> None:
    page = reader.open(f"{DIVE}#~keyspace=queue:123456789,nodes:6")
    expect(field_of(page, "queue")).to_have_value("123456789")
    expect(part(page, "slot")).to_have_text("12739")
    expect(widget(page).locator("select[name=nodes]")).to_have_value("6")


@pytest.mark.parametrize(
    "fragment",
    [
        "#~keyspace=nodes:%22six%22",
        "#~keyspace=queue:%E0%A4",
        "#~",
        "#~&&=,:",
        "#~keyspace=nodes:999999",
        "#~keyspace=form:zzz",
    ],
)
def test_a_damaged_link_leaves_the_start_in_place(reader: Reader, fragment: str) -> None:
    page = reader.open(DIVE + fragment)
    expect(widget(page)).to_have_attribute("data-python", "ready")
    expect(part(page, "slot")).to_have_text("10780")
    field_of(page, "queue").fill("sms")
    expect(part(page, "slot")).to_have_text("13018")


@pytest.mark.parametrize("fragment", ["", "#composed", "#~keyspace=queue:email2"])
def test_a_reload_keeps_what_the_address_had_no_time_to_take(reader: Reader, fragment: str) -> None:
    page = reader.open(DIVE + fragment)
    expect(widget(page)).to_have_attribute("data-python", "ready")
    field_of(page, "queue").fill("sms")
    expect(part(page, "slot")).to_have_text("13018")
    page.reload()
    expect(field_of(page, "queue")).to_have_value("sms")
    expect(part(page, "slot")).to_have_text("13018")
    field_of(page, "queue").fill("email")
    expect(part(page, "slot")).to_have_text("10780")
    page.reload()
    expect(part(page, "slot")).to_have_text("10780")
    expect(field_of(page, "queue")).to_have_value("email")


def test_history_leads_back_through_headings_and_states(reader: Reader) -> None:
    page = reader.open()
    field_of(page, "queue").fill("sms")
    expect(part(page, "slot")).to_have_text("13018")
    expect(page).to_have_url(re.compile("#~keyspace=queue:sms$"))
    page.locator("section h2 .perma").first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"#[a-z]"))
    expect(part(page, "slot")).to_have_text("13018")
    page.reload()
    expect(field_of(page, "queue")).to_have_value("sms")
    expect(part(page, "slot")).to_have_text("13018")
    page.go_back()
    expect(page).to_have_url(re.compile("#~keyspace=queue:sms$"))
    expect(part(page, "slot")).to_have_text("13018")


def test_no_link_is_made_of_a_state_over_two_kilobytes_and_the_page_says_so(reader: Reader) -> None:
    page = reader.open()
    field_of(page, "queue").fill("q" * 3_000)
    expect(widget(page).locator("[data-notice]")).to_contain_text("too long for a link")
    expect(part(page, "hashtag")).to_have_text("q" * 3_000)
    expect(page).to_have_url(re.compile(r"index\.html$"))


def test_a_link_followed_while_an_answer_is_under_way_is_the_one_that_counts(reader: Reader) -> None:
    wasm = reader.hold("**/*.wasm")
    page = reader.open()
    expect(widget(page)).to_have_attribute("data-python", "starting")
    # The moment Python is ready it is asked for the first view; the link comes before that answer can.
    page.evaluate(
        """() => new MutationObserver((_, observer) => {
            if (document.querySelector("keyspace-builder").dataset.python !== "ready") return;
            observer.disconnect();
            location.hash = "#~keyspace=queue:sms";
        }).observe(document.querySelector("keyspace-builder"), { attributeFilter: ["data-python"] })"""
    )
    wasm.release()
    expect(part(page, "slot")).to_have_text("13018")
    expect(field_of(page, "queue")).to_have_value("sms")
