"""WebKitGTK, the engine Safari shares, over Selenium and Debian's WebKitWebDriver on a screen of our own."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, WebDriverException
from selenium.webdriver import Remote
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import HTTPError

from browser.engines import display
from browser.engines.engine import PATIENCE, WATCH_POLICY, EngineError, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDERS: Final = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/libexec")
LISTEN: Final = """
if (!window.heard) {
  const heard = window.heard = [];
  addEventListener("error", (event) => heard.push(String(event.message ?? `could not load ${event.target.outerHTML}`)), true);
  addEventListener("unhandledrejection", (event) => heard.push(String(event.reason)));
  const error = console.error;
  console.error = (...values) => { heard.push(values.map(String).join(" ")); error.apply(console, values); };
  %s
}
"""
EVALUATE: Final = """
const done = arguments[arguments.length - 1];
Promise.resolve().then(() => (%s)).then((value) => done({ value }), (error) => done({ error: String(error) }));
"""


def executable() -> str | None:
    """Return the path of WebKitGTK's small browser, which distributions keep off PATH."""
    candidates = (Path(folder, "webkit2gtk-4.1", "MiniBrowser") for folder in FOLDERS)
    return next((str(path) for path in candidates if path.is_file()), None)


def available() -> str | None:
    """Return why WebKit can't be driven here, or `None` if it can."""
    if shutil.which("WebKitWebDriver") is None or executable() is None:
        return "no WebKitWebDriver with its MiniBrowser (Debian: apt install webkit2gtk-driver)"
    return display.available()


class WebKit:
    """One MiniBrowser under automation: each session is private, so nothing outlives it.

    This driver neither tells what stands in the console nor runs a script before the page's own, so
    `console_errors` knows only what happened after `load`.
    """

    name: Final = "webkit"

    def __init__(self) -> None:
        self._stack = ExitStack()
        try:
            folder = tempfile.TemporaryDirectory(prefix="webkit-", ignore_cleanup_errors=True)
            self._home = Path(self._stack.enter_context(folder))
            self._screen = self._stack.enter_context(display.Display())
            self._session = self._stack.enter_context(ExitStack())
            self._driver = self._session.enter_context(self._start())
        except BaseException:
            self._stack.close()
            raise
        self._visited = False

    @contextmanager
    def _start(self) -> Iterator[Remote]:
        """Run one browser session and end every process of it, also those a crash left behind."""
        options = Options()
        options.binary_location = executable() or ""
        options.add_argument("--automation")
        self._service = service = Service(env=self._environment(), popen_kw={"start_new_session": True})
        service.start()
        try:
            there = RemoteConnection(client_config=ClientConfig(remote_server_addr=service.service_url))
            driver = Remote(command_executor=there, options=options)
            try:
                driver.set_window_size(1280, 900)
                yield driver
            finally:
                with suppress(WebDriverException, OSError, HTTPError):
                    driver.quit()
        finally:
            service.stop()
            with suppress(ProcessLookupError):
                os.killpg(service.process.pid, signal.SIGKILL)

    def _environment(self) -> dict[str, str]:
        folders = {f"XDG_{kind}_HOME": str(self._home / kind.lower()) for kind in ("CACHE", "CONFIG", "DATA", "STATE")}
        environment = {**os.environ, **folders, "DISPLAY": self._screen.name, "GDK_BACKEND": "x11"}
        if os.geteuid() == 0:  # as root its sandbox can't start; what it opens here are our own pages
            environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        return environment

    def fresh(self) -> None:
        if self._visited:  # this driver can't clear storage, so another session begins
            self._session.close()
            self._driver = self._session.enter_context(self._start())
            self._visited = False

    def open(self, url: str) -> None:
        self._visited = True
        with _plainly("open"):
            self._driver.get(url)
            self._driver.execute_script(LISTEN % WATCH_POLICY)

    def text(self, selector: str) -> str:
        with _plainly(selector):
            return str(self._driver.find_element(By.CSS_SELECTOR, selector).get_property("textContent"))

    def attribute(self, selector: str, name: str) -> str | None:
        with _plainly(selector):
            return self._driver.find_element(By.CSS_SELECTOR, selector).get_dom_attribute(name)

    def fill(self, selector: str, text: str) -> None:
        """Type; a character outside the basic plane is refused, since this driver's keyboard loses it without a word."""
        lost = [character for character in text if ord(character) > 0xFFFF]
        if lost:
            message = f"WebKit's driver can't type {lost[0]!r} (U+{ord(lost[0]):X}): give text of the basic plane"
            raise EngineError(message)
        with _plainly(selector):
            field = self._driver.find_element(By.CSS_SELECTOR, selector)
            field.send_keys(Keys.CONTROL, "a")
            field.send_keys(text or Keys.BACKSPACE)

    def click(self, selector: str) -> None:
        with _plainly(selector):
            self._driver.find_element(By.CSS_SELECTOR, selector).click()

    def evaluate(self, expression: str) -> object:
        with _plainly("evaluate"):
            answer: object = self._driver.execute_async_script(EVALUATE % expression)
        assert isinstance(answer, dict)
        if "error" in answer:
            message = f"WebKit, evaluate: {answer['error']}"
            raise EngineError(message)
        return answer.get("value")

    def wait_text(self, selector: str, expected: str, timeout: float = PATIENCE) -> None:
        wait_until(f"text of {selector}", lambda: self.text(selector), expected, timeout)

    def wait_attribute(self, selector: str, name: str, value: str, timeout: float = PATIENCE) -> None:
        wait_until(f"{name} of {selector}", lambda: self.attribute(selector, name), value, timeout)

    def console_errors(self) -> list[str]:
        return self._list("window.heard")

    def requests(self) -> list[str]:
        return self._list("[location.href, ...performance.getEntriesByType('resource').map((entry) => entry.name)]")

    def screenshot(self, path: Path) -> None:
        with _plainly("screenshot"):
            self._driver.save_screenshot(str(path))

    def close(self) -> None:
        self._stack.close()

    def _list(self, expression: str) -> list[str]:
        found = self.evaluate(expression)
        assert isinstance(found, list)
        return [str(item) for item in found]


@contextmanager
def _plainly(what: str) -> Iterator[None]:
    """Turn Selenium's errors into the one kind that all engines raise."""
    try:
        yield
    except (NoSuchElementException, StaleElementReferenceException) as error:
        message = f"no element matches {what}"
        raise EngineError(message) from error
    except (WebDriverException, HTTPError, OSError) as error:
        message = f"WebKit, {what}: {error}"
        raise EngineError(message) from error
