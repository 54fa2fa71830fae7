"""In every engine Python starts from a snapshot and from its library, at every dive, and all figures wake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from browser.engines.engine import wait_until

if TYPE_CHECKING:
    from browser.engines.engine import Engine

DIVES: Final = ("keys-and-rows", "serialization", "the-store-port")
AWAKE: Final = """[...document.querySelectorAll("[data-python]")].every((one) => one.dataset.python === "ready") ? "all" : "some\""""


@pytest.mark.parametrize("start", ["snapshot", "trimmed"])
def test_python_starts_from_either(engine: Engine, site_url: str, start: str) -> None:
    engine.open(f"{site_url}colophon/index.html")
    engine.evaluate(f'localStorage.setItem("python-start", "{start}")')
    for dive in DIVES:
        engine.open(f"{site_url}persistence/{dive}/index.html")
        engine.wait_attribute("html", "data-python-start", start, 90)
        wait_until("the figures", lambda: str(engine.evaluate(AWAKE)), "all", 30)
        assert engine.console_errors() == []
    engine.open(f"{site_url}persistence/{DIVES[0]}/index.html")
    engine.wait_attribute("html", "data-python-start", start, 90)
    engine.fill('keyspace-builder input[name="queue"]', "123456789")
    engine.wait_text('keyspace-builder [data-part="slot"]', "12739")
    assert engine.console_errors() == []
