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
_TAKEN = re.compile(r'(?:([\w$]+)=)?Module\["([\w$]+)"\]=(?:[\w$]+=)*wasmExports\["([\w$]+)"\]')
_WORD = re.compile(r"[\w$]+")
_NAMED = re.compile(r'"([\w$]+)"|wasmExports\.([\w$]+)')

#: Far fewer than there are, and far more than a glue that has learnt another way would happen to match.
_MANY = 1_000


class GlueError(Exception):
    """The glue isn't written as this module reads it; the message says where it differs."""


def called(glue: str) -> frozenset[str]:
    """The exports that the glue speaks of anywhere but where it declares and takes over all of them. Raises GlueError."""
    taking = _TAKING.findall(glue)
    if len(taking) != 1:
        message = f"the glue has {len(taking)} functions assignWasmExports of assignments alone, where it had one"
        raise GlueError(message)
    taken = _TAKEN.findall(taking[0])
    if len(taken) < _MANY:
        message = f"the glue takes over {len(taken)} exports as we know it, where they were thousands"
        raise GlueError(message)
    rest = glue.replace(taking[0], "")
    words = Counter(_WORD.findall(rest))
    spoken = {export for name, member, export in taken if words[name or member] > 1}
    return frozenset(spoken.union(*_NAMED.findall(rest)) - {""})


def narrowed(runtime: bytes, glue: str) -> bytes:
    """The runtime with no other functions exported than those. Raises GlueError, and ValueError for what is no module."""
    names = called(glue)
    kept = [name for name in wasm.exported_functions(runtime) if name in names]
    if not kept:
        message = "the glue calls none of the runtime's exports by a name it has"
        raise GlueError(message)
    return wasm.with_functions(runtime, names.__contains__)
