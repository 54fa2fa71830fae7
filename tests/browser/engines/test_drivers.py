"""The drivers themselves keep their word, each engine on a page whose behaviour is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.engines.engine import EngineError
from sitegen.server import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from browser.engines.engine import Engine

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Known</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; img-src 'self'">
<link rel="icon" href="icon.svg"><script defer src="known.js"></script></head>
<body><p id="twice" lang="en">one <b>text</b></p><p id="twice">second</p>
<input name="word" value="old words"><output id="typed"></output><output id="count">0</output>
<button name="shout">Shout</button><button name="leak">Leak</button><output id="visits"></output></body></html>
"""

SCRIPT = """
const get = (id) => document.getElementById(id);
localStorage.setItem("visits", Number(localStorage.getItem("visits")) + 1);
get("visits").textContent = localStorage.getItem("visits");
document.querySelector("input").addEventListener("input", (event) => {
  if (!event.isTrusted) throw new Error("nobody typed this");
  get("typed").textContent = event.target.value;
  get("count").textContent = Number(get("count").textContent) + 1;
});
document.querySelector("[name=shout]").addEventListener("click", (event) => {
  console.error("shouted");
  setTimeout(() => { throw new Error(`thrown, trusted: ${event.isTrusted}`); });
  setTimeout(() => { event.target.dataset.said = "all"; }, 50);
});
document.querySelector("[name=leak]").addEventListener("click", () => {
  const image = new Image();
  image.src = "https://elsewhere.invalid/pixel.png";
  image.addEventListener("error", () => { get("typed").textContent = "refused"; });
});
"""


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("known")
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "known.js").write_text(SCRIPT, encoding="utf-8")
    (folder / "icon.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    with serving(folder) as address:
        yield address


def test_text_is_text_content_and_the_first_match_counts(engine: Engine, known: str) -> None:
    engine.open(known)
    assert engine.text("#twice") == "one text"
    assert engine.attribute("#twice", "lang") == "en"
    assert engine.attribute("#twice", "data-none") is None


def test_what_is_not_there_is_an_error_that_names_it(engine: Engine, known: str) -> None:
    engine.open(known)
    with pytest.raises(EngineError, match="#nowhere"):
        engine.text("#nowhere")
    with pytest.raises(EngineError, match="#nowhere"):
        engine.attribute("#nowhere", "lang")


def test_filling_is_typing_and_replaces_what_stood_there(engine: Engine, known: str) -> None:
    engine.open(known)
    engine.fill("input", "mäx {}")
    engine.wait_text("#typed", "mäx {}", 5)
    assert int(engine.text("#count")) == len("mäx {}")
    engine.fill("input", "")
    engine.wait_text("#typed", "", 5)
    assert engine.evaluate("document.querySelector('input').value") == ""
    assert engine.console_errors() == []


def test_errors_exceptions_and_refusals_of_the_policy_are_heard_until_the_next_page(engine: Engine, known: str) -> None:
    engine.open(known)
    assert engine.console_errors() == []
    engine.click("[name=shout]")
    engine.wait_attribute("[name=shout]", "data-said", "all", 5)
    heard = " / ".join(engine.console_errors())
    assert "shouted" in heard
    assert "thrown, trusted: true" in heard
    engine.click("[name=leak]")
    engine.wait_text("#typed", "refused", 5)
    assert "policy violation: img-src refused https://elsewhere.invalid" in " / ".join(engine.console_errors())
    engine.open(known)
    assert engine.console_errors() == []


def test_requests_of_the_page_are_told_until_the_next_page(engine: Engine, known: str) -> None:
    for _ in range(2):
        engine.open(known)
        told = engine.requests()
        assert told.count(known) == 1
        assert told.count(f"{known}known.js") == 1


def test_a_fresh_start_is_a_first_visit(engine: Engine, known: str) -> None:
    for visit in ("1", "2"):
        engine.open(known)
        assert engine.text("#visits") == visit
    engine.fresh()
    engine.open(known)
    assert engine.text("#visits") == "1"


def test_a_wait_that_runs_out_says_what_it_saw(engine: Engine, known: str) -> None:
    engine.open(known)
    with pytest.raises(TimeoutError, match=r"text of #count: expected '1' within 0.1 s, last seen '0'"):
        engine.wait_text("#count", "1", 0.1)
    with pytest.raises(TimeoutError, match="no element matches #nowhere"):
        engine.wait_attribute("#nowhere", "lang", "en", 0.1)


def test_a_promise_is_awaited_and_its_failure_is_an_error(engine: Engine, known: str) -> None:
    engine.open(known)
    assert engine.evaluate("Promise.resolve([1, {a: 'ä'}, null])") == [1, {"a": "ä"}, None]
    with pytest.raises(EngineError, match="no luck"):
        engine.evaluate("Promise.reject(new Error('no luck'))")


def test_a_screenshot_is_a_png(engine: Engine, known: str, tmp_path: Path) -> None:
    engine.open(known)
    engine.screenshot(tmp_path / "shot.png")
    assert (tmp_path / "shot.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
