"""The slot calculator answers any key as a server does, leads through its bytes, and takes a thousand keys at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import DIVE, unanswered

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from browser.reader import Reader

KEY = "emq:{email}:job:JOB0Dqhu1EacDY"


def calculator(page: Page) -> Locator:
    return page.locator("slot-calculator")


def part(page: Page, name: str) -> Locator:
    return calculator(page).locator(f'[data-part="{name}"]')


def key_field(page: Page) -> Locator:
    return calculator(page).locator("input[name=key]")


def keys_field(page: Page) -> Locator:
    return calculator(page).locator("textarea[name=keys]")


def press(page: Page, name: str) -> None:
    calculator(page).locator(f"button[name={name}]").click()


def count(page: Page) -> Locator:
    """How many bytes the register has taken, in words."""
    return calculator(page).locator(".stepper .hint")


def test_before_any_python_the_page_shows_a_right_answer(reader: Reader) -> None:
    reader.context.route("**/assets/python/*", unanswered)
    page = reader.open()
    expect(part(page, "slot")).to_have_text("10780")
    expect(part(page, "hashtag")).to_have_text("email")
    expect(part(page, "crc")).to_have_text("0xEA1C")
    expect(part(page, "reason")).to_contain_text("Bytes 6 to 10")


# Slots as redis-server 7.0.15 answers to CLUSTER KEYSLOT.
@pytest.mark.parametrize(
    ("key", "hashtag", "slot"),
    [
        ("foo{}{bar}", "foo{}{bar}", "8363"),
        ("a}b{c}d", "c", "7365"),
        ("{}", "{}", "15257"),
        ("{{}}", "{", "4092"),
        ("}{a}", "a", "15495"),
        ("{abc", "{abc", "444"),
        ("\u00e9", "\u00e9", "10180"),
        ("e\u0301", "e\u0301", "8715"),
        ("\U0001f480", "\U0001f480", "9284"),
        ("123456789", "123456789", "12739"),
        (KEY, "email", "10780"),
    ],
)
def test_every_edge_is_one_click_away_and_can_be_typed(reader: Reader, key: str, hashtag: str, slot: str) -> None:
    page = reader.open()
    key_field(page).fill("something else")
    expect(part(page, "hashtag")).to_have_text("something else")
    chips = calculator(page).locator("button[name=key]")
    values = [chip.get_attribute("value") for chip in chips.all()]
    chips.nth(values.index(key)).click()
    expect(part(page, "slot")).to_have_text(slot)
    expect(part(page, "hashtag")).to_have_text(hashtag)
    expect(key_field(page)).to_have_value(key)
    key_field(page).fill("")
    expect(part(page, "slot")).to_have_text("0")
    key_field(page).fill(key)
    expect(part(page, "slot")).to_have_text(slot)
    expect(part(page, "hashtag")).to_have_text(hashtag)


def test_an_empty_pair_decides_and_the_whole_key_is_hashed(reader: Reader) -> None:
    page = reader.open()
    key_field(page).fill("foo{}{bar}")
    expect(part(page, "hashtag")).to_have_text("foo{}{bar}")
    expect(part(page, "reason")).to_contain_text("all 10 bytes of the key are hashed")
    expect(calculator(page).locator(".rule .decides")).to_contain_text("no later pair is tried")
    expect(part(page, "answer")).to_have_text("8363")


def test_half_a_surrogate_pair_is_refused_in_the_exceptions_words(reader: Reader) -> None:
    page = reader.open()
    key_field(page).evaluate(
        "field => { field.value = 'x\\ud83d'; field.dispatchEvent(new InputEvent('input', {bubbles: true})); }"
    )
    expect(part(page, "refusal")).to_have_text("character 2 of the key, U+D83D, is a lone surrogate: it has no UTF-8")
    expect(part(page, "slot")).to_have_text("")


def test_the_register_is_walked_byte_by_byte(reader: Reader) -> None:
    page = reader.open()
    now = calculator(page).locator(".reg tr[aria-current=step]")
    expect(count(page)).to_have_text("byte 5 of 5")
    expect(now).to_contain_text("EA1C")
    press(page, "back")
    expect(count(page)).to_have_text("byte 4 of 5")
    expect(now).to_contain_text("F939")
    press(page, "first")
    expect(now).to_contain_text("0000")
    press(page, "next")
    press(page, "next")
    expect(now).to_contain_text("49D4")
    press(page, "last")
    expect(now).to_contain_text("EA1C")


def test_the_slider_takes_keys_and_follows_the_buttons(reader: Reader) -> None:
    page = reader.open()
    slider = calculator(page).locator("input[name=step]")
    expect(slider).to_have_value("5")
    slider.focus()
    slider.press("ArrowLeft")
    slider.press("ArrowLeft")
    expect(count(page)).to_have_text("byte 3 of 5")
    expect(slider).to_be_focused()
    press(page, "next")
    expect(slider).to_have_value("4")
    key_field(page).fill("{ab}")
    expect(count(page)).to_have_text("byte 2 of 2")
    expect(slider).to_have_value("2")


def test_the_eight_shifts_are_shown_on_demand(reader: Reader) -> None:
    page = reader.open()
    calculator(page).get_by_label("Show the eight shifts").check()
    expect(calculator(page).locator(".shifts tbody tr")).to_have_count(10)
    press(page, "back")
    expect(calculator(page).locator(".shifts tbody tr").last).to_contain_text("F939")


def test_a_thousand_pasted_keys_are_counted_and_turned_over(reader: Reader) -> None:
    page = reader.open()
    keys = "\n".join(f"emq:{{queue-{number:03}}}:pending" for number in range(1_000))
    keys_field(page).fill(keys)
    expect(part(page, "keys")).to_have_text("1000")
    rows = calculator(page).locator(".keys tbody tr")
    expect(rows).to_have_count(100)
    press(page, "later")
    expect(rows.first).to_contain_text("queue-100")
    expect(keys_field(page)).to_have_value(keys)
    # Read with CLUSTER KEYSLOT, and three nodes share the slots at 5461 and 10923.
    keys_field(page).fill(f"{KEY}\n123456789\nfoo{{}}{{bar}}")
    expect(rows).to_have_count(3)
    for row, (slot, node) in zip(rows.all(), (("10780", "B"), ("12739", "C"), ("8363", "B")), strict=True):
        expect(row).to_contain_text(slot)
        expect(row.locator("td").last).to_have_text(node)


def test_a_thousand_keys_from_the_clipboard_are_all_counted(reader: Reader) -> None:
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = reader.open()
    keys = "\n".join(f"emq:{{queue-{number % 250}}}:key-{number}" for number in range(1_000))
    page.evaluate("keys => navigator.clipboard.writeText(keys)", keys)
    keys_field(page).press("ControlOrMeta+a")
    keys_field(page).press("ControlOrMeta+v")
    expect(keys_field(page)).to_have_value(keys)
    expect(part(page, "keys")).to_have_text("1000")
    # Read with CLUSTER KEYSLOT, as are the shares of three nodes, which meet at 5461 and 10923.
    expect(part(page, "slots")).to_have_text("250")
    expect(calculator(page).locator(".shares .count")).to_have_text(["344", "320", "336"])
    expect(calculator(page).locator(".turning .hint")).to_have_text(
        "Keys 1 to 100 of 1,000; all of them are counted above."
    )
    # No link can hold them, and no answer took the field's own text away.
    expect(calculator(page).locator("[data-notice]")).to_contain_text("too long for a link")
    expect(keys_field(page)).to_be_focused()


def test_presets_for_many_keys_show_one_slot_or_many(reader: Reader) -> None:
    page = reader.open()
    for words, slots in (("12 queues", "12"), ("one queue", "1"), ("the same, untagged", "10")):
        calculator(page).get_by_role("button", name=words).click()
        expect(part(page, "slots")).to_have_text(slots)
    calculator(page).get_by_role("button", name="1,000 queues").click()
    expect(part(page, "keys")).to_have_text("1000")
    calculator(page).locator("select[name=nodes]").select_option("12")
    expect(calculator(page).locator(".shares .share")).to_have_count(12)


def test_a_list_may_begin_with_an_empty_line_and_its_cursor_stays(reader: Reader) -> None:
    page = reader.open()
    keys_field(page).fill("\n{a}")
    expect(part(page, "keys")).to_have_text("1")
    expect(keys_field(page)).to_have_value("\n{a}")
    keys_field(page).press("Home")
    keys_field(page).press_sequentially("x")
    expect(calculator(page).locator(".keys tbody tr")).to_contain_text("x{a}")
    assert keys_field(page).evaluate("field => [field.selectionStart, field.selectionEnd]") == [2, 2]


def test_a_link_opens_a_key_at_a_step(reader: Reader) -> None:
    page = reader.open(f"{DIVE}#~calculator=key:%7Ba%7Db,nodes:6")
    expect(part(page, "slot")).to_have_text("15495")
    expect(count(page)).to_have_text("byte 1 of 1")
    page.goto(f"{reader.base}{DIVE}#~calculator=step:2")
    expect(count(page)).to_have_text("byte 2 of 5")
    expect(part(page, "slot")).to_have_text("10780")
