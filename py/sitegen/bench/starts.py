"""The ways to start Python in a page that are measured: ours, by each of its paths and as it chooses; Pyodide in a worker as
its manual starts it; and PyScript on the main thread, as its manual has it.

All run the same Pyodide and compute the same key and slot by the same sources. All that a browser may keep lies under
`assets/`, so that a second visit has it. PyScript's files come from its package, and nothing from anywhere else.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from echomq.keyspace import job_key, slot

SITE, NAIVE, PYSCRIPT = "site", "naive", "pyscript"

QUEUE, ID = "email", "JOB0Dqhu1EacDY"

DIVE = "persistence/keys-and-rows/index.html"


@dataclass(frozen=True, slots=True)
class Start:
    """One way, by `name`: the page at `path` of a `host`, which is told to start by `forced`, or chooses by itself."""

    name: str
    title: str
    host: str
    path: str = "index.html"
    forced: str | None = None


SNAPSHOT = Start("snapshot", "this site, by its snapshot", SITE, DIVE, "snapshot")
TRIMMED = Start("trimmed", "this site, by its trimmed library", SITE, DIVE, "trimmed")
CHOICE = Start("choice", "this site, as it chooses", SITE, DIVE)
PLAIN = Start("naive", "Pyodide in a worker", NAIVE)
MAIN_THREAD = Start("pyscript", "PyScript, main thread", PYSCRIPT)

STARTS = (SNAPSHOT, TRIMMED, CHOICE, PLAIN, MAIN_THREAD)

MEASURE = MAIN_THREAD
"""What the others are compared with, on its first visit."""

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

_PROGRAM = f"""\
from echomq.keyspace import job_key, slot
key = job_key({QUEUE!r}, {ID!r})
answer = f"{{key}} {{slot(key)}}"
"""

_NAIVE_PAGE = """<!doctype html><meta charset="utf-8"><title>naive</title><p id="answer"></p>
<script type="module">
  const worker = new Worker("assets/worker.mjs", { type: "module" });
  worker.onmessage = ({ data }) => { document.getElementById("answer").textContent = data.answer; };
</script>
"""

_NAIVE_WORKER = f"""
import {{ loadPyodide }} from "./pyodide.mjs";
const python = await loadPyodide();
const sources = await (await fetch("sources.json")).json();
python.FS.mkdirTree("/home/pyodide/echomq");
for (const [name, text] of Object.entries(sources)) python.FS.writeFile(`/home/pyodide/echomq/${{name}}`, text);
python.runPython({json.dumps(_PROGRAM)});
self.postMessage({{ answer: python.globals.get("answer") }});
"""

_PYSCRIPT_PAGE = """<!doctype html><meta charset="utf-8"><title>PyScript</title>
<link rel="stylesheet" href="assets/pyscript/core.css">
<script type="module" src="assets/pyscript/core.js"></script>
<p id="answer"></p>
<script type="py" config='{config}'>
from pyscript import document
{program}document.getElementById("answer").textContent = answer
</script>
"""


def expected() -> str:
    """The answer that each has to give, by this interpreter."""
    key = job_key(QUEUE, ID)
    return f"{key} {slot(key)}"


def sources(root: Path) -> dict[str, str]:
    """The modules of the domain that the answer takes, and no others, by the names of their files."""
    program = f"{_PROGRAM}import sys; print(*(m.__file__ for n, m in sys.modules.items() if n.split('.')[0] == 'echomq'), sep='\\n')"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=root / "py", check=True, stdout=subprocess.PIPE, encoding="utf-8")
    paths = map(Path, done.stdout.splitlines())
    return {path.name: path.read_text(encoding="utf-8") for path in paths}


def lay_out_naive(root: Path, folder: Path) -> None:
    """Put the page with Pyodide in a worker into `folder`, with all that it fetches."""
    assets = folder / "assets"
    assets.mkdir(parents=True)
    (folder / "index.html").write_text(_NAIVE_PAGE, encoding="utf-8")
    (assets / "worker.mjs").write_text(_NAIVE_WORKER, encoding="utf-8")
    (assets / "sources.json").write_text(json.dumps(sources(root)), encoding="utf-8")
    _copy_runtime(root, assets)


def lay_out_pyscript(root: Path, folder: Path) -> None:
    """Put the page with PyScript into `folder`, with all that it fetches."""
    assets = folder / "assets"
    (assets / "echomq").mkdir(parents=True)
    modules = sources(root)
    for name, text in modules.items():
        (assets / "echomq" / name).write_text(text, encoding="utf-8")
    files = {f"./assets/echomq/{name}": f"./echomq/{name}" for name in modules}
    config = json.dumps({"interpreter": "./assets/pyodide.mjs", "files": files})
    (folder / "index.html").write_text(_PYSCRIPT_PAGE.format(config=config, program=_PROGRAM), encoding="utf-8")
    _copy_runtime(root, assets)
    scripts = root / "node_modules" / "@pyscript" / "core" / "dist"
    shutil.copytree(scripts, assets / "pyscript", ignore=shutil.ignore_patterns("*.map"))


def _copy_runtime(root: Path, folder: Path) -> None:
    for file in RUNTIME:
        shutil.copy(root / "node_modules" / "pyodide" / file, folder)
