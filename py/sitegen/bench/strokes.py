"""How long a reader who types waits: from a key, or a thousand pasted keys, until the frame that shows the answer has been
painted.

A screen shows a frame 60 times a second, and a key comes at any moment between two of them: the wait for the next beat
alone is spread evenly from 0 to 16.7 ms, whatever answers. So keys are timed twice, with the beat as every reader has it,
and with it lifted (Chromium then draws a frame as soon as there is one), which leaves what is ours.
"""

from __future__ import annotations

import random
import statistics
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Page

#: What Chromium is told so that nothing waits for a screen.
NO_BEAT = ("--disable-frame-rate-limit", "--disable-gpu-vsync")

#: What is typed, and taken back letter by letter, over and over: queue names are about so long.
TYPED = "invoices-eu"
KEYSTROKES = 200

#: Seconds that a key is held, and from there to the next, drawn anew for each: a key that followed at once would always
#: meet the screen at the same point between two frames. Nothing is asked of the page while its answer is on the way.
HELD = (0.05, 0.15)
PAUSE = (0.02, 0.06)

PATIENCE_MS = 120_000

#: Notes, for every keystroke, when the frame that shows its answer has been painted.
_NOTE_PAINTS = """
() => {
  const builder = document.querySelector("keyspace-builder");
  let typed = 0;
  window.paints = [];
  builder.addEventListener("input", (event) => { typed = event.timeStamp; }, true);
  new MutationObserver(() => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      window.paints.push(performance.now() - typed);
      window.noted?.();
    };
    port2.postMessage(0);
  })).observe(builder.querySelector("[data-part=key]"), { childList: true, characterData: true, subtree: true });
}
"""

#: Resolves when as many keystrokes have been painted; to ask again and again would hold up the frames that are measured.
_PAINTED = "(count) => window.paints.length >= count || new Promise((resolve) => { window.noted = resolve; })"

PASTES = 15

#: Notes, for every paste of a thousand keys, when the frame that shows their count has been painted.
_NOTE_PASTES = """
() => {
  const calculator = document.querySelector("slot-calculator");
  let pasted;
  window.pastes = [];
  calculator.addEventListener("paste", (event) => { pasted = event.timeStamp; }, true);
  new MutationObserver(() => {
    if (pasted === undefined || calculator.querySelector("[data-part=keys]")?.textContent !== "1000") return;
    const since = pasted;
    pasted = undefined;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        document.documentElement.dataset.pastes = window.pastes.push(performance.now() - since);
      };
      port2.postMessage(0);
    });
  }).observe(calculator, { childList: true, characterData: true, subtree: true });
}
"""


def keystrokes(page: Page) -> list[float]:
    """Milliseconds from each keystroke in the queue's field to the painted frame that holds its answer."""
    page.wait_for_selector("keyspace-builder[data-python=ready]", timeout=PATIENCE_MS)
    page.evaluate(_NOTE_PAINTS)
    page.focus("keyspace-builder input[name=queue]")
    keys = [*TYPED, *["Backspace"] * len(TYPED)]
    pauses = random.Random(1)  # noqa: S311 - a typist's hands, no secret
    for number in range(KEYSTROKES):
        page.keyboard.down(keys[number % len(keys)])
        time.sleep(pauses.uniform(*HELD))
        page.evaluate(_PAINTED, number + 1)
        page.keyboard.up(keys[number % len(keys)])
        time.sleep(pauses.uniform(*PAUSE))
    paints: list[float] = page.evaluate("window.paints")
    return paints


def many_keys(page: Page) -> list[float]:
    """Milliseconds from each paste of a thousand other keys, over the page's own dozen, to the painted frame with their count."""
    page.wait_for_selector("slot-calculator[data-python=ready]", timeout=PATIENCE_MS)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate(_NOTE_PASTES)
    for number in range(PASTES):
        keys = "\n".join(f"emq:{{paste-{number}-{key}}}:pending" for key in range(1_000))
        page.evaluate("(keys) => navigator.clipboard.writeText(keys)", keys)
        page.click("slot-calculator button[name=keys] >> nth=0")
        page.wait_for_selector("slot-calculator [data-part=keys]:text-is('12')")
        page.focus("slot-calculator textarea")
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.press("ControlOrMeta+v")
        page.wait_for_selector(f'[data-pastes="{number + 1}"]', state="attached")
    pastes: list[float] = page.evaluate("window.pastes")
    return pastes


def spread(paints: Sequence[float]) -> dict[str, Any]:
    """The figures of many waits, in ms."""
    hundredths = statistics.quantiles(paints, n=100, method="inclusive")
    return {
        "count": len(paints),
        "median": statistics.median(paints),
        "p95": hundredths[94],
        "p99": hundredths[98],
        "longest": max(paints),
    }
