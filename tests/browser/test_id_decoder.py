"""The id decoder answers what a reader types and presses, with values known from the domain's vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import unanswered

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from browser.reader import Reader

HUB = "persistence/index.html"
FIRST = "JOB0Dqhu1EacDY"
LAST = "JOBAzL8n0Y58m7"


def decoder(page: Page) -> Locator:
    return page.locator("id-decoder")


def part(page: Page, name: str) -> Locator:
    return decoder(page).locator(f'[data-part="{name}"]')


def id_field(page: Page) -> Locator:
    return decoder(page).locator('input[name="id"]')


def step(page: Page, name: str) -> Locator:
    return decoder(page).locator(f'button[name="step"][value="{name}"]')


def test_before_any_python_the_page_shows_a_right_answer(reader: Reader) -> None:
    reader.context.route("**/assets/python/*", unanswered)
    page = reader.open(HUB)
    for name, value in {
        "namespace": "JOB",
        "integer": "187490421964828672",
        "node": "7",
        "sequence": "0",
        "moment": "2025-06-01T09:00:00.000Z",
        "refusal": "",
    }.items():
        expect(part(page, name)).to_have_text(value)


def test_a_typed_id_opens_into_its_parts(reader: Reader) -> None:
    page = reader.open(HUB)
    id_field(page).fill("")
    id_field(page).press_sequentially("JOB0Dqhu1EsDLc")
    expect(part(page, "integer")).to_have_text("187490421969022976")
    expect(part(page, "moment")).to_have_text("2025-06-01T09:00:00.001Z")
    expect(part(page, "namespace")).to_have_text("JOB")
    expect(part(page, "answer")).to_have_text('("JOB", 187490421969022976L)')


@pytest.mark.parametrize(
    ("preset", "integer", "refusal"),
    [
        ("JOB0Dqhu1EadHc", "187490421964832768", ""),
        ("JOB00000000000", "0", ""),
        (LAST, "9223372036854775807", ""),
        ("JOBzzzzzzzzzzz", "", "payload exceeds 2^63-1 (AzL8n0Y58m7)"),
    ],
)
def test_presets_are_answered(reader: Reader, preset: str, integer: str, refusal: str) -> None:
    page = reader.open(HUB)
    decoder(page).locator(f'button[name="id"][value="{preset}"]').click()
    expect(id_field(page)).to_have_value(preset)
    expect(part(page, "integer")).to_have_text(integer)
    expect(part(page, "refusal")).to_have_text(refusal)


def test_an_id_too_large_is_well_formed_and_no_snowflake(reader: Reader) -> None:
    page = reader.open(HUB)
    id_field(page).fill("JOBzzzzzzzzzzz")
    expect(decoder(page)).to_contain_text("Well-formed, but no snowflake")
    expect(part(page, "namespace")).to_have_text("JOB")
    expect(part(page, "moment")).to_have_text("")


def test_what_is_no_id_is_refused_in_the_words_of_the_exception(reader: Reader) -> None:
    page = reader.open(HUB)
    id_field(page).fill("JOB0Dqhu1-acDY")
    expect(part(page, "refusal")).to_have_text(
        "not a branded id: character 10: '-' is neither letter nor digit; a Base62 digit is 0-9, A-Z or a-z"
    )
    expect(decoder(page).locator(".square.x")).to_have_text("-")
    expect(part(page, "integer")).to_have_text("")


def test_steps_lead_from_id_to_id_and_are_refused_at_the_border(reader: Reader) -> None:
    page = reader.open(HUB)
    step(page, "+1 ms").click()
    expect(id_field(page)).to_have_value("JOB0Dqhu1EsDLc")
    expect(decoder(page).locator(".moved")).to_have_text(["s", "D", "L", "c"])
    step(page, "-1 ms").click()
    expect(id_field(page)).to_have_value(FIRST)
    step(page, "+1 node").click()
    expect(id_field(page)).to_have_value("JOB0Dqhu1EadHc")
    step(page, "-1 sequence").click()
    expect(part(page, "step")).to_have_text("sequence must be 0 to 4095, got -1")
    expect(id_field(page)).to_have_value("JOB0Dqhu1EadHc")
    expect(step(page, "-1 sequence")).to_be_focused()


def test_pressing_a_step_moves_no_button(reader: Reader) -> None:
    page = reader.open(HUB)
    button = step(page, "-1 sequence")
    button.click()
    expect(part(page, "step")).not_to_have_text("")
    before = button.bounding_box()
    step(page, "+1 sequence").click()
    expect(part(page, "step")).to_have_text("")
    assert button.bounding_box() == before


def test_the_moment_is_told_in_local_time_when_the_clock_is_asked(reader: Reader) -> None:
    # Kathmandu keeps one offset all year, which is not a whole number of hours.
    context = reader.context.browser.new_context(timezone_id="Asia/Kathmandu")  # type: ignore[union-attr]
    page = context.new_page()
    page.goto(reader.base + HUB)
    expect(part(page, "local")).to_have_text("")
    decoder(page).locator("button[name=clock]").click()
    expect(part(page, "local")).to_have_text("2025-06-01T14:45:00.000+05:45")
    expect(part(page, "moment")).to_have_text("2025-06-01T09:00:00.000Z")
    context.close()


def test_a_minted_id_is_of_this_moment(reader: Reader) -> None:
    page = reader.open(HUB)
    decoder(page).locator("button[name=mint]").click()
    expect(part(page, "moment")).not_to_have_text("2025-06-01T09:00:00.000Z")
    now = page.evaluate("Date.now()")
    minted = page.evaluate("(moment) => Date.parse(moment)", part(page, "moment").text_content())
    assert 0 <= now - minted < 60_000


def test_the_unfolded_sum_stays_open_while_answers_come(reader: Reader) -> None:
    page = reader.open(HUB)
    total = decoder(page).locator(".sum tfoot td")
    expect(total).to_be_hidden()
    decoder(page).locator(".sum summary").click()
    expect(total).to_have_text("187490421964828672")
    step(page, "+1 ms").click()
    expect(total).to_have_text("187490421969022976")
    expect(total).to_be_visible()


def test_a_copy_of_the_picture_is_the_id(reader: Reader) -> None:
    page = reader.open(HUB)
    decoder(page).locator(".letters").evaluate("(letters) => getSelection().selectAllChildren(letters)")
    assert page.evaluate("getSelection().toString().trim()") == FIRST
