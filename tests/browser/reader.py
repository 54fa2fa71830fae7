"""A reader of the built site in Chromium, who notes all that a reader must never meet.

Every page is watched: errors in the console, exceptions, requests that leave the origin, breaches of the policy. What a
test provokes on purpose it takes off the list with ``forgive``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, Route

#: The dive with the full builder, and the pages that hold it in its compact form.
DIVE = "persistence/keys-and-rows/index.html"
PAGES = (
    "index.html",
    "persistence/index.html",
    DIVE,
    "persistence/serialization/index.html",
    "persistence/the-store-port/index.html",
    "colophon/index.html",
    "proof/index.html",
    "404.html",
)

#: Python's start on a slow, busy machine, in ms; nothing is timed by it.
PATIENCE = 60_000

NOTE_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""


@dataclass
class Held:
    """Requests that wait for the test's word."""

    routes: list[Route] = field(default_factory=list)

    def take(self, route: Route) -> None:
        """Keeps one more."""
        self.routes.append(route)

    def release(self) -> None:
        """Lets all of them go on."""
        for route in self.routes:
            route.continue_()


@dataclass
class Reader:
    """One reader with a fresh profile; ``base`` is the site's address and ends in "/"."""

    context: BrowserContext
    base: str
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context.add_init_script(NOTE_VIOLATIONS)
        self.context.on("page", self._watch)
        self.context.on("request", self._note)

    def open(self, path: str = DIVE) -> Page:
        """A new page at ``path``, which may end in a fragment, once its HTML is there."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(self.base + path, wait_until="domcontentloaded")
        return page

    def starts_from(self, start: str) -> None:
        """Lets Python start from the "snapshot" or, "trimmed", from the library, whatever the page would choose."""
        self.context.add_init_script(
            f'if (location.protocol === "http:") localStorage.setItem("python-start", "{start}");'
        )

    def forgive(self, pattern: str) -> None:
        """Takes off the list what matches; fails where nothing does, since then the test provoked nothing."""
        matching = [complaint for complaint in self.complaints if re.search(pattern, complaint)]
        assert matching, f"nothing like {pattern!r} among {self.complaints}"
        self.complaints = [complaint for complaint in self.complaints if complaint not in matching]

    def hold(self, pattern: str) -> Held:
        """Keeps requests for what matches waiting, until the answer's ``release`` lets them go."""
        held = Held()
        self.context.route(pattern, held.take)
        return held

    def _watch(self, page: Page) -> None:
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(f"exception: {error}"))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.type}: {message.text}")

    def _note(self, request: Request) -> None:
        self.requests.append(request.url)
        if urlsplit(request.url).scheme not in {"data", "blob"} and not request.url.startswith(self.base):
            self.complaints.append(f"request that leaves the origin: {request.url}")


def unanswered(_: Route) -> None:
    """Leaves a request without an answer for as long as the page lives."""


def widget(page: Page) -> Locator:
    """The page's keyspace builder."""
    return page.locator("keyspace-builder")


def part(page: Page, name: str) -> Locator:
    """A readout of the builder; its text is exactly the value."""
    return widget(page).locator(f'[data-part="{name}"]')


def field_of(page: Page, name: str) -> Locator:
    """A text field of the builder."""
    return widget(page).locator(f'input[name="{name}"]')
