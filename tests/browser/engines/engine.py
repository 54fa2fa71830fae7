"""One small interface over three browser engines, so that a smoke test is written once and runs in all of them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PATIENCE: Final = 30.0
"""Seconds that a wait lasts unless told otherwise: Python's first start on a busy machine is the slowest thing we wait for."""

PAUSE: Final = 0.03
"""Seconds between two looks at a page that isn't yet as expected."""

WATCH_POLICY: Final = """
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy violation: ${event.effectiveDirective} refused ${event.blockedURI}`);
});
"""
"""Run before a page's own scripts where an engine can: a refused load becomes a console error, whatever else the engine says."""


class Engine(Protocol):
    """A running browser with one page; selectors are CSS, texts are `textContent`, times are seconds.

    Anything the browser refuses (no such element, a lost browser) raises `EngineError`; a wait that runs out raises `TimeoutError`.
    """

    @property
    def name(self) -> str:
        """The engine's name in lower case."""

    def fresh(self) -> None:
        """Forget storage, caches in memory and what was logged: the next `open` is a first visit."""

    def open(self, url: str) -> None:
        """Go to `url` (http or file) and return when the page's own `load` has fired."""

    def text(self, selector: str) -> str:
        """Return the `textContent` of the first match."""

    def attribute(self, selector: str, name: str) -> str | None:
        """Return an attribute's value, `None` where the element hasn't got it."""

    def fill(self, selector: str, text: str) -> None:
        """Replace a field's text by typing: real key events, one `input` event a character."""

    def click(self, selector: str) -> None:
        """Click the first match with a real pointer."""

    def evaluate(self, expression: str) -> object:
        """Return the value of a JavaScript expression (promises are awaited) as far as JSON can carry it."""

    def wait_text(self, selector: str, expected: str, timeout: float = PATIENCE) -> None:
        """Return once the first match exists and its text is exactly `expected`."""

    def wait_attribute(self, selector: str, name: str, value: str, timeout: float = PATIENCE) -> None:
        """Return once the first match exists and its attribute is exactly `value`."""

    def console_errors(self) -> list[str]:
        """Return errors, uncaught exceptions and policy violations since the last `open`, oldest first."""

    def requests(self) -> list[str]:
        """Return the addresses asked for since the last `open`; WebKit tells only those the page's own timeline lists."""

    def screenshot(self, path: Path) -> None:
        """Write what the window shows as a PNG."""

    def close(self) -> None:
        """End the browser and every process and folder that came with it."""


class EngineError(RuntimeError):
    """A browser refused or lost what was asked of it."""


def wait_until(what: str, read: Callable[[], str | None], expected: str, timeout: float) -> None:
    """Look again and again until `read()` gives `expected`.

    `read` gives `None`, or raises `EngineError`, while there is nothing to read yet.
    Raises `TimeoutError` naming what was waited for, what was expected and what was last seen.
    """
    deadline = time.monotonic() + timeout
    while True:
        try:
            seen = read()
        except EngineError as error:
            seen = f"(nothing: {error})"
        if seen == expected:
            return
        if time.monotonic() >= deadline:
            message = f"{what}: expected {expected!r} within {timeout:g} s, last seen {seen!r}"
            raise TimeoutError(message)
        time.sleep(PAUSE)
