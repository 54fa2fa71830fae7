"""One visit of a reader: a browser that was just opened on a profile, a page, and how long Python's first answer takes.

A first visit has a fresh profile. A second has that of the first, in a browser that was opened anew: what the first left
in the browser's caches is all it has. Chromium keeps a compiled module only once it has been quiet for two seconds, so a
first visit stays that long and longer.

Each sets out from an empty page of the same origin, in a browser that has come to rest, so that opening one and its renderer
is no part of the figure. It begins with the navigation, and ends when the answer that Python computed is in the page.
"""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playwright.sync_api import TimeoutError as LateError

from sitegen.bench.host import BLANK, Host
from sitegen.bench.memory import largest_mb
from sitegen.bench.slow import Slowed, slowed
from sitegen.bench.starts import SITE, Start
from sitegen.browsers import CHROMIUM_ARGUMENTS, chromium

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Playwright

PATIENCE_MS = 180_000
"""How long an answer may take on the slowest line and machine."""

SETTLED_MS = 3_000

RESTED_MS = 500
"""What opening a browser sets going goes on behind its first page; readers have had theirs open for long."""

UNSAID = "trimmed"
"""The path of a page of ours that doesn't say which one it took: it has no other."""

_WORD = "first answer"

#: Notes when an answer that Python computed has reached the page, in ms since the navigation began. Our page shows its
#: answer before Python runs, so there the worker is listened to, and the page has its turn to show it; the others' pages
#: are watched.
_NOTE = """
(({ forced, parts, word }) => {
  try {
    if (forced === null) localStorage.removeItem("python-start");
    else localStorage.setItem("python-start", forced);
  } catch { /* the empty document that a window begins with has no storage */ }
  const noted = window.noted = { tasks: [] };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) noted.tasks.push([startTime, duration]);
  }).observe({ type: "longtask", buffered: true });
  const isAnswer = (text) => parts.every((part) => text.includes(part));
  const answered = () => {
    if (noted.at !== undefined) return;
    noted.at = performance.now();
    noted.start = document.documentElement.dataset.pythonStart ?? null;
    console.debug(word);
  };
  new MutationObserver(() => {
    if (isAnswer(document.getElementById("answer")?.textContent ?? "")) answered();
  }).observe(document, { childList: true, characterData: true, subtree: true });
  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (typeof data.answer !== "string" || !isAnswer(data.answer) || document.getElementById("answer")) return;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = answered;
        port2.postMessage(0);
      });
    }
  };
})(GIVEN);
"""

_TOLD = """
() => new Promise((resolve) => setTimeout(() => {
  const { at, start, tasks } = window.noted;
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const blocked = tasks.filter(([began]) => began < at).map(([, took]) => took);
  resolve({ at, start, painted: paint?.startTime ?? null, blocked: Math.max(0, ...blocked) });
}, 200))
"""


class VisitError(Exception):
    """A visit that has no figures; the message says why."""


class MissedError(VisitError):
    """A visit that can't be counted, because its page was in a process that nobody slowed down; another may be."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What one visit took.

    `used` is the path that our page says it took, `blocked_ms` the longest time until the answer in which the page could
    hear nobody, and `slower` how many times as long its renderer really took.
    """

    first_answer_ms: float
    bytes: int
    memory_mb: float | None
    first_paint_ms: float | None
    blocked_ms: float
    used: str | None
    slower: float | None


@contextmanager
def opened(playwright: Playwright, profile: Path, *arguments: str) -> Iterator[BrowserContext]:
    """A browser on `profile`, with further `arguments`, until the block ends."""
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=chromium(), args=[*CHROMIUM_ARGUMENTS, *arguments]
    )
    try:
        yield context
    finally:
        context.close()


def visit(
    playwright: Playwright,
    profile: Path,
    host: Host,
    start: Start,
    answer: str,
    *,
    times: float = 1,
    settle: bool = False,
) -> Visit:
    """Visit the page of `start`, until it shows `answer`, and until all is quiet if it is to `settle`.

    Raises:
        VisitError: where no answer came, or MissedError where it came from a process that wasn't slowed down.

    """
    given = json.dumps({"forced": start.forced, "parts": answer.split(), "word": _WORD})
    with opened(playwright, profile) as context:
        context.add_init_script(_NOTE.replace("GIVEN", given))
        page = context.pages[0]
        page.goto(host.address + BLANK)
        renderers = _renderers(context)
        page.wait_for_timeout(RESTED_MS)
        with ExitStack() as stack:
            cutting = stack.enter_context(slowed(times, renderers)) if times > 1 else None
            before = host.sent
            try:
                with page.expect_console_message(lambda message: message.text == _WORD, timeout=PATIENCE_MS):
                    page.goto(host.address + start.path, wait_until="commit", timeout=PATIENCE_MS)
            except LateError as error:
                sentence = f"{start.title}: no answer of Python came within {PATIENCE_MS // 1000} s."
                raise VisitError(sentence) from error
            sent = host.sent - before
            told = page.evaluate(_TOLD)
        memory = {process: largest_mb([process]) or 0 for process in _renderers(context)}
        if times > 1 and max(memory, key=lambda process: memory[process]) not in renderers:
            sentence = f"{start.title}: the page went to a process that nobody slowed down."
            raise MissedError(sentence)
        if settle:
            page.wait_for_timeout(SETTLED_MS)
    return _visit(start, told, sent, max(memory.values(), default=0) or None, cutting)


def _visit(start: Start, told: dict[str, Any], sent: int, memory: float | None, cutting: Slowed | None) -> Visit:
    return Visit(
        first_answer_ms=told["at"],
        bytes=sent,
        memory_mb=memory,
        first_paint_ms=told["painted"],
        blocked_ms=told["blocked"],
        used=told["start"] or (UNSAID if start.host == SITE else None),
        slower=cutting.times if cutting else None,
    )


def _renderers(context: BrowserContext) -> list[int]:
    assert context.browser is not None
    session = context.browser.new_browser_cdp_session()
    told = session.send("SystemInfo.getProcessInfo")
    session.detach()
    return [process["id"] for process in told["processInfo"] if process["type"] == "renderer"]
