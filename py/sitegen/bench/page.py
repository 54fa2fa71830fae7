"""Measures what a reader waits for, in real Chromium: the first answer of Python, beside Pyodide as its manual starts
it; a keystroke, and a thousand keys pasted at once, until the answer is painted.

Every figure of one run comes from one machine within minutes, the variants in turn; quote medians and ratios.
"""

from __future__ import annotations

import json
import random
import shutil
import statistics
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from sitegen.browsers import CHROMIUM_ARGUMENTS, chromium
from sitegen.server import serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

DIVE = "persistence/keys-and-rows/index.html"
RUNS = 5

#: What is typed, and taken back letter by letter, over and over: queue names are about so long.
TYPED = "invoices-eu"
KEYSTROKES = 200

#: Seconds from one painted answer to the next key, drawn anew for each: a key that followed at once would always meet
#: the screen at the same point between two frames.
PAUSE = (0.06, 0.18)

#: How long a start may take before the run is given up, in ms.
PATIENCE = 120_000

#: Notes when the first answer of the worker reaches the page, in ms since the navigation began.
NOTE_FIRST_ANSWER = """
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({data}) => { if (data.answer) document.documentElement.dataset.firstAnswer ??= performance.now(); });
  }
};
"""

#: Notes, for every keystroke, when the frame that shows its answer has been painted.
NOTE_PAINTS = """
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
PAINTED = "(count) => window.paints.length >= count || new Promise((resolve) => { window.noted = resolve; })"

PASTES = 15

#: Notes, for every paste of a thousand keys, when the frame that shows their count has been painted.
NOTE_PASTES = """
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

#: What Pyodide's manual shows for a worker, asked for the same key and slot.
NAIVE_PAGE = """<!doctype html><meta charset="utf-8"><title>naive</title><p id="answer"></p>
<script type="module">
  const worker = new Worker("worker.mjs", { type: "module" });
  worker.onmessage = ({ data }) => { document.getElementById("answer").textContent = data.answer; };
</script>
"""

NAIVE_WORKER = """
import { loadPyodide } from "./pyodide.mjs";
const python = await loadPyodide();
const sources = await (await fetch("sources.json")).json();
python.FS.mkdirTree("/home/pyodide/echomq");
for (const [name, text] of Object.entries(sources)) python.FS.writeFile(`/home/pyodide/echomq/${name}`, text);
self.postMessage({ answer: python.runPython(`
from echomq.keyspace import job_key, slot
key = job_key("email", "JOB0Dqhu1EacDY")
f"{key} {slot(key)}"
`) });
"""

NAIVE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


@contextmanager
def naive_site(root: Path) -> Iterator[Path]:
    """A folder with the naive page and all it fetches."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "index.html").write_text(NAIVE_PAGE, encoding="utf-8")
        (folder / "worker.mjs").write_text(NAIVE_WORKER, encoding="utf-8")
        sources = {path.name: path.read_text(encoding="utf-8") for path in (root / "py" / "echomq").glob("*.py")}
        (folder / "sources.json").write_text(json.dumps(sources), encoding="utf-8")
        for file in NAIVE_FILES:
            shutil.copy(root / "node_modules" / "pyodide" / file, folder)
        yield folder


def first_answer(browser: Browser, address: str) -> float:
    """Milliseconds from the navigation to the first answer that Python gave, in a fresh profile."""
    context = browser.new_context()
    context.add_init_script(NOTE_FIRST_ANSWER)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("[data-first-answer]", state="attached", timeout=PATIENCE)
    answered = float(page.locator("html").get_attribute("data-first-answer") or "nan")
    context.close()
    return answered


def keystrokes(page: Page) -> list[float]:
    """Milliseconds from each keystroke in the queue's field to the painted frame that holds its answer."""
    page.wait_for_selector("keyspace-builder[data-python=ready]", timeout=PATIENCE)
    page.evaluate(NOTE_PAINTS)
    page.focus("keyspace-builder input[name=queue]")
    keys = [*TYPED, *["Backspace"] * len(TYPED)]
    pauses = random.Random(1)  # noqa: S311 - a typist's hands, no secret
    for number in range(KEYSTROKES):
        time.sleep(pauses.uniform(*PAUSE))
        page.keyboard.press(keys[number % len(keys)])
        page.evaluate(PAINTED, number + 1)
    paints: list[float] = page.evaluate("window.paints")
    return paints


def many_keys(page: Page) -> list[float]:
    """Milliseconds from each paste of a thousand other keys, over the page's own dozen, to the painted frame with their count."""
    page.wait_for_selector("slot-calculator[data-python=ready]", timeout=PATIENCE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate(NOTE_PASTES)
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


def measure(root: Path, site: Path, tell: Callable[[str], None]) -> dict[str, Any]:
    """All figures, in milliseconds unless the name says otherwise; `tell` hears how far it is."""
    ours: list[float] = []
    naive: list[float] = []
    with (
        naive_site(root) as folder,
        serving(site) as base,
        serving(folder) as naive_base,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(CHROMIUM_ARGUMENTS))
        for run in range(RUNS):
            ours.append(first_answer(browser, base + DIVE))
            naive.append(first_answer(browser, naive_base))
            tell(f"first answer, run {run + 1} of {RUNS}: {ours[-1]:.0f} ms, naive Pyodide {naive[-1]:.0f} ms")
        page = browser.new_page()
        page.goto(base + DIVE)
        paints = keystrokes(page)
        pastes = many_keys(page)
        browser.close()
    median, naive_median = statistics.median(ours), statistics.median(naive)
    return {
        "runs": RUNS,
        "first_answer": {"median": median, "all": ours},
        "first_answer_naive_pyodide": {"median": naive_median, "all": naive},
        "first_answer_ratio": median / naive_median,
        "keystrokes": len(paints),
        "keystroke_to_paint": {
            "median": statistics.median(paints),
            "p99": statistics.quantiles(paints, n=100, method="inclusive")[98],
        },
        "thousand_keys_to_paint": {"median": statistics.median(pastes), "longest": max(pastes)},
    }


def report(figures: dict[str, Any]) -> str:
    """The figures as a table for the terminal."""
    first, naive, strokes, pastes = (
        figures[name]
        for name in ("first_answer", "first_answer_naive_pyodide", "keystroke_to_paint", "thousand_keys_to_paint")
    )
    return "\n".join(
        [
            f"first answer of Python, median of {figures['runs']}: {first['median']:7.0f} ms",
            f"naive Pyodide in a worker, the same:  {naive['median']:7.0f} ms   ratio {figures['first_answer_ratio']:.2f}",
            f"keystroke to painted answer, median:  {strokes['median']:7.1f} ms",
            f"  99th percentile of {figures['keystrokes']}:             {strokes['p99']:7.1f} ms",
            f"1,000 keys pasted to painted, median:  {pastes['median']:6.1f} ms   longest {pastes['longest']:.0f} ms",
        ]
    )
