"""In every engine, and from a folder too, the dive's builder wakes, answers what is typed, and says what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from pathlib import Path

    from browser.engines.engine import Engine

DIVE: Final = "persistence/keys-and-rows/index.html"
BUILDER: Final = "keyspace-builder"
REFUSED_ID: Final = "jobKey requires a valid branded id"
NOTE_WORKERS: Final = """
window.workers = [],
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    workers.push(this);
  }
}
"""


def part(name: str) -> str:
    return f'{BUILDER} [data-part="{name}"]'


def field(name: str) -> str:
    return f'{BUILDER} input[name="{name}"]'


def read_and_type(engine: Engine, page: str) -> None:
    """Read the first answer, wait until Python is awake, type; the slots are a Valkey server's answers to CLUSTER KEYSLOT."""
    engine.open(page)
    assert engine.text(part("key")) == "emq:{email}:job:JOB0Dqhu1EacDY"
    assert engine.text(part("slot")) == "10780"
    engine.click(field("queue"))
    engine.wait_attribute(BUILDER, "data-python", "ready", 90)
    engine.fill(field("queue"), "123456789")
    engine.wait_text(part("slot"), "12739")
    assert engine.text(part("key")) == "emq:{123456789}:job:JOB0Dqhu1EacDY"
    assert engine.text(part("hashtag")) == "123456789"
    engine.fill(field("id"), "job")
    engine.wait_text(part("refusal"), REFUSED_ID)
    assert engine.text(part("key")) == ""
    engine.fill(field("queue"), "почта")
    engine.fill(field("id"), "JOB0Dqhu1EacDY")
    engine.wait_text(part("slot"), "14884")
    engine.fill(field("queue"), "a}b")
    engine.wait_text(part("would-pending"), "15495")
    assert engine.text(part("key")) == ""
    assert engine.console_errors() == []


def test_the_builder_answers_over_http(engine: Engine, site_url: str) -> None:
    read_and_type(engine, site_url + DIVE)
    elsewhere = [
        address
        for address in engine.requests()
        if urlsplit(address).scheme not in {"blob", "data"} and not address.startswith(site_url)
    ]
    assert elsewhere == []


def test_the_builder_answers_from_a_folder(engine: Engine, site_folder: Path) -> None:
    read_and_type(engine, (site_folder / DIVE).as_uri())


def test_the_store_port_answers(engine: Engine, site_url: str) -> None:
    """Two workers on one row: the second claim's token holds, the first's is stale, and then the row is gone."""
    port = "store-port"

    def press(names: str) -> None:
        for name in names.split():
            engine.click(f'{port} button[name="{name}"]')

    engine.open(f"{site_url}persistence/the-store-port/index.html")
    engine.wait_attribute(port, "data-python", "ready", 90)
    press("reset enqueue claim-a advance advance advance reap claim-b")
    engine.wait_text(f'{port} [data-part="b-token"]', "2")
    for button, answer in (("complete-a", "Stale"), ("complete-b", "Ok"), ("complete-b", "Gone")):
        press(button)
        engine.wait_text(f'{port} [data-part="answer"]', answer)
    assert engine.console_errors() == []


def test_a_dead_worker_is_replaced_and_what_was_typed_is_answered(engine: Engine, site_url: str) -> None:
    engine.open(site_url + "colophon/index.html")
    engine.evaluate("localStorage.setItem('ask-first', 'yes')")
    engine.open(site_url + DIVE)  # where Python now waits for a press, so that we see its workers being made
    engine.evaluate(NOTE_WORKERS)
    engine.click(f"{BUILDER} [data-wake]")
    engine.wait_attribute(BUILDER, "data-python", "ready", 90)
    engine.fill(field("queue"), "123456789")
    engine.wait_text(part("slot"), "12739")
    engine.evaluate(
        "workers[0].terminate()"
    )  # idle: Firefox's console complains of a script that is stopped while it runs
    engine.fill(field("queue"), "sms")
    engine.wait_text(part("slot"), "13018")
    assert engine.evaluate("workers.length") == 2
    assert engine.attribute(BUILDER, "data-python") == "ready"
    assert engine.console_errors() == []
