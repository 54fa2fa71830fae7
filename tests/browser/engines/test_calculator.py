"""In every engine the slot calculator finds slots, walks through bytes, runs by itself and counts many keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from browser.engines.engine import Engine

DIVE: Final = "persistence/keys-and-rows/index.html"
CALCULATOR: Final = "slot-calculator"


def part(name: str) -> str:
    return f'{CALCULATOR} [data-part="{name}"]'


def test_the_calculator_answers(engine: Engine, site_url: str) -> None:
    engine.open(site_url + DIVE)
    assert engine.text(part("slot")) == "10780"
    engine.click(f"{CALCULATOR} input[name=key]")
    engine.wait_attribute(CALCULATOR, "data-python", "ready", 90)
    engine.fill(f"{CALCULATOR} input[name=key]", "foo{}{bar}")
    engine.wait_text(part("slot"), "8363")
    assert engine.text(part("hashtag")) == "foo{}{bar}"
    engine.fill(f"{CALCULATOR} input[name=key]", "ab")
    engine.wait_text(f"{CALCULATOR} .stepper .hint", "byte 2 of 2")
    engine.click(f"{CALCULATOR} button[name=back]")
    engine.wait_text(f"{CALCULATOR} .stepper .hint", "byte 1 of 2")
    engine.click(f"{CALCULATOR} button[name=play]")
    engine.wait_text(f"{CALCULATOR} .stepper .hint", "byte 2 of 2")
    engine.click(f"{CALCULATOR} button[name=play]")
    engine.wait_text(f"{CALCULATOR} .stepper .hint", "byte 0 of 2")
    engine.wait_text(f"{CALCULATOR} .stepper .hint", "byte 2 of 2")
    engine.click(f"{CALCULATOR} button[name=thousand]")
    engine.wait_text(part("keys"), "1000")
    assert engine.console_errors() == []
