"""F# without .NET: Fable, the compiler that is JavaScript itself, checks it, compiles it and tells its types."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sitegen.cache import remembered
from sitegen.fsharp import Outline
from sitegen.problems import Problem
from sitegen.toolchain import Toolchain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FOLDER = "content/fsharp/EchoMQ/"
#: The files of the port, each after those that it uses: the order in which F# reads them.
ORDER = ("Base62", "BrandedId", "Keyspace", "Job", "Store", "Jobs", "Connector")
#: What Fable's JavaScript stands on, under this name: the part of F#'s library that a program uses.
LIBRARY = "fable-library"
LIBRARY_FOLDER = "@fable-org/fable-standalone/dist/fable-library-js"

_PACKAGES = ("fable-standalone", "fable-metadata")
_PROGRAM = "fable.mjs"


class FableError(Exception):
    """The compiler itself broke down; the message is what it said."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """What came of a project: `problems`, or else a JavaScript module for each file and the types of its names.

    Modules are keyed by their path, as `content/fsharp/EchoMQ/Job.js`; signatures by module and name, as
    `Keyspace.slot`, and read `val slot: key: string -> int`.
    """

    version: str
    problems: tuple[Problem, ...]
    sources: Mapping[str, str]
    modules: Mapping[str, str]
    signatures: Mapping[str, str]

    @property
    def compiler(self) -> str:
        """The compiler as a witness: `F# by Fable 5.15.0`."""
        return f"F# by Fable {self.version}"


@dataclass(frozen=True, slots=True)
class _Asked:
    """A definition whose type is asked for: its name, and the place right behind it, as the compiler counts."""

    name: str
    path: str
    line: int
    column: int


def port(sources: Mapping[str, str]) -> dict[str, str]:
    """The texts of the port by path, in order, out of a site's `sources`."""
    return {path: sources[path] for name in ORDER if (path := f"{FOLDER}{name}.fs") in sources}


def compile_project(root: Path, name: str, files: Mapping[str, str]) -> Compiled:
    """Compile texts of F# by path, in this order; every warning is a problem too.

    The answer is kept in the checkout's cache under `name` and asked for anew where a text or the compiler changed.
    Raises FableError where the compiler can't be run.
    """
    asked = [found for path, text in files.items() for found in _definitions(path, text)]
    packages = [root / "node_modules" / "@fable-org" / package for package in _PACKAGES]
    task = {
        "standalone": str(packages[0]),
        "metadata": str(packages[1]),
        "files": list(files.items()),
        "asked": [[one.path, one.line, one.column] for one in asked],
    }
    program = Path(__file__).with_name(_PROGRAM)
    inputs = (
        *((package / "package.json").read_bytes() for package in packages),
        program.read_bytes(),
        json.dumps([task["files"], task["asked"]]).encode(),
    )
    answer = json.loads(remembered(root, f"{name}.fable.json", inputs, lambda: _run(root, program, task)))
    return Compiled(
        version=answer["version"],
        problems=tuple(Problem(**found) for found in answer["problems"]),
        sources=files,
        modules=answer["modules"],
        signatures={
            one.name: text for one, told in zip(asked, answer["told"], strict=False) if (text := signature(told))
        },
    )


def bundled(root: Path, modules: Mapping[str, str], entry: str, *options: str) -> bytes:
    """One script of `entry`, a text that imports some of `modules` by their path, made by esbuild.

    Raises FableError with esbuild's own words.
    """
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for path, text in modules.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        (folder / "entry.js").write_text(entry, encoding="utf-8")
        command = [
            *Toolchain(root).node_tool("esbuild/bin/esbuild"),
            str(folder / "entry.js"),
            "--bundle",
            f"--alias:{LIBRARY}={root / 'node_modules' / LIBRARY_FOLDER}",
            "--legal-comments=none",
            "--charset=utf8",
            "--log-level=warning",
            "--color=false",
            *options,
        ]
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if done.returncode or done.stderr:
        raise FableError(done.stderr.decode(errors="replace").strip())
    return done.stdout


def signature(told: str) -> str:
    """The compiler's answer about a name as one line of F#, spaced as one writes it: `val slot: key: string -> int`.

    Of a type or a module there is no such line, and the answer is "".
    """
    first = next((line for line in told.split("\n") if line.strip() and not line.startswith("[<")), "")
    text = " ".join(first.split())
    if not text.startswith(("val ", "abstract ")):
        return ""
    text = re.sub(r"\b(?:private|internal) |\w+ \. ", "", text)
    return re.sub(r" (?=: |,|\))|(?<=\() | (?=<)|(?<=<) |(?<!-) (?=>)", "", text)


def _definitions(path: str, text: str) -> Iterator[_Asked]:
    lines = text.split("\n")
    for definition in Outline(text).definitions:
        name = definition.path[-1]
        for at in range(definition.start, definition.stop):
            code = lines[at].split("//")[0]
            found = re.search(rf"(?<![\w']){re.escape(name)}(?![\w'])", code)
            if found is not None and not code.lstrip().startswith("[<"):
                yield _Asked(definition.name, path, at + 1, found.end())
                break


def _run(root: Path, program: Path, task: object) -> bytes:
    command = [str(Toolchain(root).node), str(program)]
    done = subprocess.run(command, input=json.dumps(task).encode(), capture_output=True, check=False)
    if done.returncode:
        raise FableError(done.stderr.decode(errors="replace").strip())
    return done.stdout
