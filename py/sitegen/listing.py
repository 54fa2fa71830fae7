"""A listing is cut from the file that really runs, by the name of what is shown: nothing is ever pasted."""

import ast
import re
import textwrap
from collections.abc import Mapping

_MARKER = re.compile(r"[ \t]*//[ \t]*(?P<what>region|endregion)\b[ \t]*(?P<name>.*?)[ \t]*\Z")


_GONE = "\0"


class MissingListingError(Exception):
    """A file or a name that isn't there; the message says what there is instead."""


def cut(sources: Mapping[str, str], path: str, names: tuple[str, ...], *, docstrings: bool = True) -> str:
    """The definitions called `names` in the file, in that order, each dedented; the whole file where none is named.

    Python definitions are found by ast (`Store.claim` is a method) and bring their decorators and the comments right
    above them; F# ones by `let`, `type`, `module` or `// region name`. Without `docstrings`, Python leaves out the
    reference text that the prose around a listing says better.
    """
    text = sources.get(path)
    if text is None:
        folder = path.rpartition("/")[0]
        there = ", ".join(name for name in sources if name.rpartition("/")[0] == folder) or "nothing"
        message = f"no file {path}; in that folder there is {there}"
        raise MissingListingError(message)
    if not names:
        return text.strip("\n")
    find = _python if path.endswith(".py") else _marked
    if path.endswith(".py") and not docstrings:
        text = _without_docstrings(text)
    gap = "\n\n"
    return gap.join(textwrap.dedent(find(text, name, path)).strip("\n") for name in names)


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
    return "\n".join(lines[first - 1 : last])


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


def _marked(text: str, name: str, path: str) -> str:
    lines = text.split("\n")
    for at, line in enumerate(lines):
        marker = _MARKER.match(line)
        if marker is not None and marker["what"] == "region" and marker["name"] == name:
            return _region(lines, at, name, path)
        if re.match(rf"\s*(?:let|type|module|and)\s+(?:(?:rec|inline|private)\s+)*{re.escape(name)}\b", line):
            return _indented(lines, at)
    message = f"{path} has neither a definition nor a // region called {name}"
    raise MissingListingError(message)


def _region(lines: list[str], start: int, name: str, path: str) -> str:
    for end in range(start + 1, len(lines)):
        marker = _MARKER.match(lines[end])
        if marker is not None and marker["what"] == "endregion":
            return "\n".join(lines[start + 1 : end])
    message = f"{path} opens // region {name} and never closes it with // endregion"
    raise MissingListingError(message)


def _indented(lines: list[str], at: int) -> str:
    """A definition reaches as far as its lines are indented deeper than its first."""
    indent = len(lines[at]) - len(lines[at].lstrip())
    first = at
    while first > 0 and re.match(r"\s*(?://|\[<)", lines[first - 1]) and not _MARKER.match(lines[first - 1]):
        first -= 1
    end = at + 1
    while end < len(lines) and (
        not lines[end].strip()
        or len(lines[end]) - len(lines[end].lstrip()) > indent
        or lines[end].strip() in {"}", "]"}
    ):
        end += 1
    return "\n".join(lines[first:end]).rstrip()


def names_in(text: str) -> tuple[str, ...]:
    """The names in `queue_key, job_key`."""
    return tuple(name.strip() for name in text.split(",") if name.strip())
