"""In every engine the figures wake and answer, the builder from a folder too, and the language of listings is switched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from browser.engines.engine import PATIENCE, wait_until
from minted import MINTED

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


def part(name: str, widget: str = BUILDER) -> str:
    return f'{widget} [data-part="{name}"]'


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


def test_the_store_port_answers_alike_from_three_places(engine: Engine, site_url: str) -> None:
    """The same calls in memory, in SQLite and on Valkey: logs of the same words, and what each really did."""
    port = "store-port"
    alike = f'{port} [data-part="alike"]'
    engine.open(f"{site_url}persistence/the-store-port/index.html")
    engine.wait_attribute(port, "data-python", "ready", 90)
    buttons = "reset enqueue enqueue claim-a advance advance advance reap claim-b complete-a complete-b"
    for name in buttons.split():
        engine.click(f'{port} button[name="{name}"]')
    engine.wait_text(f'{port} [data-part="answer"]', "Ok")
    logs = [engine.text(f'{port} [data-part="log"]')]
    deed = f'{port} [data-part="deeds"] p:nth-child({{}}) code'
    engine.wait_text(deed.format(1), "rows − JOB0Dqhu1EacDY")
    engine.click(f"{port} input[value=sqlite]")
    engine.wait_text(alike, "Memory and SQLite gave the same answers, call by call.")
    logs.append(engine.text(f'{port} [data-part="log"]'))
    engine.wait_text(
        deed.format(2),
        "DELETE FROM job WHERE number = 187490421964828672 AND state = 'active' AND attempts = 2",
    )
    engine.click(f"{port} input[value=valkey]")
    engine.wait_text(alike, "Memory, SQLite and Valkey gave the same answers, call by call.")
    logs.append(engine.text(f'{port} [data-part="log"]'))
    engine.wait_text(
        deed.format(1),
        "EVALSHA complete.lua 3 emq:{email}:job:JOB0Dqhu1EacDY emq:{email}:active emq:{email}:absent JOB0Dqhu1EacDY 2",
    )
    assert "Stale" in logs[0]
    assert logs[0] == logs[1] == logs[2]
    assert engine.console_errors() == []


def test_three_stores_list_one_order(engine: Engine, site_url: str) -> None:
    """PostgreSQL comes by its button, in each engine, and its five lists and its English order are those of the others."""
    stored = "stored-order"
    english = [MINTED[at] for at in (2, 0, 1, 4, 3, 5)]

    def rows(name: str) -> object:
        listed = f'{stored} [data-part="{name}"] li'
        return engine.evaluate(f"Array.from(document.querySelectorAll('{listed}'), (item) => item.dataset.id)")

    engine.open(f"{site_url}persistence/serialization/index.html")
    engine.wait_attribute(stored, "data-python", "ready", 90)
    engine.click(f"{stored} [data-offer] button")
    engine.wait_text(f"{stored} [data-offer] button", "Let it go", 90)
    engine.click(f"{stored} input[value=locale]")
    engine.wait_text(f'{stored} [data-part="kept-locale"]', "6")
    assert [rows(name) for name in ("sqlite-text", "valkey-member", "postgres-text")] == [list(MINTED)] * 3
    assert rows("english") == english
    engine.click(f"{stored} input[value=json]")
    engine.wait_text(f'{stored} [data-part="kept-json"]', "3")
    engine.click(f"{stored} [data-offer] button")
    engine.wait_text(f'{stored} [data-part="lists"]', "3")
    assert engine.console_errors() == []


def test_the_id_decoder_opens_an_id_and_tells_a_shape_from_a_snowflake(engine: Engine, site_url: str) -> None:
    decoder = "id-decoder"
    typed = f"{decoder} input[name=id]"
    engine.open(f"{site_url}persistence/index.html")
    assert engine.text(part("integer", decoder)) == "187490421964828672"
    engine.click(typed)
    engine.wait_attribute(decoder, "data-python", "ready", 90)
    engine.fill(typed, "JOB0Dqhu1EsDLc")
    engine.wait_text(part("integer", decoder), "187490421969022976")
    assert engine.text(part("moment", decoder)) == "2025-06-01T09:00:00.001Z"
    assert engine.text(part("refusal", decoder)) == ""
    engine.fill(typed, "JOBzzzzzzzzzzz")
    engine.wait_text(part("refusal", decoder), "payload exceeds 2^63-1 (AzL8n0Y58m7)")
    assert engine.text(f"{decoder} .refuse p").startswith("Well-formed, but no snowflake: ")
    assert engine.text(part("namespace", decoder)) == "JOB"
    assert engine.text(part("integer", decoder)) == engine.text(part("moment", decoder)) == ""
    assert engine.console_errors() == []


def test_mint_order_puts_what_was_shuffled_into_the_order_of_minting(engine: Engine, site_url: str) -> None:
    order = "mint-order"

    def ids(name: str) -> object:
        """Return the ids of a list as they are to be read."""
        return engine.evaluate(
            f"""[...document.querySelectorAll('{part(name, order)} [data-id] > code')].map((id) => id.textContent).join(" ")"""
        )

    def shuffle() -> None:
        before = ids("arrived")
        engine.click(f"{order} button[name=shuffle]")
        wait_until("whether the arrival is another", lambda: str(ids("arrived") != before), "True", PATIENCE)

    engine.open(f"{site_url}persistence/serialization/index.html")
    engine.wait_attribute(order, "data-python", "ready", 90)
    for _ in range(3):
        shuffle()
        assert sorted(str(ids("arrived")).split()) == ["JOB0Dqhu1EacDY", "JOB0DqhuO7qya8", "JOB0DqhyRvkwaW"]
        assert ids("set") == "JOB0Dqhu1EacDY JOB0DqhuO7qya8 JOB0DqhyRvkwaW"
    assert engine.console_errors() == []


def test_the_listings_change_to_python_and_are_python_on_the_next_page(engine: Engine, site_url: str) -> None:
    def seen(listing: str) -> object:
        """Return the first words of what a listing shows, under the language's name."""
        return engine.evaluate(
            f"""[...document.querySelectorAll("{listing} pre")].filter((text) => text.getClientRects().length)
              .map((text) => `${{text.dataset.l}}: ${{text.textContent.split(" ", 2).join(" ")}}`).join(" / ")"""
        )

    engine.open(site_url + DIVE)
    assert seen("#builders") == "fs: /// The"
    engine.click("#builders input[value=py]")
    wait_until("the first listing", lambda: str(seen("#builders")), "py: def queue_key(queue:", PATIENCE)
    assert seen("#rule") == "py: def hashed_part(key:"
    engine.open(f"{site_url}persistence/serialization/index.html")
    assert seen("#create") == "py: def create(id:"
    engine.click("#create input[value=fs]")
    wait_until("the next page's listing", lambda: str(seen("#create")), "fs: /// The", PATIENCE)
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
