"""A listing is cut from the file that really runs, by the name of what is shown: nothing is ever pasted."""

import ast
import re
import textwrap
from collections.abc import Mapping

from sitegen.fable import Compiled
from sitegen.fsharp import Outline

_MARKER = re.compile(r"[ \t]*(?://|--)[ \t]*(?P<what>region|endregion)\b[ \t]*(?P<name>.*?)[ \t]*\Z")
_GONE = "\0"


class MissingListingError(Exception):
    """A file or a name that isn't there; the message says what there is instead."""


class _NoRegionError(MissingListingError):
    """No region has this name."""


def cut(sources: Mapping[str, str], path: str, names: tuple[str, ...], *, docstrings: bool = True) -> str:
    """The definitions called `names` in the file, in that order, each dedented; the whole file where none is named.

    Python definitions are found by ast (`Store.claim` is a method) and bring their decorators and the comments right
    above them; F# ones by the offside rule (`Memory.create`, `StorePort.Claim`) and bring their attributes and comments.
    Where there is no definition of that name, `// region name` may be. Without `docstrings`, Python leaves out the
    reference text that the prose around a listing says better; what F# says in `///` is short, and stays.
    """
    text = sources.get(path)
    if text is None:
        folder = path.rpartition("/")[0]
        there = ", ".join(name for name in sources if name.rpartition("/")[0] == folder) or "nothing"
        message = f"no file {path}; in that folder there is {there}"
        raise MissingListingError(message)
    if not names:
        return text.strip("\n")
    find = _python if path.endswith(".py") else _fsharp if path.endswith(".fs") else _region
    if path.endswith(".py") and not docstrings:
        text = _without_docstrings(text)
    return "\n\n".join(find(text, name, path) for name in names)


def types(sources: Mapping[str, str], port: Compiled, path: str, names: tuple[str, ...]) -> dict[tuple[int, int], str]:
    """The types of the words in what `cut` gives of a file of the port, by line and column of that text, from 0."""
    known = port.types.get(path, {})
    outline = Outline(sources[path])
    found: dict[tuple[int, int], str] = {}
    first = 0
    for name in names:
        definitions = outline.named(name)
        if not definitions:
            return {}  # a region, whose lines are nobody's
        origins = outline.origins(definitions[0])
        for here, (at, moved) in enumerate(origins, first):
            found |= {(here, column - moved): text for (line, column), text in known.items() if line == at}
        first += len(origins) + 1
    return found


def _python(text: str, name: str, path: str) -> str:
    lines = text.split("\n")
    body: list[ast.stmt] = ast.parse(text).body
    outer, _, rest = name.partition(".")
    for step in (outer, *rest.split(".")) if rest else (outer,):
        found = next((node for node in body if step in _defined(node)), None)
        if found is None:
            there = ", ".join(sorted(defined for node in body for defined in _defined(node)))
            message = f"{path} defines no {name}; it defines {there}"
            raise MissingListingError(message)
        body = list(getattr(found, "body", []))
        node = found
    first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])
    while first > 1 and lines[first - 2].lstrip().startswith("#"):
        first -= 1
    last = node.end_lineno or node.lineno
    return textwrap.dedent("\n".join(lines[first - 1 : last]))


def _without_docstrings(text: str) -> str:
    """The text without them and without the blank line after one; nothing else moves."""
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or len(node.body) < 2:
            continue
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            end = first.end_lineno or first.lineno
            end += not lines[end].strip()
            lines[first.lineno - 1 : end] = [_GONE] * (end - first.lineno + 1)
    return "\n".join(line for line in lines if line != _GONE)


def _defined(node: ast.stmt) -> tuple[str, ...]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return (name,)
        case ast.Assign(targets=targets):
            return tuple(target.id for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            return (name,)
    return ()


def _fsharp(text: str, name: str, path: str) -> str:
    outline = Outline(text)
    found = outline.named(name)
    if len(found) > 1:
        there = ", ".join(dict.fromkeys(here.name for here in found))
        message = f"{path} defines {name} {len(found)} times: {there}"
        raise MissingListingError(message)
    if found:
        return outline.text(found[0])
    there = ", ".join(here.name for here in outline.definitions) or "nothing"
    try:
        return _region(text, name, path)
    except _NoRegionError as error:
        message = f"{path} has neither a definition nor a // region called {name}; it defines {there}"
        raise MissingListingError(message) from error


def _region(text: str, name: str, path: str) -> str:
    """The lines between the markers of a region, without the markers of others in it."""
    lines = text.split("\n")
    markers = {at: marker for at, line in enumerate(lines) if (marker := _MARKER.match(line))}
    start = next((at for at, marker in markers.items() if (marker["what"], marker["name"]) == ("region", name)), None)
    if start is None:
        message = f"{path} has no region called {name}"
        raise _NoRegionError(message)
    depth = 0
    for at, marker in markers.items():
        if at >= start:
            depth += 1 if marker["what"] == "region" else -1
            if depth == 0:
                kept = [line for here, line in enumerate(lines[start:at], start) if here not in markers]
                return textwrap.dedent("\n".join(kept)).strip("\n")
    message = f"{path} opens // region {name} and never closes it with // endregion"
    raise MissingListingError(message)


def names_in(text: str) -> tuple[str, ...]:
    """The names in `queue_key, job_key`."""
    return tuple(name.strip() for name in text.split(",") if name.strip())
