"""What a reader needs to edit a script in the page: the compiler as a worker, and the assemblies it refers to.

The worker brings the port's texts along, which scripts use, and what every compiled script begins with: the library that
Fable's code stands on, whole, and the port once more as JavaScript, each module under the path that Fable writes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sitegen import fable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sitegen.fable import Compiled

#: What runs in the two workers: the compiler's, and that of a program it made.
_COMPILER = "static/js/fsharp/compiler.js"
_PROGRAM = "static/js/fsharp/program.js"


def files(root: Path, port: Compiled) -> Mapping[str, bytes]:
    """`compiler.js`, a classic worker, and `assemblies.bin`, which it is sent.

    Raises FableError where the bundler can't be run.
    """
    assemblies = {
        name: (root / "node_modules" / fable.ASSEMBLIES_FOLDER / f"{name}.dll").read_bytes()
        for name in fable.ASSEMBLIES
    }
    brought = {
        "assemblies": [(name, len(data)) for name, data in assemblies.items()],
        "port": list(port.sources.items()),
        "runtime": runtime(root, port).decode(),
    }
    entry = f"import {{ serve }} from {json.dumps(str(root / _COMPILER))};\nserve({json.dumps(brought)});\n"
    served = fable.bundled(root, {}, entry, "--format=iife", "--minify")
    compiler = (root / "node_modules" / fable.BUNDLE).read_bytes()
    return {"compiler.js": compiler + b"\n" + served, "assemblies.bin": b"".join(assemblies.values())}


def runtime(root: Path, port: Compiled) -> bytes:
    """A script that leaves `fsharp.serve`, which runs a program and hands it these modules by their paths."""
    library = [
        f"{fable.LIBRARY}/{path.name}"
        for path in sorted((root / "node_modules" / fable.LIBRARY_FOLDER).glob("*.js"))
        if '"node:' not in path.read_text(encoding="utf-8")  # files and folders, which a page has not
    ]
    paths = [*library, *(f"./{path}" for path in port.modules)]
    imports = [f"import * as module{at} from {json.dumps(path)};" for at, path in enumerate(paths)]
    table = [f"  {json.dumps(path)}: module{at}," for at, path in enumerate(paths)]
    entry = [
        f"import {{ serve as served }} from {json.dumps(str(root / _PROGRAM))};",
        *imports,
        *("const modules = {", *table, "};"),
        "export const serve = (script) => served(modules, script);",
    ]
    return fable.bundled(root, port.modules, "\n".join(entry), "--format=iife", "--global-name=fsharp", "--minify")
