"""axe-core finds nothing on any page, in any state of a widget, in light and dark, wide and narrow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from browser.reader import PAGES, Reader, part, unanswered, widget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

AXE = (Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")

#: A state as a link holds it, and a readout that shows it has been painted.
STATES = {
    "queue:a%7Db": ("would-pending", "15495"),
    "queue:": ("would-pending", "7387"),
    "id:job": ("refusal", "jobKey requires a valid branded id"),
    "id:JOBzzzzzzzzzzz": ("key", "emq:{email}:job:JOBzzzzzzzzzzz"),
    f"queue:{'long-name-' * 7},nodes:12": ("hashtag", "long-name-" * 7),
    "queue:%D7%90%D7%91": ("hashtag", "\u05d0\u05d1"),
}

# Commands of the store port: nothing played, a refusal of each kind, a worker with nothing, and more than lanes or lists hold.
PLAYS = {
    "an empty queue": [],
    "a duplicate": ["enqueue", "enqueue-again"],
    "no call": ["retry-b"],
    "many of everything": ["enqueue"] * 20
    + ["enqueue-at"] * 14
    + ["claim-a"] * 5
    + ["advance"] * 4
    + ["complete-a"] * 2,
}

# Mint order: broken by each comparison, by all conditions at once, and full.
ORDERS = {
    "without case": "ordinal:false,arrived:%5B%22JOB0Dqhu1EacDa%22%2C%22JOB0Dqhu1EacDY%22%5D",
    "all conditions missing": "padded:false,ascending:false,ordinal:false,one_namespace:false,one_node:false",
    "a list that is full": "note:full",
}

# States of the id decoder: changed, refused, stepped over the border, too large, of another shape.
DECODED = {
    "one millisecond on": "id:JOB0Dqhu1EsDLc,before:JOB0Dqhu1EacDY,offset:%2B02%3A00",
    "a step too far": "id:JOB00000000000,over:-1%20ms",
    "past the last": "id:JOBzzzzzzzzzzz",
    "a wrong character": "id:JOB0Dqhu1-acDY",
}

Scheme = Literal["light", "dark"]


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> Scheme:
    chosen: Scheme = request.param
    return chosen


@pytest.fixture(params=[1280, 360])
def looking(browser: Browser, site_url: str, scheme: Scheme, request: pytest.FixtureRequest) -> Iterator[Reader]:
    """A reader in one scheme on one width, whose pages let axe in past their policy."""
    context = browser.new_context(
        viewport={"width": request.param, "height": 900}, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True
    )
    yield Reader(context, site_url)
    context.close()


def violations(page: Page) -> list[Any]:
    """What axe has against the page: rule and elements."""
    page.evaluate(AXE)
    found: list[Any] = page.evaluate(
        """async () => (await axe.run({ resultTypes: ["violations"] })).violations
            .map(({ id, nodes }) => [id, nodes.map((node) => `${node.target}: ${node.failureSummary}`)])"""
    )
    return found


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_a_violation(looking: Reader, path: str) -> None:
    page = looking.open(path)
    for details in page.locator("details").all():
        details.evaluate("element => { element.open = true; }")
    if widget(page).count():
        expect(widget(page)).to_have_attribute("data-python", "ready")
    assert violations(page) == []


def test_no_state_of_the_builder_has_a_violation(looking: Reader) -> None:
    page = looking.open()
    expect(widget(page)).to_have_attribute("data-python", "ready")
    for state, (name, text) in STATES.items():
        page.evaluate("hash => { location.hash = hash; }", f"~keyspace={state}")
        expect(part(page, name)).to_have_text(text)
        assert violations(page) == [], state


@pytest.mark.parametrize("commands", PLAYS.values(), ids=PLAYS.keys())
def test_no_play_of_the_store_port_has_a_violation(looking: Reader, commands: list[str]) -> None:
    held = quote(json.dumps(commands, separators=(",", ":")))
    page = looking.open(f"persistence/the-store-port/index.html#~port=commands:{held}")
    expect(page.locator("store-port")).to_have_attribute("data-python", "ready")
    expect(page.locator('store-port [data-part="step"]')).to_have_text(str(len(commands)))
    assert violations(page) == []


@pytest.mark.parametrize("state", ORDERS.values(), ids=ORDERS.keys())
def test_no_order_has_a_violation(looking: Reader, state: str) -> None:
    page = looking.open(f"persistence/serialization/index.html#~order={state}")
    expect(page.locator("mint-order")).to_have_attribute("data-python", "ready")
    expect(page.locator("mint-order [data-link]")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("state", DECODED.values(), ids=DECODED.keys())
def test_no_state_of_the_decoder_has_a_violation(looking: Reader, state: str) -> None:
    page = looking.open(f"persistence/index.html#~decoder={state}")
    expect(page.locator("id-decoder")).to_have_attribute("data-python", "ready")
    expect(page.locator("id-decoder [data-link]")).to_be_visible()
    assert violations(page) == []


def test_a_python_that_could_not_start_is_told_without_a_violation(looking: Reader) -> None:
    looking.context.route("**/*.wasm", lambda route: route.abort())
    page = looking.open()
    expect(widget(page)).to_have_attribute("data-python", "failed")
    assert violations(page) == []


def test_a_python_that_is_starting_is_told_without_a_violation(looking: Reader) -> None:
    looking.context.route("**/*.wasm", unanswered)
    page = looking.open()
    expect(widget(page)).to_have_attribute("data-python", "starting")
    assert violations(page) == []
