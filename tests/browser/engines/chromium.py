"""Chromium over Playwright, in a context of its own of a browser that somebody else started."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from playwright.sync_api import Error, sync_playwright

from browser.engines.engine import PATIENCE, WATCH_POLICY, EngineError, wait_until
from sitegen.browsers import CHROMIUM_ARGUMENTS, chromium
from sitegen.installation import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

ATTRIBUTE: Final = "(found, name) => found.length ? [found[0].getAttribute(name)] : null"
TEXT: Final = "(found) => found.length ? [found[0].textContent] : null"


def available() -> str | None:
    """Return why Chromium can't be driven here, or `None` if it can."""
    try:
        chromium()
    except SetupError as error:
        return str(error)
    return None


@contextmanager
def running() -> Iterator[Browser]:
    """Run one headless Chromium until the block ends.

    While it runs, this thread has Playwright's event loop: `asyncio.run` fails in it, and so does a second `running`.
    """
    program = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class Chromium:
    """One page in a private context; closing it leaves the browser running for its owner."""

    name: Final = "chromium"

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._errors: list[str] = []
        self._requests: list[str] = []
        self._context, self._page = self._begin()

    def _begin(self) -> tuple[BrowserContext, Page]:
        context = self._browser.new_context(viewport={"width": 1280, "height": 900})
        context.add_init_script(WATCH_POLICY)
        context.on("console", self._hear)
        context.on("weberror", lambda told: self._errors.append(str(told.error)))
        context.on("request", lambda request: self._requests.append(request.url))
        return context, context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._errors.append(f"{message.text} ({message.location['url']})")

    def fresh(self) -> None:
        with _plainly("fresh"):
            self._context.close()
            self._forget()
            self._context, self._page = self._begin()

    def open(self, url: str) -> None:
        self._forget()
        with _plainly("open"):
            self._page.goto(url, wait_until="load")

    def text(self, selector: str) -> str:
        return str(self._first(selector, TEXT, None))

    def attribute(self, selector: str, name: str) -> str | None:
        value = self._first(selector, ATTRIBUTE, name)
        return None if value is None else str(value)

    def _first(self, selector: str, script: str, argument: object) -> object:
        with _plainly(selector):
            found: list[object] | None = self._page.locator(selector).evaluate_all(script, argument)
        if found is None:
            message = f"no element matches {selector}"
            raise EngineError(message)
        return found[0]

    def fill(self, selector: str, text: str) -> None:
        with _plainly(selector):
            field = self._page.locator(selector).first
            field.press("ControlOrMeta+a")
            if text:
                field.press_sequentially(text)
            else:
                field.press("Backspace")

    def click(self, selector: str) -> None:
        with _plainly(selector):
            self._page.locator(selector).first.click()

    def evaluate(self, expression: str) -> object:
        with _plainly("evaluate"):
            value: object = self._page.evaluate(f"() => ({expression})")
        return value

    def wait_text(self, selector: str, expected: str, timeout: float = PATIENCE) -> None:
        wait_until(f"text of {selector}", lambda: self.text(selector), expected, timeout)

    def wait_attribute(self, selector: str, name: str, value: str, timeout: float = PATIENCE) -> None:
        wait_until(f"{name} of {selector}", lambda: self.attribute(selector, name), value, timeout)

    def console_errors(self) -> list[str]:
        self.evaluate("null")  # events reach us only while we ask for something
        return list(self._errors)

    def requests(self) -> list[str]:
        self.evaluate("null")
        return list(self._requests)

    def screenshot(self, path: Path) -> None:
        with _plainly("screenshot"):
            self._page.screenshot(path=path)

    def close(self) -> None:
        with _plainly("close"):
            self._context.close()

    def _forget(self) -> None:
        self._errors.clear()
        self._requests.clear()


@contextmanager
def _plainly(what: str) -> Iterator[None]:
    """Turn Playwright's errors into the one kind that all engines raise."""
    try:
        yield
    except Error as error:
        message = f"Chromium, {what}: {error.message}"
        raise EngineError(message) from error
