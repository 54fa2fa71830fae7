"""Several widgets on one page: one Python answers them all, one address holds them all, and none disturbs another."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import DIVE

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from browser.reader import Reader

HUB = "persistence/index.html"

COUNT_WORKERS = """
window.made = 0;
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    made += 1;
  }
};
"""
#: All that a reader could find changed in a widget: its HTML, its state among it, and what HTML doesn't say of its fields.
PRESENT = """(widget) => [
  widget.outerHTML,
  Array.from(widget.querySelectorAll("input, select, textarea"),
    ({ name, value, checked, selectionStart, selectionEnd }) => [name, value, checked, selectionStart, selectionEnd]),
  widget.contains(document.activeElement) && document.activeElement.name,
]"""
# A pointer would take the focus along.
PRESS = "(button) => button.click()"


@dataclass(frozen=True)
class Tried:
    """A widget with something to type into one of its fields: how the address says it, and which readout answers what."""

    tag: str
    field: str
    text: str
    written: str
    readout: str
    answer: str

    def on(self, page: Page) -> Locator:
        return page.locator(self.tag)

    def typed(self, page: Page) -> Locator:
        return self.on(page).locator(f"input[name={self.field}]")

    def presets(self, page: Page) -> Locator:
        return self.on(page).locator(f"button[name={self.field}]")

    def said(self, page: Page) -> Locator:
        return self.on(page).locator(f"[data-part={self.readout}]")

    def type(self, page: Page) -> None:
        self.typed(page).fill(self.text)
        expect(self.said(page)).to_have_text(self.answer)

    def press(self, page: Page) -> None:
        """Choose the same by its preset, and leave the focus where it is."""
        self.on(page).locator(f'button[name={self.field}][value="{self.text}"]').evaluate(PRESS)
        expect(self.said(page)).to_have_text(self.answer)


# Slots as redis-server 7.0.15 answers to CLUSTER KEYSLOT; the id is the vectors' second.
BUILDER = Tried("keyspace-builder", "queue", "sms", "keyspace=queue:sms", "slot", "13018")
CALCULATOR = Tried("slot-calculator", "key", "123456789", "calculator=key:123456789", "slot", "12739")
DECODER = Tried("id-decoder", "id", "JOB0Dqhu1EsDLc", "decoder=id:JOB0Dqhu1EsDLc", "integer", "187490421969022976")


def holding(one: Tried, other: Tried) -> re.Pattern[str]:
    """An address that holds the states of both, in whichever order they stand on the page."""
    return re.compile(f"#~(?=.*{one.written})(?=.*{other.written})[^&]+&[^&]+$")


on_each_page = pytest.mark.parametrize(
    ("path", "one", "other"), [(DIVE, BUILDER, CALCULATOR), (HUB, DECODER, BUILDER)], ids=["dive", "hub"]
)
either_way = pytest.mark.parametrize(
    ("path", "one", "other"),
    [(DIVE, BUILDER, CALCULATOR), (DIVE, CALCULATOR, BUILDER), (HUB, DECODER, BUILDER), (HUB, BUILDER, DECODER)],
    ids=["builder, calculator", "calculator, builder", "decoder, builder", "builder, decoder"],
)


@on_each_page
def test_one_python_answers_every_widget_of_a_page(reader: Reader, path: str, one: Tried, other: Tried) -> None:
    reader.context.add_init_script(COUNT_WORKERS)
    page = reader.open(path)
    for widget in (one, other):
        widget.type(page)
        expect(widget.on(page)).to_have_attribute("data-python", "ready")
    assert page.evaluate("made") == len(page.workers) == 1


@on_each_page
def test_what_is_typed_into_both_while_python_starts_is_answered_in_both(
    reader: Reader, path: str, one: Tried, other: Tried
) -> None:
    reader.context.add_init_script(COUNT_WORKERS)
    wasm = reader.hold("**/*.wasm")
    page = reader.open(path)
    expect(one.on(page)).to_have_attribute("data-python", "starting")
    expect(other.on(page)).to_have_attribute("data-python", "starting")
    one.typed(page).fill(one.text)
    other.typed(page).fill(other.text)
    wasm.release()
    expect(one.said(page)).to_have_text(one.answer)
    expect(other.said(page)).to_have_text(other.answer)
    assert page.evaluate("made") == 1


@on_each_page
def test_one_worker_replaces_a_dead_one_for_all_of_them(reader: Reader, path: str, one: Tried, other: Tried) -> None:
    reader.context.add_init_script(COUNT_WORKERS)
    page = reader.open(path)
    one.type(page)
    page.workers[0].evaluate("self.close()")
    other.typed(page).fill(other.text)
    one.presets(page).first.click()
    expect(other.said(page)).to_have_text(other.answer)
    expect(one.said(page)).not_to_have_text(one.answer)
    one.type(page)
    assert page.evaluate("made") == 2


@either_way
def test_one_answers_and_another_stays_as_it_is(reader: Reader, path: str, one: Tried, other: Tried) -> None:
    page = reader.open(path)
    other.type(page)
    other.typed(page).evaluate("(field) => field.setSelectionRange(1, 3)")
    before = other.on(page).evaluate(PRESENT)
    assert before[2] == other.field
    one.press(page)
    assert other.on(page).evaluate(PRESENT) == before
    one.presets(page).first.evaluate(PRESS)
    expect(one.said(page)).not_to_have_text(one.answer)
    assert other.on(page).evaluate(PRESENT) == before
    # And what the reader has marked to copy it.
    other.said(page).evaluate("(said) => getSelection().selectAllChildren(said)")
    one.press(page)
    assert page.evaluate("getSelection().toString().trim()") == other.answer


def test_typing_into_one_goes_on_while_another_runs_by_itself(reader: Reader) -> None:
    page = reader.open()
    count = CALCULATOR.on(page).locator(".stepper .hint")
    CALCULATOR.typed(page).fill("k" * 5_000)
    expect(count).to_have_text("byte 5,000 of 5,000")
    CALCULATOR.on(page).locator("button[name=play]").click()
    expect(count).to_have_text(re.compile(r"byte [1-9]\d* of 5,000"))
    BUILDER.typed(page).fill("")
    for text in ("s", "sm", "sms"):
        before = count.inner_text()
        BUILDER.typed(page).press_sequentially(text[-1])
        expect(BUILDER.on(page).locator("[data-part=hashtag]")).to_have_text(text)
        expect(count).not_to_have_text(before)
        expect(BUILDER.typed(page)).to_be_focused()
    expect(BUILDER.said(page)).to_have_text(BUILDER.answer)
    expect(CALCULATOR.on(page)).to_have_attribute("data-running", "play")


@on_each_page
def test_the_address_holds_both_and_opens_both(reader: Reader, path: str, one: Tried, other: Tried) -> None:
    page = reader.open(path)
    one.type(page)
    expect(page).to_have_url(re.compile(f"#~{one.written}[^&]*$"))
    other.type(page)
    expect(page).to_have_url(holding(one, other))
    for widget in (one, other):
        link = widget.on(page).get_by_role("link", name="Link to this state")
        expect(link).to_have_attribute("href", re.compile(f"^#~{widget.written}[^&]*$"))
    again = reader.open(page.url.removeprefix(reader.base))
    for widget in (one, other):
        expect(widget.typed(again)).to_have_value(widget.text)
        expect(widget.said(again)).to_have_text(widget.answer)
    # Back at its start, a widget leaves the address to the other.
    expect(again).to_have_url(re.compile("#~[^&]+&[^&]+$"))
    other.presets(again).first.click()
    expect(again).to_have_url(re.compile(f"#~{one.written}[^&]*$"))
    expect(one.said(again)).to_have_text(one.answer)


@on_each_page
def test_a_link_to_one_state_leaves_the_others_as_they_are(reader: Reader, path: str, one: Tried, other: Tried) -> None:
    page = reader.open(path)
    one.type(page)
    other.type(page)
    expect(page).to_have_url(re.compile("&"))
    other.on(page).get_by_role("link", name="Link to this state").click()
    expect(page).to_have_url(holding(one, other))
    expect(one.said(page)).to_have_text(one.answer)
    # Back through history it is the page's whole state that comes back.
    one.presets(page).first.click()
    expect(page).not_to_have_url(re.compile(one.written))
    expect(page).to_have_url(re.compile(other.written))
    page.go_back()
    expect(one.said(page)).to_have_text(one.answer)
    expect(other.said(page)).to_have_text(other.answer)


def test_what_the_address_has_no_room_for_is_said_and_comes_back_when_there_is_room(reader: Reader) -> None:
    page = reader.open()
    BUILDER.typed(page).fill("q" * 1_100)
    CALCULATOR.typed(page).fill("k" * 1_100)
    notice = BUILDER.on(page).locator("[data-notice]")
    expect(notice).to_have_text("The page’s address has no more room for this state; its own link holds it.")
    expect(page).to_have_url(re.compile("#~calculator=key:k{1100}$"))
    link = BUILDER.on(page).get_by_role("link", name="Link to this state")
    expect(link).to_have_attribute("href", re.compile("^#~keyspace=queue:q{1100}$"))
    CALCULATOR.type(page)
    expect(notice).to_be_hidden()
    expect(page).to_have_url(re.compile("#~keyspace=queue:q{1100}&calculator=key:123456789$"))
