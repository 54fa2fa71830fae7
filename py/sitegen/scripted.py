"""All scripts of a site, compiled after the port and run once by the build: what they say is so, or there is no page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitegen import attributes, fable, script
from sitegen.cache import remembered
from sitegen.problems import Problem
from sitegen.scan import Fence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sitegen.content import Page, Site
    from sitegen.fable import Compiled
    from sitegen.script import Echo, Module

FENCE = "script"

#: What runs scripts in the reader's browser, and what asks them in the build.
_WORKER = "static/js/fsharp.js"
_ASKED = """
const answer = ({ same, shown, raised }) => {
  try { return raised ? raised() : !same || same() || shown(); } catch (error) { return `${error.message}, which it raises`; }
};
console.log(JSON.stringify(Object.values(scripts).flat().map(answer)));
"""


@dataclass(frozen=True, slots=True)
class _Script:
    """A script where it stands: its name, its page's file, and the module it becomes."""

    name: str
    path: str
    module: Module


def name_of(page: Page, fence: str) -> str:
    """What the worker calls a script: its page's file without the ending, and the id of its fence."""
    return f"{page.name.removesuffix('.md')}#{fence}"


@dataclass(frozen=True, slots=True)
class Scripted:
    """The worker's script, which runs any script of the site by name; and the types of the words in each, by its name.

    Places are lines of the page, from 1, and columns, from 0.
    """

    worker: bytes
    types: Mapping[str, Mapping[tuple[int, int], str]]


def gather(root: Path, site: Site, port: Compiled, problems: list[Problem]) -> Scripted | None:
    """Compile and run all scripts of a site; None where there is none, or one is wrong.

    Raises FableError where the compiler or the bundler can't be run.
    """
    scripts = list(_found(site, problems))
    if not scripts or port.problems:
        return None
    files = {f"script{at}.fs": one.module.text for at, one in enumerate(scripts)}
    compiled = fable.compile_project(root, "scripts", {**port.sources, **files}, files)
    if compiled.problems:
        by_file = dict(zip(files, scripts, strict=True))
        problems += [_on_page(problem, by_file[problem.path]) for problem in compiled.problems]
        return None
    entry = _entry(scripts)
    key = [json.dumps(dict(compiled.modules)).encode(), entry.encode()]
    said = json.loads(
        remembered(root, "scripts.json", key, lambda: fable.answered(root, compiled.modules, entry + _ASKED))
    )
    checks = [echo for one in scripts for _, echo in one.module.checks]
    wrong = [
        Problem.at(echo.place, words)
        for echo, answer in zip(checks, said, strict=True)
        if (words := _disagreement(echo, answer)) is not None
    ]
    problems += wrong
    served = f"import {{ serve }} from {json.dumps(str(root / _WORKER))};\n{entry}\nserve(scripts);\n"
    if wrong:
        return None
    types = {one.name: _types(one.module, compiled.types[path]) for path, one in zip(files, scripts, strict=True)}
    return Scripted(fable.bundled(root, compiled.modules, served, "--format=iife", "--minify"), types)


def _found(site: Site, problems: list[Problem]) -> Iterator[_Script]:
    for page in site.pages:
        for block in page.parts.blocks:
            if isinstance(block, Fence) and block.name == FENCE:
                name = name_of(page, attributes.parse(block.info, []).id or "")
                items = script.items(block.halves[0], problems)
                yield _Script(name, page.path, script.module(_module_name(name), items))


def _module_name(name: str) -> str:
    return "Script_" + "".join(character if character.isalnum() else "_" for character in name)


def _entry(scripts: list[_Script]) -> str:
    """JavaScript that gathers the scripts: by name, the answers they show, each with what it takes to ask for it."""
    imports = [f'import * as script{at} from "./script{at}.js";' for at in range(len(scripts))]
    tables = [
        f"{json.dumps(one.name)}: [{', '.join(_asked(at, number, echo) for number, echo in one.module.checks)}]"
        for at, one in enumerate(scripts)
    ]
    return "\n".join([*imports, "const scripts = {", *(f"  {table}," for table in tables), "};"])


def _asked(at: int, number: int, echo: Echo) -> str:
    text = json.dumps(echo.text)
    if echo.raised is not None:
        return f"{{ text: {text}, words: {json.dumps(echo.raised)}, raised: script{at}.raised{number} }}"
    if echo.value is None:
        return f"{{ text: {text} }}"
    return f"{{ text: {text}, same: script{at}.same{number}, shown: script{at}.shown{number} }}"


def _types(module: Module, types: Mapping[tuple[int, int], str]) -> dict[tuple[int, int], str]:
    """The types of a file's words where the page has them."""
    return {
        (line, column - module.indents[line]): text
        for (at, column), text in types.items()
        if (line := module.places.get(at)) is not None
    }


def _on_page(problem: Problem, script: _Script) -> Problem:
    """The compiler's problem where the author reads it; on the line of an answer, columns are the generated text's."""
    further = script.module.indents.get(problem.line)
    column = 1 if further is None else max(1, problem.column - further)
    return Problem(script.path, problem.line, column, problem.text)


def _disagreement(echo: Echo, answer: object) -> str | None:
    if echo.raised is not None:
        words = "raises nothing" if answer == "" else f"raises {answer}"
        return None if answer == echo.raised else f"says {echo.raised}, but F# {words}"
    return None if answer is True else f"says {echo.value}, but F# answers {answer}"
