"""Whatever text a reader gives, the page stays whole: it is answered or refused, and never becomes markup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import field_of, part, widget

if TYPE_CHECKING:
    from browser.reader import Reader

#: Text, and the start of the answer it must get: a slot from a server, or the refusal's first words.
TEXTS = {
    "script": "<script>document.title = 'taken'</script>",
    "image": "<img src=x onerror=\"document.title = 'taken'\">",
    "entity": "&lt;b&gt;&quot;'",
    "right to left": "\u202eكلب\u05d0",
    "emoji": "💀",
    "family": "👩‍👩‍👧",
    "long": "k" * 65_000,
}

#: Set by script, since a keyboard can't type them: what JavaScript may hold and HTML or UTF-8 can't.
ODD = {"NUL": "a\\0b", "half a surrogate pair": "a\\ud800b"}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_any_queue_name_without_braces_is_answered(reader: Reader, text: str) -> None:
    page = reader.open()
    title = page.title()
    field_of(page, "queue").fill(text)
    expect(part(page, "hashtag")).to_have_text(text)
    expect(part(page, "slot")).not_to_have_text("")
    assert page.title() == title
    assert widget(page).locator("script, img").count() == 0


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_any_text_for_an_id_is_refused(reader: Reader, text: str) -> None:
    page = reader.open()
    field_of(page, "id").fill(text)
    expect(part(page, "refusal")).to_have_text("jobKey requires a valid branded id")
    expect(part(page, "key")).to_have_text("")


def test_the_skull_lands_where_the_server_puts_it(reader: Reader) -> None:
    page = reader.open()
    field_of(page, "queue").fill("💀")
    expect(part(page, "slot")).to_have_text("9284")


@pytest.mark.parametrize("literal", ODD.values(), ids=ODD.keys())
def test_text_that_is_no_utf8_or_no_html_is_refused_and_kept(reader: Reader, literal: str) -> None:
    page = reader.open()
    expect(widget(page)).to_have_attribute("data-python", "ready")
    field_of(page, "queue").evaluate(
        f"field => {{ field.value = '{literal}'; field.dispatchEvent(new Event('input', {{bubbles: true}})); }}"
    )
    expect(part(page, "refusal")).to_contain_text("queueKey requires")
    widget(page).locator("select[name=nodes]").select_option("4")
    expect(widget(page)).to_have_attribute(
        "data-state",
        r'{"queue":"a\u0000b","id":"JOB0Dqhu1EacDY","nodes":4,"form":"full"}'
        if "0b" in literal and "ud8" not in literal
        else r'{"queue":"a\ud800b","id":"JOB0Dqhu1EacDY","nodes":4,"form":"full"}',
    )
    assert field_of(page, "queue").evaluate(f"field => field.value === '{literal}'")


def test_more_than_a_field_takes_is_refused_with_its_size_and_kept(reader: Reader) -> None:
    page = reader.open()
    text = "é" * 40_000
    field_of(page, "queue").fill(text)
    expect(widget(page).locator("[data-notice]")).to_have_text(
        "A field takes 65536 bytes (64 KiB); this text has 80000. It stays here and was not sent to Python."
    )
    expect(field_of(page, "queue")).to_have_value(text)
    expect(part(page, "slot")).to_have_text("10780")
    field_of(page, "id").fill("JOB0Dqhu1EsDLc")
    expect(part(page, "key")).to_have_text("emq:{email}:job:JOB0Dqhu1EsDLc")
    expect(field_of(page, "queue")).to_have_value(text)
    expect(widget(page).locator("[data-notice]")).to_be_visible()
    field_of(page, "queue").fill("sms")
    expect(part(page, "slot")).to_have_text("13018")
    expect(widget(page).locator("[data-notice]")).to_be_hidden()


def test_no_view_comes_between_a_reader_and_a_text_being_composed(reader: Reader) -> None:
    page = reader.open()
    expect(widget(page)).to_have_attribute("data-python", "ready")
    queue = field_of(page, "queue")
    queue.fill("")
    expect(part(page, "refusal")).not_to_have_text("")
    queue.focus()
    keyboard = page.context.new_cdp_session(page)
    keyboard.send("Input.imeSetComposition", {"text": "почт", "selectionStart": 4, "selectionEnd": 4})
    expect(queue).to_have_value("почт")
    # A view arrives meanwhile, for another field that a script has set.
    slots = widget(page).locator("svg.slots")
    nodes = widget(page).locator('select[name="nodes"]')
    nodes.evaluate("field => { field.value = '5'; field.dispatchEvent(new Event('input', { bubbles: true })); }")
    expect(widget(page)).to_have_attribute("data-state", re.compile('"nodes":5'))
    expect(slots).to_have_attribute("aria-label", re.compile("shared by 3 nodes"))
    keyboard.send("Input.insertText", {"text": "почта"})
    expect(queue).to_have_value("почта")
    expect(part(page, "slot")).to_have_text("14884")
    expect(slots).to_have_attribute("aria-label", re.compile("shared by 5 nodes"))
