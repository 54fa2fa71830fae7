"""Mint order under a reader's hands: any arrival sorts into the order of minting, and each condition can be broken."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import Reader, unanswered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

PATH = "persistence/serialization/index.html"
FIRST, SECOND, THIRD = "JOB0Dqhu1EacDY", "JOB0DqhuO7qya8", "JOB0DqhyRvkwaW"
Y, Z, A = "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ", "JOB0Dqhu1EacDa"

# Counts the rows that set off; they are there sooner than a test could look.
COUNTED = """() => {
  const { animate } = Element.prototype;
  window.travelled = 0;
  Element.prototype.animate = function (...how) {
    if (this.dataset.travel) window.travelled += 1;
    return animate.apply(this, how);
  };
}"""
TYPED_ELSEWHERE = """() => {
  const elsewhere = document.createElement("input");
  document.querySelector("h1").after(elsewhere);
  elsewhere.name = "elsewhere";
  elsewhere.focus();
}"""


@pytest.fixture
def still_reader(browser: Browser, site_url: str) -> Iterator[Reader]:
    """A reader who asks for less motion."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    reading = Reader(context, site_url)
    yield reading
    context.close()
    assert reading.complaints == []


def order(page: Page) -> Locator:
    return page.locator("mint-order")


def part(page: Page, name: str) -> Locator:
    return order(page).locator(f'[data-part="{name}"]')


def press(page: Page, name: str) -> None:
    order(page).locator(f"button[name={name}]").click()


def switch(page: Page, condition: str) -> Locator:
    return order(page).locator(f"input[name={condition}]")


def expect_list(page: Page, name: str, ids: list[str]) -> None:
    items = part(page, name).locator("[data-id]")
    expect(items).to_have_count(len(ids))
    for at, branded in enumerate(ids):
        expect(items.nth(at)).to_have_attribute("data-id", branded)


def arrived(page: Page) -> list[str | None]:
    return [item.get_attribute("data-id") for item in part(page, "arrived").locator("[data-id]").all()]


def shuffle(page: Page) -> None:
    """Shuffle, and wait until the ids stand in another order."""
    before = order(page).get_attribute("data-state") or ""
    first = part(page, "arrived").inner_text()
    press(page, "shuffle")
    expect(order(page)).not_to_have_attribute("data-state", before)
    expect(part(page, "arrived")).not_to_have_text(first, use_inner_text=True)


def test_before_any_python_the_page_shows_a_right_answer(reader: Reader) -> None:
    reader.context.route("**/assets/python/*", unanswered)
    page = reader.open(PATH)
    expect_list(page, "arrived", [THIRD, FIRST, SECOND])
    expect_list(page, "set", [FIRST, SECOND, THIRD])
    expect(part(page, "inversions")).to_have_text("2")
    expect(part(page, "wrong")).to_have_text("0")


def test_after_any_shuffle_the_set_reads_the_same(reader: Reader) -> None:
    page = reader.open(PATH)
    for _ in range(5):
        shuffle(page)
        assert sorted(filter(None, arrived(page))) == [FIRST, SECOND, THIRD]
        expect_list(page, "set", [FIRST, SECOND, THIRD])
        expect(order(page).locator("circle")).to_have_count(int(part(page, "inversions").inner_text()))


def test_another_id_is_minted_and_the_thirteenth_is_refused_in_words(reader: Reader) -> None:
    page = reader.open(PATH)
    press(page, "mint")
    expect_list(page, "set", [FIRST, SECOND, THIRD, "JOB0DqhyRvkwaX"])
    press(page, "later")
    expect_list(page, "set", [FIRST, SECOND, THIRD, "JOB0DqhyRvkwaX", "JOB0DqhyRw2Xia"])
    for count in range(6, 13):
        press(page, "mint")
        expect(part(page, "set").locator("[data-id]")).to_have_count(count)
    expect(part(page, "refusal")).to_have_text("")
    press(page, "mint")
    expect(part(page, "refusal")).to_have_text("this figure holds 12 ids")
    expect(part(page, "set").locator("[data-id]")).to_have_count(12)
    press(page, "reset")
    expect_list(page, "arrived", [THIRD, FIRST, SECOND])


def test_the_pair_that_catches_wrong_orders_and_nocase(reader: Reader) -> None:
    page = reader.open(PATH)
    press(page, "pair")
    expect_list(page, "set", [Y, Z, A])
    switch(page, "ordinal").uncheck()
    expect_list(page, "minted", [Y, Z, A])
    expect_list(page, "set", [A, Y, Z])
    expect(part(page, "wrong")).to_have_text("2")
    expect(part(page, "later")).to_have_text(A)
    expect(part(page, "earlier")).to_have_text(Y)
    expect(order(page)).to_contain_text("which is read as y (byte 79)")
    switch(page, "ordinal").check()
    expect_list(page, "set", [Y, Z, A])
    expect(part(page, "wrong")).to_have_text("0")


def test_without_case_the_very_byte_is_shown_at_which_the_order_breaks(reader: Reader) -> None:
    page = reader.open(PATH)
    press(page, "pair")
    expect_list(page, "set", [Y, Z, A])
    expect(order(page).locator(".pair")).to_have_count(0)
    switch(page, "ordinal").uncheck()
    # In the Set: a is marked, and the Y that was minted first and stands behind it; Z follows Y as it should.
    expect(part(page, "set").locator("mark")).to_have_text(["a", "Y", "Z"])
    expect(part(page, "set").locator("mark.x")).to_have_text(["a", "Y"])
    expect(part(page, "set").locator("small")).to_have_text(["first", "digit 11: a before Y", "digit 11: Y before Z"])
    expect(part(page, "set").locator("small.bad")).to_have_text("digit 11: a before Y")
    # Below, in bytes: the fourteenth character alone, as it is, as it is read, and the byte that is compared.
    for side, parting in zip(order(page).locator(".side .in-bytes").all(), ("Yy79", "aa61"), strict=True):
        expect(side.locator(".byte")).to_have_count(14)
        expect(side.locator(".same")).to_have_count(13)
        expect(side.locator(".same").first).to_have_text("Jj6A")
        expect(side.locator(".x")).to_have_text(parting)
    expect(order(page).get_by_role("img", name="The two ids byte by byte: they part at digit 11.")).to_be_visible()
    expect(order(page).locator(".verdict")).to_contain_text(
        "At digit 11, a (byte 61) comes before Y (byte 59), which is read as y (byte 79)."
    )
    switch(page, "ordinal").check()
    expect(order(page).locator(".pair")).to_have_count(0)
    expect(part(page, "set").locator("mark.x")).to_have_count(0)


@pytest.mark.parametrize(
    ("condition", "first"),
    [("padded", "JOB1000000Egme"), ("ascending", A), ("ordinal", A), ("one_namespace", FIRST), ("one_node", FIRST)],
)
def test_each_condition_can_be_broken_by_keyboard_and_mended(reader: Reader, condition: str, first: str) -> None:
    page = reader.open(PATH)
    switch(page, condition).focus()
    page.keyboard.press("Space")
    expect(part(page, "minted")).to_be_visible()
    expect(part(page, "set").locator("[data-id]").first).to_have_attribute("data-id", first)
    assert int(part(page, "wrong").inner_text()) == order(page).locator(".crosses path").count() > 0
    expect(switch(page, condition)).to_be_focused()
    page.keyboard.press("Space")
    expect(part(page, "wrong")).to_have_text("0")


def test_a_second_node_clears_its_condition_and_checking_it_again_sends_the_id_away(reader: Reader) -> None:
    page = reader.open(PATH)
    press(page, "node")
    expect(switch(page, "one_node")).not_to_be_checked()
    expect(part(page, "set").locator("[data-id]")).to_have_count(4)
    switch(page, "one_node").check()
    expect_list(page, "set", [FIRST, SECOND, THIRD])


def test_a_refused_switch_shows_what_still_holds(reader: Reader) -> None:
    page = reader.open(PATH)
    for count in range(4, 13):
        press(page, "mint")
        expect(part(page, "set").locator("[data-id]")).to_have_count(count)
    press(page, "namespace")
    expect(part(page, "refusal")).to_have_text("this figure holds 12 ids")
    expect(switch(page, "one_namespace")).to_be_checked()


def test_the_state_is_a_link(reader: Reader) -> None:
    page = reader.open(PATH)
    press(page, "pair")
    switch(page, "ordinal").uncheck()
    expect_list(page, "set", [A, Y, Z])
    expect(page).to_have_url(re.compile(r"#~order=.*ordinal:false"))
    again = reader.open(page.url.removeprefix(reader.base))
    expect_list(again, "set", [A, Y, Z])
    expect(switch(again, "ordinal")).not_to_be_checked()


def test_rows_travel_when_their_order_changes_and_only_then(reader: Reader) -> None:
    page = reader.open(PATH)
    page.evaluate(COUNTED)
    press(page, "mint")
    expect(part(page, "set").locator("[data-id]")).to_have_count(4)
    assert page.evaluate("window.travelled") == 0
    shuffle(page)
    assert page.evaluate("window.travelled") >= 2


def test_nothing_travels_for_a_reader_who_asks_for_less_motion(still_reader: Reader) -> None:
    page = still_reader.open(PATH)
    page.evaluate(COUNTED)
    shuffle(page)
    assert page.evaluate("window.travelled") == 0


def test_typing_elsewhere_goes_on_while_rows_travel(reader: Reader) -> None:
    page = reader.open(PATH)
    shuffle(page)
    page.evaluate(TYPED_ELSEWHERE)
    for letter in "abcdefghij":
        order(page).evaluate("widget => widget.querySelector('button[name=shuffle]').click()")
        page.keyboard.press(letter)
    elsewhere = page.locator("input[name=elsewhere]")
    expect(elsewhere).to_be_focused()
    expect(elsewhere).to_have_value("abcdefghij")


def test_a_button_that_is_pressed_again_and_again_stays_under_the_finger(reader: Reader) -> None:
    page = reader.open(PATH)
    button = order(page).locator("button[name=later]")
    button.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 100)")
    before = button.bounding_box()
    for count in range(4, 9):
        button.click()
        expect(part(page, "set").locator("[data-id]")).to_have_count(count)
    after = button.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 2
