"""Python's runtime and its glue, the JavaScript around it, with what a page of this site has a use for.

The runtime exports every function that an extension module could want, some thousands, and the glue takes over each of them
and holds ready all that such a module could ask of a browser: graphics, sound, windows, sockets. This site loads no
extension modules. What is left out is half of what the runtime does before Python starts, and two thirds of the glue.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from sitegen import terser, wasm
from sitegen.cache import remembered

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

#: How the glue takes an export over, in one function that does nothing else: `_name=Module["_name"]=wasmExports["name"]`.
_TAKING = re.compile(r"function assignWasmExports\(wasmExports\)\{([^{}]*)\}")
_TAKEN = re.compile(r'(?:([\w$]+)=)?Module\["([\w$]+)"\]=(?:[\w$]+=)*wasmExports\["([\w$]+)"\](?:\.value>>>0)?')
#: How it offers what the runtime may import: `{name:_name,other,…}`.
_OFFER = re.compile(r"(?<=var wasmImports=\{)[^{}]*(?=\})")
#: How it shows what is its own to others: `Module["name"]=name;`.
_SHOWN = re.compile(r'Module\["([\w$]+)"\]=[\w$]+;')
#: How it notes the types of a function, for a module that wants its address.
_TYPED = re.compile(r'([\w$]+)\.sig="[a-z]*";')

_WORD = re.compile(r"[\w$]+")
_NAMED = re.compile(r'"([\w$]+)"|wasmExports\.([\w$]+)')
_MEMBER = re.compile(r'\.([\w$]+)|"([\w$]+)"')
#: Who reaches for a member by a name that is worked out may mean any.
_COMPUTED = re.compile(r'\bModule\[(?!")')
_EVAL = re.compile(r"\beval\(")

#: Far fewer than there are, and far more than a glue that has learnt another way would happen to match.
_MANY = 1_000

#: Functions whose addresses the runtime asks for, to hand them to programs that draw. A worker has no canvas.
_DRAWING = "emscripten_gl"

#: The runtime as its package brings it: the module, its glue and its loader.
_PACKAGE = "node_modules/pyodide"
_MODULE, _GLUE, _LOADER = "pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs"


class GlueError(Exception):
    """The glue isn't written as this module reads it; the message says where it differs."""


@dataclass(frozen=True, slots=True)
class Package:
    """The runtime as its package brings it: a WebAssembly module, the glue around it, and the script that loads both."""

    module: bytes
    glue: str
    loader: str

    @classmethod
    def of(cls, root: Path) -> Self:
        """What the checkout `root` has installed."""
        folder = root / _PACKAGE
        glue, loader = ((folder / name).read_text(encoding="utf-8") for name in (_GLUE, _LOADER))
        return cls((folder / _MODULE).read_bytes(), glue, loader)


def runtime(package: Package) -> bytes:
    """The module with no other functions exported than those that are called.

    Raises GlueError, and ValueError for what is no module.
    """
    names = called(package.glue, package.loader)
    kept = [name for name in wasm.exported_functions(package.module) if name in names]
    if not kept:
        message = "the glue calls none of the runtime's exports by a name it has"
        raise GlueError(message)
    return wasm.with_functions(package.module, names.__contains__)


def script(root: Path, package: Package) -> bytes:
    """The glue, as short as it can be, as an ECMAScript module for pages and for Node.

    Raises GlueError, and ValueError for what is no module.
    """
    text = shortened(package.glue, package.loader, wasm.imported(package.module))
    inputs = (text.encode(), terser.version(root))
    return remembered(root, "glue.mjs", inputs, lambda: terser.without_unused(root, text, error=GlueError).encode())


def called(glue: str, loader: str) -> frozenset[str]:
    """The exports that the glue speaks of anywhere but where it declares and takes over all of them, and those that the loader
    speaks of, which is the script around it. Raises GlueError.
    """
    taking = _taking(glue)
    rest = glue.replace(taking, "") + "\n" + loader
    words = Counter(_WORD.findall(rest))
    spoken = {export for name, member, export in _TAKEN.findall(taking) if words[name or member] > 1}
    return frozenset(spoken.union(*_NAMED.findall(rest)) - {""})


def shortened(glue: str, loader: str, imports: Collection[tuple[str, str]]) -> str:
    """The glue that takes over what it speaks of again, offers the runtime what that `imports` (pairs of a module and a name),
    and shows what it or the loader asks for. Raises GlueError.

    What is then never used any more is still there.
    """
    names = called(glue, loader)
    taking = _taking(glue)
    kept = [one for one in taking.split(";") if not (taken := _TAKEN.fullmatch(one)) or taken[3] in names]
    text = glue.replace(taking, ";".join(kept))
    offer, functions = _offer(_only(_OFFER, text, "tables wasmImports of names"), imports)
    text = _OFFER.sub(lambda _: offer, text)
    text = _without(_TYPED, text, functions, "types of functions")
    if _COMPUTED.search(text):
        message = "the glue reaches for a member by a name it works out, so any may be meant"
        raise GlueError(message)
    spoken = {name for pair in _MEMBER.findall(_SHOWN.sub("", text) + loader) for name in pair}
    text = _without(_SHOWN, text, spoken, "members")
    # A direct eval could speak of any name. An indirect one does as well, where a policy lets it at all.
    return _EVAL.sub("(0,eval)(", text)


def _taking(glue: str) -> str:
    """The body of the function by which the glue takes over the exports."""
    taking = _only(_TAKING, glue, "functions assignWasmExports of assignments alone")
    _many(_TAKEN, taking, "exports")
    return taking


def _offer(table: str, imports: Collection[tuple[str, str]]) -> tuple[str, set[str]]:
    """The entries of a table that are imported, and the functions that they name.

    The address of a function that draws is null, so that whoever calls it fails at once.
    """
    asked = {name for _, name in imports}
    entries = [(name, own or name) for name, _, own in (entry.partition(":") for entry in table.split(","))]
    kept = {name: own for name, own in entries if name in asked and not name.startswith(_DRAWING)}
    if not kept:
        message = "the glue offers the runtime none of its imports by a name it has"
        raise GlueError(message)
    drawing = [f"{name}:{{value:0}}" for name in asked if name.startswith(_DRAWING)]
    return ",".join([*(f"{name}:{own}" for name, own in kept.items()), *sorted(drawing)]), set(kept.values())


def _only(pattern: re.Pattern[str], text: str, what: str) -> str:
    """What a pattern finds, which is there once."""
    found = pattern.findall(text)
    if len(found) != 1:
        message = f"the glue has {len(found)} {what}, where it had one"
        raise GlueError(message)
    return str(found[0])


def _many(pattern: re.Pattern[str], text: str, what: str) -> None:
    count = len(pattern.findall(text))
    if count < _MANY:
        message = f"the glue has {count} {what} as we know them, where they were thousands"
        raise GlueError(message)


def _without(pattern: re.Pattern[str], text: str, kept: Collection[str], what: str) -> str:
    """The text without what a pattern finds, but for the names that are to stay."""
    _many(pattern, text, what)
    return pattern.sub(lambda found: found[0] if found[1] in kept else "", text)
