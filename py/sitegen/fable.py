"""F# without .NET: Fable, the compiler that is JavaScript itself, checks it, compiles it and tells its types."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sitegen import esbuild
from sitegen.cache import remembered
from sitegen.fsharp import Outline
from sitegen.problems import Problem
from sitegen.toolchain import Toolchain

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

FOLDER = "content/fsharp/EchoMQ/"
#: The files of the port, each after those that it uses: the order in which F# reads them.
ORDER = ("Base62", "BrandedId", "Keyspace", "Job", "Lanes", "Store", "Jobs", "Connector")
#: What Fable's JavaScript stands on, under this name: the part of F#'s library that a program uses.
LIBRARY = "fable-library"
LIBRARY_FOLDER = "@fable-org/fable-standalone/dist/fable-library-js"

#: The compiler itself, and the assemblies that the port and its listings refer to, as files of a checkout.
BUNDLE = "@fable-org/fable-standalone/dist/bundle.min.js"
ASSEMBLIES_FOLDER = "@fable-org/fable-metadata/lib"
ASSEMBLIES = (
    "FSharp.Core",
    "mscorlib",
    "netstandard",
    "System.Collections",
    "System.Net.Requests",
    "System.Net.WebClient",
    "System.Runtime",
    "System.Runtime.Numerics",
)

# What has a type: a value or a member, a case of a union, and the field of a record, as `Job . Id : string`.
_TELLING = re.compile(r"(?:val|abstract|union case) |\w+ \. \w+ : ")
_PACKAGES = ("fable-standalone", "fable-metadata")
_PROGRAM = "fable.mjs"
#: The part of the program that a page's worker has as well.
_COMPILER = "compiler.mjs"


class FableError(Exception):
    """The compiler itself broke down; the message is what it said."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """What came of a project: `problems`, or else a JavaScript module for each file and the types of names.

    Modules are keyed by their path, as `content/fsharp/EchoMQ/Job.js`; signatures by module and name, as
    `Keyspace.slot`, and read `val slot: key: string -> int`. `types` has the same of every word that has a type, by
    file and then by line and column, both from 0. Both speak of those files alone whose words were asked about.
    """

    version: str
    problems: tuple[Problem, ...]
    sources: Mapping[str, str]
    modules: Mapping[str, str]
    signatures: Mapping[str, str]
    types: Mapping[str, Mapping[tuple[int, int], str]]

    @property
    def compiler(self) -> str:
        """The compiler as a witness: `F# by Fable 5.15.0`."""
        return f"F# by Fable {self.version}"


def port(sources: Mapping[str, str]) -> dict[str, str]:
    """The texts of the port by path, in order, out of a site's `sources`."""
    return {path: sources[path] for name in ORDER if (path := f"{FOLDER}{name}.fs") in sources}


def compile_project(
    root: Path, name: str, files: Mapping[str, str], asked_about: Container[str] | None = None
) -> Compiled:
    """Compile texts of F# by path, in this order; every warning is a problem too.

    The types of words are told of the files in `asked_about`, or else of all, which takes longer than all the rest. The
    answer is kept in the checkout's cache under `name` and asked for anew where a text or the compiler changed. Raises
    FableError where the compiler can't be run.
    """
    outlines = {path: Outline(text) for path, text in files.items() if asked_about is None or path in asked_about}
    asked = [(path, *word) for path, outline in outlines.items() for word in outline.identifiers()]
    packages = [root / "node_modules" / "@fable-org" / package for package in _PACKAGES]
    task = {
        "standalone": str(packages[0]),
        "metadata": str(packages[1]),
        "assemblies": ASSEMBLIES,
        "files": list(files.items()),
        # The compiler counts lines from 1, and is asked right behind a name.
        "asked": [[path, line + 1, column + len(word)] for path, line, column, word in asked],
    }
    program = Path(__file__).with_name(_PROGRAM)
    inputs = (
        *((package / "package.json").read_bytes() for package in packages),
        program.read_bytes(),
        program.with_name(_COMPILER).read_bytes(),
        json.dumps([ASSEMBLIES, task["files"], task["asked"]]).encode(),
    )
    types: dict[str, dict[tuple[int, int], str]] = {path: {} for path in outlines}
    answer = json.loads(
        remembered(
            root, f"{name}.fable.json", inputs, lambda: _node(root, str(program), text=json.dumps(task).encode())
        )
    )
    for (path, line, column, _), told in zip(asked, answer["told"], strict=False):
        if text := signature(told):
            types[path][line, column] = text
    return Compiled(
        version=answer["version"],
        problems=tuple(Problem(**found) for found in answer["problems"]),
        sources=files,
        modules=answer["modules"],
        signatures=_signatures(outlines, types),
        types=types,
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
        return esbuild.run(
            root,
            folder,
            str(folder / "entry.js"),
            "--bundle",
            f"--alias:{LIBRARY}={root / 'node_modules' / LIBRARY_FOLDER}",
            "--legal-comments=none",
            *options,
            error=FableError,
        )


def answered(root: Path, modules: Mapping[str, str], entry: str) -> bytes:
    """What a program prints that is bundled as `bundled` does and run by Node. Raises FableError where it breaks down."""
    program = bundled(root, modules, entry, "--format=esm")
    return _node(root, "--input-type=module", "-", text=program)


def signature(told: str) -> str:
    """The compiler's answer about a name as one line of F#, spaced as one writes it: `val slot: key: string -> int`.

    Of a type, a module or a keyword there is no such line, and the answer is "".
    """
    first = next((line for line in told.split("\n") if line.strip() and not line.startswith("[<")), "")
    text = " ".join(first.split())
    if not _TELLING.match(text):
        return ""
    text = re.sub(r"\b(?:private|internal) |(?<=abstract )\w+ \. ", "", text).replace(" . ", ".")
    text = re.sub(r"(?<=\w)\. (?=\w)", ".", text)
    return re.sub(r" (?=: |,|\))|(?<=\() | (?=<)|(?<=<) |(?<!-) (?=>)", "", text)


def _signatures(outlines: Mapping[str, Outline], types: Mapping[str, Mapping[tuple[int, int], str]]) -> dict[str, str]:
    """The types of what is defined, by its name: the first word of that name in its lines is the one that is asked."""
    found: dict[str, str] = {}
    for path, outline in outlines.items():
        words = list(outline.identifiers())
        for definition in outline.definitions:
            here = (
                (at, column) for at, column, word in words if word == definition.path[-1] and at >= definition.start
            )
            text = types[path].get(next(here, (-1, -1)), "")
            if text.startswith(("val ", "abstract ")):
                found[definition.name] = text
    return found


def _node(root: Path, *arguments: str, text: bytes) -> bytes:
    command = [str(Toolchain(root).node), *arguments]
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    if done.returncode:
        raise FableError(done.stderr.decode(errors="replace").strip())
    return done.stdout
