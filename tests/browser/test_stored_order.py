"""Three stores, one order, as a reader meets it: each store comes when it is wanted, PostgreSQL by a button that says its
size, and the page stands where one can't be had.
"""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import Reader
from minted import FIVE, MINTED, NUMBERS

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

PAGE = "persistence/serialization/index.html"
ENGINE = "**/assets/postgres/module.*.wasm"


def stored(page: Page) -> Locator:
    return page.locator("stored-order")


def part(page: Page, name: str) -> Locator:
    return stored(page).locator(f'[data-part="{name}"]')


def press(page: Page, name: str) -> None:
    stored(page).locator(f'button[name="{name}"]').click()


def offer(page: Page) -> Locator:
    return stored(page).locator("[data-offer]")


def rows(page: Page, name: str) -> tuple[str | None, ...]:
    items = part(page, name).locator("li")
    return tuple(items.nth(at).get_attribute("data-id") for at in range(items.count()))


def awake(reader: Reader) -> Page:
    page = reader.open(PAGE)
    stored(page).scroll_into_view_if_needed()
    expect(stored(page)).to_have_attribute("data-python", "ready")
    return page


def brought(reader: Reader) -> Page:
    page = awake(reader)
    offer(page).locator("button").click()
    expect(part(page, "lists")).to_have_text("5")
    expect(offer(page).locator("button")).to_have_text("Let it go")
    return page


def fetched(reader: Reader, what: str) -> list[str]:
    return [url for url in reader.requests if f"/assets/{what}/" in url]


def test_before_anything_is_fetched_the_page_shows_what_all_three_answered(reader: Reader) -> None:
    page = awake(reader)
    # Every figure has asked when Python was ready: when a later question is answered, so are these.
    other = page.locator("mint-order")
    before = other.get_attribute("data-state") or ""
    other.locator("button[name=shuffle]").click()
    expect(other).not_to_have_attribute("data-state", before)
    assert [rows(page, name) for name in FIVE] == [NUMBERS, MINTED, MINTED, NUMBERS, MINTED]
    expect(part(page, "agree")).to_have_text("5")
    assert fetched(reader, "valkey") == fetched(reader, "postgres") == []


def test_what_a_reader_changes_is_asked_of_valkey_which_then_comes(reader: Reader) -> None:
    page = awake(reader)
    press(page, "shuffle")
    expect(part(page, "lists")).to_have_text("3")
    expect(part(page, "agree")).to_have_text("3")
    assert [rows(page, name) for name in FIVE[1:3]] == [MINTED, MINTED]
    expect(stored(page).locator(".shelf.postgres")).to_contain_text("PostgreSQL isn’t in this page yet.")
    assert len(fetched(reader, "valkey")) == 1
    assert fetched(reader, "postgres") == []
    stored(page).locator("textarea").fill("JOB0Dqhu1EsDLc\nJOB0Dqhu1EacDZ\njob")
    expect(part(page, "refusal")).to_have_text("job is no id")
    assert rows(page, "valkey-member") == ("JOB0Dqhu1EacDZ", "JOB0Dqhu1EsDLc")


def test_the_button_says_how_large_postgres_is_and_brings_it(reader: Reader, site_folder: Path) -> None:
    manifest = json.loads((site_folder / "assets" / "manifest.json").read_text(encoding="utf-8"))["assets"]
    files = [
        entry for entry in manifest if entry["group"] == "postgres" and not entry["path"].split("/")[-1].count("embed")
    ]
    packed, raw = (sum(entry[key] for entry in files) / 1e6 for key in ("gzip", "bytes"))
    page = awake(reader)
    expect(offer(page).locator("span")).to_have_text(
        f"{packed:.1f} MB to fetch, {raw:.1f} MB where this host doesn't compress, "
        "and about 150 MB of memory while it is here."
    )
    held = reader.hold(ENGINE)
    offer(page).locator("button").click()
    expect(offer(page).locator("span")).to_have_text(re.compile(r"^PostgreSQL is on its way, \d+\.\d of \d+\.\d MB\.$"))
    expect(offer(page).locator("progress")).to_be_visible()
    held.release()
    expect(part(page, "lists")).to_have_text("5")
    expect(part(page, "agree")).to_have_text("5")
    assert [rows(page, name) for name in FIVE] == [NUMBERS, MINTED, MINTED, NUMBERS, MINTED]
    # Each once; the script of a worker is not always told of.
    came = [url for url in fetched(reader, "postgres") if not url.endswith(".js")]
    assert len(came) == len([entry for entry in files if not entry["path"].endswith(".js")]) == 3
    expect(offer(page).locator("span")).to_have_text(
        re.compile(r"^PostgreSQL is here\. Its engine holds 1[0-5]\d\.\d MB of memory\.$")
    )


def test_letters_that_follow_each_other_quickly_are_answered_each_for_itself(reader: Reader) -> None:
    page = brought(reader)
    lists = [list(MINTED[:count]) for count in (6, 1, 5, 3, 6, 2, 4, 1, 6, 2)]
    stored(page).locator("textarea").evaluate(
        """async (area, texts) => {
            for (const text of texts) {
                area.value = text;
                area.dispatchEvent(new InputEvent("input", { bubbles: true }));
                await new Promise(requestAnimationFrame);
            }
        }""",
        ["\n".join(ids) for ids in lists],
    )
    expect(part(page, "agree")).to_have_text("5")
    expect(part(page, "postgres-text").locator("li")).to_have_count(2)
    assert [rows(page, name) for name in FIVE] == [NUMBERS[:2], MINTED[:2], MINTED[:2], NUMBERS[:2], MINTED[:2]]


def test_each_trap_shows_what_its_store_really_answered(reader: Reader) -> None:
    page = brought(reader)
    trap = stored(page).locator(".trap")
    expect(trap).to_contain_text("UNIQUE constraint failed: nocase.id")
    expect(part(page, "kept-nocase")).to_have_text("5")
    stored(page).locator("input[value=locale]").check()
    expect(trap).to_contain_text("CREATE COLLATION english (provider = icu, locale = 'en-US')")
    assert rows(page, "english")[:3] == ("JOB0Dqhu1EacDa", "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ")
    assert rows(page, "bytes") == MINTED
    stored(page).locator("input[value=score]").check()
    expect(part(page, "kept-score")).to_have_text("3")
    expect(trap.locator("td .bad").first).to_have_text("187490421964828672 -1")
    stored(page).locator("input[value=json]").check()
    expect(part(page, "kept-json")).to_have_text("3")
    expect(trap).to_contain_text("out of SQLite 6 and out of PostgreSQL 6.")


def test_what_was_let_go_of_comes_again(reader: Reader) -> None:
    page = brought(reader)
    offer(page).locator("button").click()
    expect(offer(page).locator("button")).to_have_text("Bring PostgreSQL")
    expect(part(page, "lists")).to_have_text("3")
    for worker in page.workers[1:]:
        with worker.expect_event("close"):
            pass
    assert len(page.workers) == 1
    offer(page).locator("button").click()
    expect(part(page, "lists")).to_have_text("5")
    press(page, "shuffle")
    expect(part(page, "agree")).to_have_text("5")


def test_one_may_change_ones_mind_while_it_comes(reader: Reader) -> None:
    page = awake(reader)
    held = reader.hold(ENGINE)
    offer(page).locator("button").click()
    expect(offer(page).locator("button")).to_have_text("Stop")
    offer(page).locator("button").click()
    expect(offer(page).locator("button")).to_have_text("Bring PostgreSQL")
    held.release()
    reader.context.unroute(ENGINE)
    offer(page).locator("button").click()
    expect(part(page, "lists")).to_have_text("5")


def test_where_a_file_is_missing_the_page_says_so_and_the_next_try_succeeds(reader: Reader) -> None:
    page = awake(reader)
    reader.context.route(ENGINE, lambda route: route.fulfill(status=404, body="gone"))
    offer(page).locator("button").click()
    expect(offer(page).locator("span")).to_have_text(
        re.compile(
            r"^A file of PostgreSQL is missing on this host: assets/postgres/module\.\w+\.wasm answered 404\. "
            r"\d+\.\d MB to fetch"
        )
    )
    reader.forgive("404")
    expect(offer(page).locator("button")).to_have_text("Try again")
    press(page, "shuffle")
    expect(part(page, "agree")).to_have_text("3")
    reader.context.unroute(ENGINE)
    offer(page).locator("button").click()
    expect(part(page, "lists")).to_have_text("5")


def test_where_there_is_too_little_memory_the_page_says_so_and_goes_on(reader: Reader) -> None:
    # The engine's memory is asked for in its own worker, which a page's script can't change: so its script is.
    lacking = "WebAssembly.Memory = function () { throw new RangeError('could not allocate memory'); };\n"
    reader.context.route(
        "**/assets/postgres/worker.*.js",
        lambda route: route.fulfill(body=lacking + route.fetch().text(), content_type="text/javascript"),
    )
    page = awake(reader)
    offer(page).locator("button").click()
    expect(offer(page).locator("span")).to_have_text(
        re.compile(r"^PostgreSQL couldn't be started \(could not allocate memory\)\. ")
    )
    press(page, "shuffle")
    expect(part(page, "agree")).to_have_text("3")


def test_one_that_breaks_down_is_told_and_the_others_stay(reader: Reader) -> None:
    page = brought(reader)
    [worker] = [worker for worker in page.workers if "/postgres/" in worker.url]
    worker.evaluate("self.onmessage = () => { self.postMessage({ failed: 'out of memory' }); }")
    press(page, "shuffle")
    expect(offer(page).locator("span")).to_have_text(re.compile(r"^PostgreSQL broke down \(out of memory\)\. "))
    expect(part(page, "lists")).to_have_text("3")
    expect(part(page, "agree")).to_have_text("3")


def test_a_link_holds_the_ids_and_the_trap_and_fetches_no_postgres(reader: Reader) -> None:
    page = awake(reader)
    stored(page).locator("textarea").fill("JOB0Dqhu1EacDZ JOB0Dqhu1EacDY")
    stored(page).locator("input[value=score]").check()
    expect(part(page, "kept-score")).to_have_text("1")
    page.wait_for_url(re.compile("#~kept=ids:.*,trap:score$"))
    again = reader.open(PAGE + "#" + page.url.split("#")[1])
    expect(part(again, "kept-score")).to_have_text("1")
    assert rows(again, "valkey-member") == ("JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ")
    assert fetched(reader, "postgres") == []


def test_the_keyboard_brings_it_and_chooses_a_trap(reader: Reader) -> None:
    page = awake(reader)
    offer(page).locator("button").focus()
    page.keyboard.press("Enter")
    expect(part(page, "lists")).to_have_text("5")
    expect(offer(page).locator("button")).to_be_focused()
    stored(page).locator("input[value=nocase]").focus()
    page.keyboard.press("ArrowRight")
    expect(part(page, "kept-locale")).to_have_text("6")


def test_on_a_phone_nothing_is_wider_than_the_page(browser: Browser, site_url: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 800})
    reader = Reader(context, site_url)
    page = brought(reader)
    for trap in ("nocase", "locale", "score", "json"):
        stored(page).locator(f"input[value={trap}]").check()
        expect(part(page, f"kept-{trap}")).to_be_visible()
        assert page.evaluate("() => document.documentElement.scrollWidth") == 360
    context.close()
    assert reader.complaints == []


@pytest.mark.parametrize("whole", [True, False], ids=["whole", "without its files"])
def test_from_a_folder_it_comes_by_scripts_or_says_what_is_missing(
    browser: Browser, site_folder: Path, tmp_path: Path, *, whole: bool
) -> None:
    folder = site_folder
    if not whole:
        folder = tmp_path / "site"
        shutil.copytree(site_folder, folder)
        shutil.rmtree(folder / "assets" / "postgres")
    context = browser.new_context()
    reader = Reader(context, folder.as_uri() + "/")
    page = awake(reader)
    expect(offer(page).locator("span")).to_have_text("It takes about 150 MB of memory while it is here.")
    offer(page).locator("button").click()
    if whole:
        expect(part(page, "agree")).to_have_text("5")
        assert {url.rpartition(".")[2] for url in fetched(reader, "postgres")} == {"js"}
    else:
        expect(offer(page).locator("span")).to_have_text(
            re.compile(r"^A file is missing here: assets/postgres/\w+\.embed\.\w+\.js\. ")
        )
    context.close()
    assert not whole or reader.complaints == []
