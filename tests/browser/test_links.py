"""What Python lacks is brought when it is first needed, with its size told; where it can't be had, the page says why and
goes on.

No widget of the pages needs a link so far: here the answers about the store port are taken for such that do, until the
worker has said that it is linked.
"""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import Reader
from browser.test_store_port import PAGE, part, port, press

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

ENGINE = "**/assets/valkey/module.*.wasm"
#: Workers in which Python lacks its link while `lacking` is true; what they say of links is kept in `said`, with the number
#: of the worker.
NEEDY = """
window.lacking = false;
window.said = [];
let made = 0;
window.Worker = class extends Worker {
  number = ++made;
  linked = false;
  set onmessage(hear) {
    super.onmessage = (event) => {
      const { linked, refused, answer } = event.data;
      if (linked || refused) said.push([this.number, linked ?? refused.why]);
      this.linked ||= linked === "valkey";
      const lacks = lacking && !this.linked && answer && JSON.parse(answer).state.commands;
      const data = lacks
        ? { answer: JSON.stringify({ state: JSON.parse(answer).state, html: "", needs: "valkey" }) }
        : event.data;
      hear({ data });
    };
  }
};
"""


def notice(page: Page) -> Locator:
    return port(page).locator("[data-notice]")


def lacking(reader: Reader) -> Page:
    """The store port, ready and empty, whose Python lacks its link from now on."""
    reader.context.add_init_script(NEEDY)
    page = reader.open(PAGE)
    press(page, "reset")
    expect(part(page, "clock")).to_have_text("0")
    expect(part(page, "log").locator("li")).to_have_count(0)
    page.evaluate("lacking = true")
    return page


def engines(reader: Reader) -> list[str]:
    return [url for url in reader.requests if "/valkey/" in url]


def test_it_comes_when_it_is_needed_and_the_view_follows(reader: Reader, site_folder: Path) -> None:
    manifest = json.loads((site_folder / "assets" / "manifest.json").read_text(encoding="utf-8"))["assets"]
    (size,) = (entry["gzip"] for entry in manifest if re.search(r"valkey/module\.\w+\.wasm$", entry["path"]))
    page = lacking(reader)
    assert engines(reader) == []
    held = reader.hold(ENGINE)
    press(page, "enqueue")
    expect(notice(page)).to_have_text(f"Valkey is on its way, {size / 1e3:.0f} KB.")
    expect(part(page, "log").locator("li")).to_have_count(0)
    expect(port(page)).to_have_attribute("data-state", re.compile('"commands":\\["enqueue"\\]'))
    held.release()
    expect(part(page, "log").locator("li")).to_have_count(1)
    expect(notice(page)).to_be_hidden()
    press(page, "claim-a")
    expect(part(page, "a-token")).to_have_text("1")
    assert page.evaluate("said") == [[1, "valkey"]]
    assert len(engines(reader)) == 1


def test_where_it_cannot_be_had_the_page_says_why_and_the_next_try_succeeds(reader: Reader) -> None:
    page = lacking(reader)
    reader.context.route(ENGINE, lambda route: route.fulfill(status=404, body="gone"))
    press(page, "enqueue")
    expect(notice(page)).to_have_text(
        re.compile(
            r"^A file of Valkey is missing on this host: assets/valkey/module\.\w+\.wasm answered 404\. "
            r"Press or choose anything here to try again\.$"
        )
    )
    expect(port(page)).to_have_attribute("data-python", "ready")
    reader.forgive("404")
    page.evaluate("lacking = false")  # as where another backing is chosen
    press(page, "advance")
    expect(part(page, "clock")).to_have_text("10")
    expect(part(page, "log").locator("li")).to_have_count(1)
    expect(notice(page)).to_be_hidden()
    page.evaluate("lacking = true")
    reader.context.unroute(ENGINE)
    press(page, "claim-a")
    expect(part(page, "a-token")).to_have_text("1")
    expect(notice(page)).to_be_hidden()


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"\0asm", r"^A file of Valkey came incomplete: 4 of \d+ bytes\. Press"),
        (None, r"^This browser couldn't make Valkey's WebAssembly run \(.+\)\. Press"),
    ],
    ids=["cut short", "no module"],
)
def test_a_file_that_is_not_it_is_said(reader: Reader, body: bytes | None, words: str) -> None:
    page = lacking(reader)
    reader.context.route(
        ENGINE, lambda route: route.fulfill(body=bytes(len(route.fetch().body())) if body is None else body)
    )
    press(page, "enqueue")
    expect(notice(page)).to_have_text(re.compile(words))


def test_a_wrong_type_is_put_right(reader: Reader) -> None:
    page = lacking(reader)
    reader.context.route(
        ENGINE, lambda route: route.fulfill(response=route.fetch(), headers={"content-type": "text/plain"})
    )
    press(page, "enqueue")
    expect(part(page, "log").locator("li")).to_have_count(1)


def test_a_worker_that_refuses_it_says_why_and_python_goes_on(reader: Reader) -> None:
    page = lacking(reader)
    # A module, but none of Valkey's: it asks for nothing and offers nothing.
    empty = bytes.fromhex("0061736d01000000")
    page.evaluate(
        "bytes => { WebAssembly.compileStreaming = async () => new WebAssembly.Module(new Uint8Array(bytes)); }",
        list(empty),
    )
    press(page, "enqueue")
    expect(notice(page)).to_have_text(re.compile(r"^The engine couldn't be started \(.+\)\. Press or choose anything"))
    expect(port(page)).to_have_attribute("data-python", "ready")


def test_a_worker_that_was_replaced_has_it_before_it_is_asked(reader: Reader) -> None:
    page = lacking(reader)
    press(page, "enqueue")
    expect(part(page, "log").locator("li")).to_have_count(1)
    page.workers[0].evaluate("setTimeout(() => { for (;;); }, 0)")
    press(page, "claim-a")
    expect(part(page, "a-token")).to_have_text("1")
    assert page.evaluate("said") == [[1, "valkey"], [2, "valkey"]]
    assert len(engines(reader)) == 1


def test_from_a_folder_it_comes_by_a_script(browser: Browser, site_folder: Path) -> None:
    context = browser.new_context()
    reader = Reader(context, site_folder.as_uri() + "/")
    page = lacking(reader)
    press(page, "enqueue")
    expect(part(page, "log").locator("li")).to_have_count(1)
    assert [url.rpartition(".")[2] for url in engines(reader)] == ["js"]
    context.close()
    assert reader.complaints == []


def test_from_a_folder_without_it_the_page_says_so(browser: Browser, site_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(site_folder, tmp_path / "site")
    for path in (tmp_path / "site" / "assets" / "valkey").iterdir():
        path.unlink()
    context = browser.new_context()
    reader = Reader(context, (tmp_path / "site").as_uri() + "/")
    page = lacking(reader)
    press(page, "enqueue")
    expect(notice(page)).to_have_text(
        re.compile(r"^A file is missing here: assets/valkey/module\.embed\.\w+\.js\. Press")
    )
    context.close()
