"""When Python can't start, stops or hangs, the page says why in plain words, keeps its answer and what was typed, and
offers to try again.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.reader import DIVE, field_of, part, widget

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from browser.reader import Reader


#: Workers whose answers, from a moment on, never reach the page.
SILENT_WORKERS = """
window.Worker = class extends Worker {
  set onmessage(hear) { super.onmessage = (event) => { if (!window.silent || !event.data.answer) hear(event); }; }
};
"""


def failed(page: Page, words: str) -> None:
    """The widget shows the failure in these words, and the answer it had."""
    expect(widget(page)).to_have_attribute("data-python", "failed")
    expect(widget(page).locator("[data-status]")).to_contain_text(re.compile(words))
    expect(part(page, "slot")).to_have_text("10780")
    expect(widget(page).get_by_role("button", name="Try again")).to_be_visible()


def altered_policy(reader: Reader, old: str, new: str) -> None:
    """Serves the dive with another policy, as a strict host's header would set it."""

    def alter(route: Route) -> None:
        response = route.fetch()
        parts = response.text().split(escape(old).replace("&#x27;", "&#39;"))
        assert len(parts) == 2
        route.fulfill(response=response, body=new.join(parts))

    reader.context.route(f"**/{DIVE}", alter)


def test_a_missing_file_is_named_and_a_second_try_succeeds(reader: Reader) -> None:
    reader.context.route("**/*.wasm", lambda route: route.fulfill(status=404, body="gone"))
    page = reader.open()
    failed(page, r"missing on this host: assets/python/runtime\.\w+\.wasm answered 404")
    field_of(page, "queue").fill("sms")
    reader.context.unroute("**/*.wasm")
    widget(page).get_by_role("button", name="Try again").click()
    expect(part(page, "slot")).to_have_text("13018")
    expect(widget(page)).to_have_attribute("data-python", "ready")


def test_no_network_is_said(reader: Reader) -> None:
    reader.starts_from("trimmed")
    reader.context.route("**/*.zip", lambda route: route.abort())
    page = reader.open()
    failed(page, r"couldn't be fetched: assets/python/library\.\w+\.zip\. Is the network there\?")


def test_a_file_cut_short_is_said(reader: Reader) -> None:
    reader.starts_from("trimmed")
    reader.context.route("**/*.zip", lambda route: route.fulfill(status=200, body="PK"))
    page = reader.open()
    failed(page, r"incomplete: 2 of \d+ bytes")


def test_no_webassembly_is_said(reader: Reader) -> None:
    def without(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=f"delete self.WebAssembly;{response.text()}")

    reader.context.route("**/worker.*.js", without)
    failed(reader.open(), "This browser has no WebAssembly")
    reader.forgive("WebAssembly is not defined")


def test_a_policy_that_forbids_webassembly_is_said(reader: Reader) -> None:
    def forbid(route: Route) -> None:
        response = route.fetch()
        policy = {"content-security-policy": "script-src 'self'"}
        route.fulfill(response=response, headers=response.headers | policy)

    reader.context.route("**/worker.*.js", forbid)
    failed(reader.open(), "couldn't make Python's WebAssembly run")


def test_a_blocked_worker_is_said(reader: Reader) -> None:
    altered_policy(reader, "worker-src 'self' blob:", "worker-src 'none'")
    failed(reader.open(), "kept from starting")
    reader.forgive("worker")


def test_a_worker_of_the_wrong_type_is_said(reader: Reader) -> None:
    reader.context.route(
        "**/worker.*.js",
        lambda route: route.fulfill(
            response=route.fetch(), headers={"content-type": "text/plain", "x-content-type-options": "nosniff"}
        ),
    )
    failed(
        reader.open(), r"serves assets/python/worker\.\w+\.js as text/plain; browsers run it only as text/javascript"
    )


def test_a_runtime_of_the_wrong_type_runs_all_the_same(reader: Reader) -> None:
    reader.context.route(
        "**/*.wasm",
        lambda route: route.fulfill(response=route.fetch(), headers={"content-type": "application/octet-stream"}),
    )
    page = reader.open()
    field_of(page, "queue").fill("sms")
    expect(part(page, "slot")).to_have_text("13018")


@pytest.mark.parametrize("end", ["self.close()", "setTimeout(() => { for (;;); }, 0)"], ids=["killed", "hung"])
def test_a_dead_worker_is_replaced_and_nothing_typed_is_lost(reader: Reader, end: str) -> None:
    page = reader.open()
    expect(widget(page)).to_have_attribute("data-python", "ready")
    field_of(page, "id").fill("JOB0Dqhu1EsDLc")
    expect(part(page, "key")).to_have_text("emq:{email}:job:JOB0Dqhu1EsDLc")
    page.workers[0].evaluate(end)
    field_of(page, "queue").fill("sms")
    expect(part(page, "key")).to_have_text("emq:{sms}:job:JOB0Dqhu1EsDLc")
    expect(widget(page)).to_have_attribute("data-python", "ready")
    field_of(page, "queue").fill("email")
    expect(part(page, "slot")).to_have_text("10780")


def test_a_widget_gives_up_on_a_question_that_kills_every_worker_and_says_so(reader: Reader) -> None:
    reader.context.add_init_script(SILENT_WORKERS)
    page = reader.open()
    expect(widget(page)).to_have_attribute("data-python", "ready")
    page.evaluate("window.silent = true")
    field_of(page, "queue").fill("sms")
    expect(widget(page)).to_have_attribute("data-python", "failed", timeout=120_000)
    expect(widget(page).locator("[data-status]")).to_contain_text("restarted 2 times")
    expect(field_of(page, "queue")).to_have_value("sms")
    expect(part(page, "slot")).to_have_text("10780")
