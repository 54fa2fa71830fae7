"""The files that Python needs in the page: the runtime, the worker, and what it starts from, which is one of two: a library
cut to what is used, or a snapshot of the memory in which all of that is imported. Each is there once more inside a script,
for pages opened from a folder. The whole library is there for what neither of them holds.
"""

from __future__ import annotations

import base64
import gzip
import json
import os
import subprocess
import tempfile
import zipfile
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitegen import engine, glue
from sitegen.cache import remembered
from sitegen.scripts import worker_script
from sitegen.toolchain import Toolchain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: The packages that run in the page.
OURS = ("echomq", "widgets")

#: Modules of the standard library that nothing imports at the start but that a failure needs to explain itself, and the one
#: that is seeded anew where Python was restored.
ALSO = ("traceback", "linecache", "tokenize", "random")

#: Paths in the standard library, or how they begin, of what whoever imports it does without: no page speaks TLS to anyone, and
#: the archives that Pyodide could unpack are none that a page brings.
WITHOUT = ("ssl.py", "bz2.py", "lzma.py", "compression/")

#: One question of each kind to the seam: what these load is what the library holds.
WORLD = {"now": 1_748_768_400_000, "seed": 1, "zone_offset": 0}

#: Bytes that a snapshot must leave free of the memory that Python has from the start: room to answer in before it grows.
ROOM = 2_000_000


class RuntimeBuildError(Exception):
    """Python for the page couldn't be made; the message says at which step and why."""


@dataclass(frozen=True, slots=True)
class RuntimeFiles:
    """The files of the asset group ``python`` by name, and the version of Python they bring, such as "3.14.2".

    ``room`` is what the snapshot leaves free of the memory that Python has from the start, in bytes; it grows beyond.
    """

    files: Mapping[str, bytes]
    version: str
    room: int


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
    inside = {
        path.name: path.read_text(encoding="utf-8") for path in sorted(Path(__file__).with_name("inside").glob("*.py"))
    }

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder, "library.zip")
            task = {
                "pyodide": str(pyodide),
                "engine": str(root / engine.FILE),
                "sources": modules,
                "inside": inside,
                "without": WITHOUT,
                "also": ALSO,
                "warm": requests,
                "library": str(library),
            }
            made = _told(root, program, task, "the library for Python in the page couldn't be made")
            head = str(made["version"]).encode().ljust(16)
            return head + library.read_bytes()

    inputs = (
        (pyodide / "package.json").read_bytes(),
        engine.module(root),
        *(path.read_bytes() for path in host),
        program.read_bytes(),
        json.dumps([modules, inside, WITHOUT, ALSO, requests]).encode(),
    )
    kept = remembered(root, "library.zip", inputs, make)
    return kept[16:], kept[:16].decode().strip()


def make_runtime(root: Path) -> tuple[bytes, bytes]:
    """Pyodide's module, and the glue around it, with what the page has a use for. Raises RuntimeBuildError."""
    package = glue.Package.of(root)
    try:
        return glue.runtime(package), glue.script(root, package)
    except (glue.GlueError, ValueError) as error:
        message = f"the runtime for Python in the page couldn't be made: {error}"
        raise RuntimeBuildError(message) from error


def make_snapshot(
    root: Path, runtime: tuple[bytes, bytes], library: bytes, requests: list[dict[str, object]]
) -> tuple[bytes, int]:
    """What Python is restored from, and how many bytes of its first memory it leaves free.

    It has imported all the library holds, and was asked each of ``requests``, before and after it was restored. Raises
    RuntimeBuildError.
    """
    pyodide = root / "node_modules" / "pyodide"
    program = Path(__file__).with_name("snapshot.mjs")
    parts = (program.with_name("instantiating.mjs"), program.parents[2] / "static" / "js" / "worker" / "snapshot.js")
    module, script = runtime

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            given = {"runtime.wasm": module, "glue.mjs": script, "library.zip": library, "nothing.zip": _packed({})}
            for file, data in given.items():
                (folder / file).write_bytes(data)
            task = {
                "pyodide": str(pyodide),
                "sha256": sha256(module).hexdigest(),
                "modules": _modules(library),
                "warm": requests,
                "snapshot": str(folder / "snapshot"),
                **{file.split(".", maxsplit=1)[0]: str(folder / file) for file in given},
            }
            made = _told(root, program, task, "the snapshot of Python for the page couldn't be made")
            room = made["memory"] - made["used"]
            if room < ROOM:
                message = f"the snapshot leaves {room} bytes free of {made['memory']}, where {ROOM} are wanted"
                raise RuntimeBuildError(message)
            return b"%16d" % room + (folder / "snapshot").read_bytes()

    inputs = (
        (pyodide / "package.json").read_bytes(),
        program.read_bytes(),
        *(part.read_bytes() for part in parts),
        *runtime,
        library,
        json.dumps(requests).encode(),
    )
    kept = remembered(root, "snapshot.bin", inputs, make)
    return kept[16:], int(kept[:16])


def whole_library(root: Path) -> bytes:
    """The standard library as Pyodide brings it, with all our modules, as source, in one zip."""
    stock = (root / "node_modules" / "pyodide" / "python_stdlib.zip").read_bytes()
    return _packed(sources(root), stock)


def _packed(files: Mapping[str, str], before: bytes = b"") -> bytes:
    """A zip of ``files``, behind those that the zip ``before`` holds. They are stored, and have no date of their own."""
    packed = BytesIO(before)
    with zipfile.ZipFile(packed, "a") as archive:
        for name, text in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), text)
    return packed.getvalue()


def _modules(library: bytes) -> list[str]:
    with zipfile.ZipFile(BytesIO(library)) as archive:
        paths = [name.removesuffix(".pyc") for name in archive.namelist() if name.endswith(".pyc")]
    return [path.replace("/", ".").removesuffix(".__init__") for path in paths]


def _told(root: Path, program: Path, task: Mapping[str, object], failing: str) -> dict[str, Any]:
    """What a program for Node prints last, as JSON. Raises RuntimeBuildError, in its own words, where it fails."""
    command = [str(Toolchain(root).node), str(program)]
    zone = {**os.environ, "TZ": "UTC"}  # Python would remember this machine's
    done = subprocess.run(command, input=json.dumps(task).encode(), env=zone, capture_output=True, check=False)
    if done.returncode:
        message = f"{failing}:\n{done.stderr.decode(errors='replace').strip()}"
        raise RuntimeBuildError(message)
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


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
    requests = warm_requests(states)
    library, version = make_library(root, requests)
    runtime = make_runtime(root)
    snapshot, room = make_snapshot(root, runtime, library, _one_of_each(requests))
    carried = {
        "runtime.wasm": runtime[0],
        "library.zip": library,
        "snapshot.bin": snapshot,
        "whole.zip": whole_library(root),
        "worker.js": worker_script(root, runtime[1]),
    }
    scripts = {f"{name}.embed.js": embedded(root, name, data) for name, data in _by_stem(carried)}
    return RuntimeFiles(carried | scripts, version, room)


def _one_of_each(requests: list[dict[str, object]]) -> list[dict[str, object]]:
    """The first request of each widget."""
    first: dict[object, dict[str, object]] = {}
    for request in requests:
        first.setdefault(request["widget"], request)
    return list(first.values())


def _by_stem(files: Mapping[str, bytes]) -> list[tuple[str, bytes]]:
    return [(name.split(".", maxsplit=1)[0], data) for name, data in files.items()]
