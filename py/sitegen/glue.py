"""Python's runtime with only those of its functions in the open that its glue, the JavaScript around it, ever calls.

The runtime exports every function that an extension module could want, some thousands, and the glue makes room for each in
a table before Python starts: half of what it does then. This site loads no extension modules.
"""

from __future__ import annotations

import re
from collections import Counter

from sitegen import wasm

#: How the glue takes an export over, in one function that does nothing else: `_name=Module["_name"]=wasmExports["name"]`.
_TAKING = re.compile(r"function assignWasmExports\(wasmExports\)\{([^{}]*)\}")
_TAKEN = re.compile(r'(?:([\w$]+)=)?Module\["([\w$]+)"\]=(?:[\w$]+=)*wasmExports\["([\w$]+)"\](?:\.value>>>0)?')
_WORD = re.compile(r"[\w$]+")
_NAMED = re.compile(r'"([\w$]+)"|wasmExports\.([\w$]+)')

#: Far fewer than there are, and far more than a glue that has learnt another way would happen to match.
_MANY = 1_000

#: The runtime as its package brings it: the module, its glue and its loader.
PACKAGE = "node_modules/pyodide"
MODULE, GLUE, LOADER = "pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs"


class GlueError(Exception):
    """The glue isn't written as this module reads it; the message says where it differs."""


def called(glue: str, loader: str) -> frozenset[str]:
    """The exports that the glue speaks of anywhere but where it declares and takes over all of them, and those that the loader
    speaks of, which is the script around it. Raises GlueError.
    """
    taking = _taking(glue)
    rest = glue.replace(taking, "") + "\n" + loader
    words = Counter(_WORD.findall(rest))
    spoken = {export for name, member, export in _TAKEN.findall(taking) if words[name or member] > 1}
    return frozenset(spoken.union(*_NAMED.findall(rest)) - {""})


def shortened(glue: str, loader: str) -> str:
    """The glue without the assignments by which it takes over what it never speaks of again. Raises GlueError."""
    names = called(glue, loader)
    taking = _taking(glue)
    kept = [one for one in taking.split(";") if not (taken := _TAKEN.fullmatch(one)) or taken[3] in names]
    return glue.replace(taking, ";".join(kept))


def _taking(glue: str) -> str:
    """The body of the function by which the glue takes over the exports."""
    taking = _TAKING.findall(glue)
    if len(taking) != 1:
        message = f"the glue has {len(taking)} functions assignWasmExports of assignments alone, where it had one"
        raise GlueError(message)
    taken = len(_TAKEN.findall(taking[0]))
    if taken < _MANY:
        message = f"the glue takes over {taken} exports as we know it, where they were thousands"
        raise GlueError(message)
    return str(taking[0])


def narrowed(runtime: bytes, glue: str, loader: str) -> bytes:
    """The runtime with no other functions exported than those. Raises GlueError, and ValueError for what is no module."""
    names = called(glue, loader)
    kept = [name for name in wasm.exported_functions(runtime) if name in names]
    if not kept:
        message = "the glue calls none of the runtime's exports by a name it has"
        raise GlueError(message)
    return wasm.with_functions(runtime, names.__contains__)
