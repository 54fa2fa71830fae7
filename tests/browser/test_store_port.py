"""The store port under a reader's finger: two workers on one row, as the queue's rules have it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import unanswered

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

    from browser.reader import Reader

PAGE = "persistence/the-store-port/index.html"
FIRST, SECOND = "JOB0Dqhu1EacDY", "JOB0Dqhu1EsDLc"


def port(page: Page) -> Locator:
    return page.locator("store-port")


def part(page: Page, name: str) -> Locator:
    return port(page).locator(f'[data-part="{name}"]')


def press(page: Page, names: str) -> None:
    for name in names.split():
        port(page).locator(f'button[name="{name}"]').click()


def ids(page: Page, name: str) -> Locator:
    return part(page, name).locator("[data-id]")


def log_end(page: Page) -> Locator:
    return part(page, "log").locator("li").last


@pytest.fixture
def empty(reader: Reader) -> Page:
    """The page with an empty queue and the clock at 0."""
    page = reader.open(PAGE)
    press(page, "reset")
    expect(part(page, "log").locator("li")).to_have_count(0)
    expect(part(page, "clock")).to_have_text("0")
    return page


def test_two_workers_and_one_row(empty: Page) -> None:
    press(empty, "enqueue claim-a")
    expect(part(empty, "a-token")).to_have_text("1")
    expect(ids(empty, "active")).to_have_attribute("data-id", FIRST)
    expect(ids(empty, "pending")).to_have_count(0)
    expect(ids(empty, "active")).to_contain_text("token 1, A, until 30 s")
    press(empty, "advance advance advance")
    expect(part(empty, "clock")).to_have_text("30")
    # The lease has lapsed, and nobody has noticed yet: the row is A's until it is reaped.
    expect(ids(empty, "active")).to_contain_text("token 1, A, lapsed at 30 s")
    expect(port(empty).locator(".who.a")).to_contain_text("token 1, lapsed at 30 s, not reaped")
    press(empty, "reap")
    expect(part(empty, "answer")).to_have_text(FIRST)
    expect(ids(empty, "pending")).to_have_attribute("data-id", FIRST)
    expect(ids(empty, "pending")).to_contain_text("attempts 1")
    expect(ids(empty, "active")).to_have_count(0)
    press(empty, "claim-b")
    expect(part(empty, "b-token")).to_have_text("2")
    expect(ids(empty, "active")).to_contain_text("token 2, B, until 60 s")
    press(empty, "complete-a")
    expect(part(empty, "answer")).to_have_text("Stale")
    expect(part(empty, "compared")).to_have_text("A offers token 1; the row’s token is 2. The store did nothing.")
    expect(log_end(empty)).to_contain_text("Stale")
    expect(ids(empty, "active")).to_contain_text("token 2, B, until 60 s")
    press(empty, "complete-b")
    expect(part(empty, "answer")).to_have_text("Ok")
    expect(log_end(empty)).to_contain_text("Ok")
    for name in ("pending", "schedule", "active", "dead"):
        expect(ids(empty, name)).to_have_count(0)
    press(empty, "complete-b")
    expect(part(empty, "answer")).to_have_text("Gone")
    expect(log_end(empty)).to_contain_text("Gone")
    # Seven calls; the clock's steps are none.
    expect(part(empty, "log").locator("li")).to_have_count(7)


def test_the_same_id_twice_is_a_duplicate(empty: Page) -> None:
    press(empty, "enqueue enqueue-again")
    expect(log_end(empty)).to_contain_text("Duplicate")
    expect(ids(empty, "pending")).to_have_count(1)
    press(empty, "enqueue")
    expect(ids(empty, "pending")).to_have_count(2)
    expect(ids(empty, "pending").nth(1)).to_have_attribute("data-id", SECOND)


def test_retries_end_among_the_dead(empty: Page) -> None:
    press(empty, "enqueue claim-a retry-a")
    expect(ids(empty, "schedule")).to_have_attribute("data-id", FIRST)
    expect(log_end(empty)).to_contain_text("Scheduled")
    press(empty, "advance promote claim-b retry-b advance advance promote claim-a retry-a")
    expect(ids(empty, "dead")).to_have_attribute("data-id", FIRST)
    expect(log_end(empty)).to_contain_text("Dead")


def test_a_worker_without_a_job_says_so_and_calls_nobody(empty: Page) -> None:
    press(empty, "complete-b")
    expect(log_end(empty)).to_contain_text("B holds nothing: no call.")


def test_a_story_can_be_walked_back_and_on_and_is_a_link(reader: Reader) -> None:
    page = reader.open(PAGE)
    port(page).locator('button[name="story"][value="dead"]').click()
    expect(part(page, "answer")).to_have_text("Dead")
    press(page, "undo undo")
    expect(part(page, "step")).to_have_text("13")
    expect(part(page, "a-token")).to_have_text("3")
    expect(page).to_have_url(re.compile("#~.*undone:2"))
    page.reload()
    expect(part(page, "step")).to_have_text("13")
    press(page, "redo redo")
    expect(part(page, "answer")).to_have_text("Dead")


def test_the_log_keeps_to_its_end(empty: Page) -> None:
    press(empty, "claim-a " * 24)
    expect(log_end(empty)).to_contain_text("24")
    port(empty).get_by_role("region", name="The log").scroll_into_view_if_needed()
    expect(log_end(empty)).to_be_in_viewport()


def test_pressing_before_python_is_there_is_answered_when_it_is(reader: Reader) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    reader.context.route("**/*.wasm", hold)
    page = reader.open(PAGE)
    expect(port(page)).to_have_attribute("data-python", "starting")
    press(page, "reset enqueue claim-b")
    for route in held:
        route.continue_()
    expect(part(page, "b-token")).to_have_text("1")
    expect(part(page, "log").locator("li")).to_have_count(2)


def test_before_any_python_the_page_shows_a_play(reader: Reader) -> None:
    reader.context.route("**/assets/python/*", unanswered)
    page = reader.open(PAGE)
    expect(part(page, "log")).to_contain_text("Stale")
    expect(part(page, "b-id")).to_have_text(FIRST)


def test_the_keyboard_keeps_its_place(empty: Page) -> None:
    button = port(empty).locator('button[name="enqueue"]')
    button.focus()
    for _ in range(3):
        empty.keyboard.press("Enter")
    expect(ids(empty, "pending")).to_have_count(3)
    expect(button).to_be_focused()


def test_the_same_calls_are_kept_elsewhere_and_answered_alike(reader: Reader) -> None:
    page = reader.open(PAGE)
    press(page, "reset enqueue claim-a complete-a")
    expect(part(page, "deeds")).to_contain_text(f"rows − {FIRST}")
    port(page).get_by_label("SQLite").check()
    expect(part(page, "alike")).to_have_text("Memory and SQLite gave the same answers, call by call.")
    expect(part(page, "deeds")).to_contain_text(
        "DELETE FROM job WHERE number = 187490421964828672 AND state = 'active' AND attempts = 1"
    )
    expect(part(page, "deeds")).to_contain_text("SEARCH job USING INTEGER PRIMARY KEY (rowid=?)")
    press(page, "complete-a")
    expect(part(page, "answer")).to_have_text("Gone")
    expect(page).to_have_url(re.compile("complete-a.*complete-a.*backing:sqlite"))
    page.reload()
    expect(port(page).get_by_label("SQLite")).to_be_checked()
    expect(part(page, "answer")).to_have_text("Gone")


def test_the_server_answers_a_command_of_the_readers_own(empty: Page) -> None:
    press(empty, "enqueue enqueue")
    port(empty).get_by_label("Valkey").check()
    expect(part(empty, "alike")).to_contain_text("Valkey gave the same answers")
    line = port(empty).get_by_label("A command to Valkey")
    line.fill("ZRANGE emq:{email}:pending - + BYLEX")
    line.press("Enter")
    expect(part(empty, "told")).to_have_text(f"1) {FIRST}\n2) {SECOND}")
    press(empty, "claim-a")
    expect(part(empty, "told")).to_have_text(f"1) {SECOND}")
    line.fill("SHUTDOWN NOSAVE")
    port(empty).get_by_role("button", name="Ask", exact=True).click()
    expect(part(empty, "told")).to_have_text(
        "(error) NOPERM User reader has no permissions to run the 'shutdown' command"
    )


def test_a_script_without_an_end_is_stopped_and_nothing_is_lost(empty: Page) -> None:
    press(empty, "enqueue claim-a")
    port(empty).get_by_label("Valkey").check()
    expect(part(empty, "alike")).to_contain_text("Valkey gave the same answers")
    stop = port(empty).get_by_role("button", name="Stop", exact=True)
    expect(stop).to_be_hidden()
    port(empty).get_by_role("button", name="a script without an end").click()
    press(empty, "ask")
    expect(port(empty).locator("[data-status]")).to_contain_text("at work on this")
    stop.click()
    expect(port(empty).locator("[data-notice]")).to_contain_text("Stopped.")
    expect(stop).to_be_hidden()
    press(empty, "complete-a")
    expect(part(empty, "answer")).to_have_text("Ok")
    expect(part(empty, "alike")).to_have_text("Memory, SQLite and Valkey gave the same answers, call by call.")
    expect(port(empty).get_by_label("A command to Valkey")).to_have_value('EVAL "while true do end" 0')
    expect(part(empty, "log").locator("li")).to_have_count(3)


def test_a_link_to_a_script_without_an_end_can_be_stopped_and_left(reader: Reader) -> None:
    page = reader.open(f"{PAGE}#~port=backing:valkey,asked:EVAL%20%22while%20true%20do%20end%22%200")
    port(page).get_by_role("button", name="Stop", exact=True).click()
    expect(port(page)).to_have_attribute("data-python", "failed")
    press(page, "reset")
    expect(part(page, "alike")).to_have_text("")
    expect(port(page)).to_have_attribute("data-python", "ready")
    expect(part(page, "log").locator("li")).to_have_count(0)
