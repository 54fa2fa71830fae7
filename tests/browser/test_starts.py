"""Python starts from a snapshot or from its library, answers the same, and keeps what came for the next time."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import DIVE, PATIENCE, field_of, part, widget

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

    from browser.reader import Reader

#: Counts how often a worker has had all it starts from.
STARTS = """
window.starts = 0;
window.Worker = class extends Worker {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", ({ data }) => { if (data.brought) window.starts += 1; });
  }
};
"""

KEPT = """async () => {
  const urls = [];
  for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
  return urls.map((url) => url.split("/").at(-1).replace(/\\.\\w+\\./, ".")).sort();
}"""


def answered(page: Page, start: str) -> None:
    """Python started from there, and computes the slot that a Valkey server names for {sms}."""
    expect(widget(page)).to_have_attribute("data-python", "ready")
    expect(page.locator("html")).to_have_attribute("data-python-start", start)
    field_of(page, "queue").fill("sms")
    expect(part(page, "slot")).to_have_text("13018")


def status(page: Page, words: str) -> None:
    expect(widget(page).locator("[data-status]")).to_have_text(words)


def snapshot(reader: Reader, alter: Callable[[bytearray], None]) -> None:
    """Serves another snapshot than was made."""

    def fulfil(route: Route) -> None:
        response = route.fetch()
        data = bytearray(response.body())
        alter(data)
        route.fulfill(response=response, body=bytes(data))

    reader.context.route("**/snapshot.*.bin", fulfil)


def told(data: bytearray) -> dict[str, object]:
    (length,) = struct.unpack_from("<I", data, 8)
    found: dict[str, object] = json.loads(data[16 : 16 + length])
    return found


def summed(data: bytearray) -> None:
    """Writes the sum anew: FNV-1a (isthe.com/chongo/tech/comp/fnv), a word at a time."""
    total = 0x811C9DC5
    for (word,) in struct.iter_unpack("<I", data[16:]):
        total = (total ^ word) * 0x01000193 & 0xFFFF_FFFF
    struct.pack_into("<I", data, 4, total)


@pytest.mark.parametrize("start", ["snapshot", "trimmed"])
def test_it_answers_from_either(reader: Reader, start: str) -> None:
    reader.starts_from(start)
    page = reader.open()
    answered(page, start)
    status(page, "Python 3.14 · ready")
    other = "library" if start == "snapshot" else "snapshot"
    first = [url for url in reader.requests if "/python/" in url][:3]
    assert not [url for url in first if f"/{other}." in url]


def test_on_a_line_that_brings_nothing_it_waits_for_the_library(reader: Reader) -> None:
    wasm = reader.hold("**/runtime.*.wasm")
    page = reader.open()
    with page.expect_request("**/library.*.zip"):
        pass
    assert not [url for url in reader.requests if "/snapshot." in url]
    wasm.release()
    answered(page, "trimmed")


def test_a_reader_who_saves_data_gets_fewer_bytes_and_keeps_none(reader: Reader) -> None:
    reader.context.add_init_script('Object.defineProperty(navigator, "connection", {value: {saveData: true}});')
    page = reader.open()
    widget(page).get_by_role("button", name="Start Python").click()
    answered(page, "trimmed")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(KEPT) == []
    assert not [url for url in reader.requests if "/snapshot." in url]


def test_python_that_is_ready_before_the_page_is_starts_once(reader: Reader) -> None:
    reader.context.add_init_script(STARTS)
    script = reader.hold("**/page.*.js")
    page = reader.context.new_page()
    page.goto(reader.base + DIVE, wait_until="commit")
    page.wait_for_function("() => window.jonnify?.early.said?.some((message) => message.ready)", timeout=PATIENCE)
    script.release()
    expect(widget(page)).to_have_attribute("data-python", "ready")
    field_of(page, "queue").fill("sms")
    expect(part(page, "slot")).to_have_text("13018")
    assert page.evaluate("() => window.starts") == 1


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("cut short", "The snapshot is damaged."),
        ("damaged", "The snapshot is damaged."),
        ("stale", "The snapshot belongs to another runtime."),
        ("refused", "It was refused (Snapshot has invalid magic number)."),
    ],
)
def test_without_a_good_snapshot_it_starts_from_the_library_and_says_so_once(
    reader: Reader, wrong: str, words: str
) -> None:
    def alter(data: bytearray) -> None:
        (length,) = struct.unpack_from("<I", data, 8)
        if wrong == "cut short":
            # As many bytes as were announced, but not those: a host that pads, a disk that lost a block.
            data[-4096:] = bytes(4096)
        elif wrong == "damaged":
            data[len(data) // 2] ^= 1
        elif wrong == "stale":
            made = str(told(data)["runtime"]).encode()
            at = data.index(made)
            data[at : at + len(made)] = b"0" * len(made)
            summed(data)
        else:
            data[16 + length] ^= 1
            summed(data)

    reader.starts_from("snapshot")
    snapshot(reader, alter)
    page = reader.open()
    answered(page, "trimmed")
    status(page, f"Python 3.14 · ready, started without its snapshot. {words}")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(KEPT) == []


def test_a_host_without_the_snapshot_is_no_reason_not_to_start(reader: Reader) -> None:
    reader.starts_from("snapshot")
    reader.context.route("**/snapshot.*.bin", lambda route: route.fulfill(status=404, body="gone"))
    page = reader.open()
    answered(page, "trimmed")
    expect(widget(page).locator("[data-status]")).to_contain_text("ready, started without its snapshot.")
    expect(widget(page).locator("[data-status]")).to_contain_text("answered 404.")


@pytest.mark.parametrize("start", ["snapshot", "trimmed"])
def test_what_came_is_kept_and_the_next_visit_starts_from_it(reader: Reader, start: str) -> None:
    first = reader.open()
    first.evaluate(
        '() => caches.open("jonnify " + new URL("../../", location.href).href).then((c) => c.put("old.bin", new Response("old")))'
    )
    first.evaluate("(start) => localStorage.setItem('python-start', start)", start)
    first.reload()
    answered(first, start)
    first.wait_for_function('() => localStorage.getItem("python-kept")')
    assert first.evaluate(KEPT) == ["runtime.wasm", "snapshot.bin"]
    first.evaluate("() => localStorage.removeItem('python-start')")
    reader.context.route("**/python/*.wasm", lambda route: route.abort())
    reader.context.route("**/python/*.bin", lambda route: route.abort())
    second = reader.open()
    answered(second, "snapshot")


def test_what_the_browser_has_thrown_away_is_fetched_again(reader: Reader) -> None:
    reader.starts_from("snapshot")
    first = reader.open()
    answered(first, "snapshot")
    first.wait_for_function('() => localStorage.getItem("python-kept")')
    first.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name); }")
    reader.requests.clear()
    answered(reader.open(), "snapshot")
    assert [url for url in reader.requests if "/runtime." in url]


@pytest.mark.parametrize(
    "denied",
    [
        "delete window.caches;",
        "CacheStorage.prototype.open = () => Promise.reject(new DOMException('', 'SecurityError'));",
        "Cache.prototype.add = () => Promise.reject(new DOMException('', 'QuotaExceededError'));",
    ],
    ids=["absent", "denied", "full"],
)
def test_without_storage_it_starts_all_the_same(reader: Reader, denied: str) -> None:
    reader.context.add_init_script(f'if (location.protocol === "http:") {{ {denied} }}')
    reader.starts_from("snapshot")
    for _ in range(2):
        page = reader.open()
        answered(page, "snapshot")
        page.wait_for_load_state("networkidle")
        assert page.evaluate('localStorage.getItem("python-kept")') is None
