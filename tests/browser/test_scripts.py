"""A script of F# runs in a worker of its own: what never ends is stopped, and what can't be had is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser.reader import Reader

WORKER = "**/assets/fsharp/worker.*.js"
ENDLESS = """
self.onmessage = () => {
  self.postMessage({ line: "val it: int = 1" });
  for (;;);
};
"""


def test_each_answer_of_a_script_stands_on_the_page_and_comes_again_below_it(reader: Reader) -> None:
    page = reader.open()
    said = [
        line.removeprefix("// ")
        for line in page.locator("#asked pre").inner_text().split("\n")
        if line.startswith(("// val", "// System"))
    ]
    assert len(said) == 5
    button = page.locator("#asked [data-run]")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#asked output samp")).to_have_text(said)
    # Once more: what was printed before gives way.
    button.click()
    expect(page.locator("#asked output samp")).to_have_text(said)
    assert [request for request in reader.requests if "/fsharp/" in request]


def test_nothing_is_fetched_for_a_script_that_nobody_runs(reader: Reader) -> None:
    page = reader.open()
    expect(page.locator("#asked [data-run]")).to_be_visible()
    expect(page.locator("keyspace-builder")).to_have_attribute("data-python", "ready")
    assert not [request for request in reader.requests if "/fsharp/" in request]


def test_a_script_that_never_ends_is_stopped_and_can_be_run_again(reader: Reader) -> None:
    reader.context.route(WORKER, lambda route: route.fulfill(body=ENDLESS, content_type="text/javascript"))
    page = reader.open()
    button = page.locator("#asked [data-run]")
    button.click()
    expect(page.locator("#asked output samp").first).to_have_text("val it: int = 1")
    expect(button).to_be_disabled()
    expect(page.locator("#asked output samp").last).to_have_text("Stopped: it was not done after 3 seconds.")
    expect(button).to_be_enabled()


def test_a_worker_that_cannot_be_had_is_spoken_of(reader: Reader) -> None:
    reader.context.route(WORKER, lambda route: route.fulfill(status=404, body="", content_type="text/plain"))
    page = reader.open()
    page.locator("#asked [data-run]").click()
    expect(page.locator("#asked output")).to_have_text("The worker that runs F# could not be started.")
    reader.context.unroute_all()
    page.locator("#asked [data-run]").click()
    expect(page.locator("#asked output samp")).to_have_count(5)
