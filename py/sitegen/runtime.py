"""The files that Python needs in the page: the runtime, a library cut to what is used, the worker, and each once more
inside a script, for pages opened from a folder.
"""

from __future__ import annotations

import base64
import gzip
import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sitegen import engine
from sitegen.cache import remembered
from sitegen.scripts import worker_script
from sitegen.toolchain import Toolchain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: The packages that run in the page.
OURS = ("echomq", "widgets")

#: Modules of the standard library that nothing imports at the start but that a failure needs to explain itself.
ALSO = ("traceback", "linecache", "tokenize")

#: One question of each kind to the seam: what these load is what the library holds.
WORLD = {"now": 1_748_768_400_000, "seed": 1, "zone_offset": 0}


class RuntimeBuildError(Exception):
    """Python for the page couldn't be made; the message says at which step and why."""


@dataclass(frozen=True, slots=True)
class RuntimeFiles:
    """The files of the asset group ``python`` by name, and the version of Python they bring, such as "3.14.2"."""

    files: Mapping[str, bytes]
    version: str


def sources(root: Path) -> dict[str, str]:
    """The source of every module of ours that may go into the page, by its path in the library: ``echomq/base62.py``.

    With them the scripts that one of them hands on: ``echomq/lua/claim.lua``.
    """
    home = root / "py"
    paths = (path for package in OURS for kind in ("py", "lua") for path in sorted((home / package).rglob(f"*.{kind}")))
    return {path.relative_to(home).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def warm_requests(states: Mapping[str, Iterable[Mapping[str, object]]]) -> list[dict[str, object]]:
    """The requests that the library is cut by: a bare view of each widget in each of the given states."""
    return [
        {"widget": widget, "state": dict(state), "event": None, "world": WORLD}
        for widget, given in sorted(states.items())
        for state in given
    ]


def make_library(root: Path, requests: list[dict[str, object]]) -> tuple[bytes, str]:
    """The library as a zip of byte code, and the version of Python that compiled it. Raises RuntimeBuildError, EngineError."""
    pyodide = root / "node_modules" / "pyodide"
    program = Path(__file__).with_name("library.mjs")
    host = sorted((program.parents[2] / "static" / "js" / "worker").rglob("*.js"))
    modules = sources(root)

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder, "library.zip")
            task = {
                "pyodide": str(pyodide),
                "engine": str(root / engine.FILE),
                "sources": modules,
                "also": ALSO,
                "warm": requests,
                "library": str(library),
            }
            command = [str(Toolchain(root).node), str(program)]
            done = subprocess.run(command, input=json.dumps(task).encode(), capture_output=True, check=False)
            if done.returncode:
                words = done.stderr.decode(errors="replace").strip()
                message = f"the library for Python in the page couldn't be made:\n{words}"
                raise RuntimeBuildError(message)
            made = json.loads(done.stdout.splitlines()[-1])
            head = str(made["version"]).encode().ljust(16)
            return head + library.read_bytes()

    inputs = (
        (pyodide / "package.json").read_bytes(),
        engine.module(root),
        *(path.read_bytes() for path in host),
        program.read_bytes(),
        json.dumps([modules, ALSO, requests]).encode(),
    )
    kept = remembered(root, "library.zip", inputs, make)
    return kept[16:], kept[:16].decode().strip()


def embedded(root: Path, name: str, data: bytes) -> bytes:
    """A script that hands ``data`` to the page by a call: gzip, then Base64, as ``static/js/page/files.js`` takes it."""

    def make() -> bytes:
        packed = base64.b64encode(gzip.compress(data, 9, mtime=0))
        return b"window.jonnify.embedded." + name.encode() + b'("' + packed + b'");\n'

    return remembered(root, f"{name}.embed.js", (data,), make)


def python_files(root: Path, states: Mapping[str, Iterable[Mapping[str, object]]]) -> RuntimeFiles:
    """All files of the group.

    ``states`` names the widgets of the site with some states of each (JSON values), which are run to find the modules
    they need, and run again from the finished library.
    """
    library, version = make_library(root, warm_requests(states))
    carried = {
        "runtime": (root / "node_modules" / "pyodide" / "pyodide.asm.wasm").read_bytes(),
        "library": library,
        "worker": worker_script(root),
    }
    suffixes = {"runtime": "wasm", "library": "zip", "worker": "js"}
    files = {f"{name}.{suffixes[name]}": data for name, data in carried.items()}
    files |= {f"{name}.embed.js": embedded(root, name, data) for name, data in carried.items()}
    return RuntimeFiles(files=files, version=version)
