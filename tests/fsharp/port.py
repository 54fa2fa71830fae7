"""The compiled port in one Node process, to be asked thousands of questions."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from sitegen import fable
from sitegen.toolchain import Toolchain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fsharp.answers import Answer
    from fsharp.questions import Question

ROOT = Path(__file__).parents[2]
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in (ROOT / fable.FOLDER).glob("*.fs")
}
NODE = str(Toolchain(ROOT).node)


class Port:
    """The port, and variants of it, each of which has one file of its own: the file's name, and where it lies."""

    def __init__(self, script: Path, modules: Mapping[str, str], variants: Mapping[str, tuple[str, str]]) -> None:
        script.write_bytes(fable.bundled(ROOT, modules, _entry(variants), "--format=esm", "--platform=node"))
        self._node = subprocess.Popen([NODE, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def answers(self, questions: Sequence[Question], variant: str = "") -> list[Answer]:
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        # Node says nothing before it has read the line, so neither waits for the other in vain.
        self._node.stdin.write(json.dumps([variant, questions]).encode() + b"\n")
        self._node.stdin.flush()
        line = self._node.stdout.readline()
        assert line, "Node is gone"
        told: list[Answer] = json.loads(line)
        assert len(told) == len(questions)
        return told

    def close(self) -> None:
        self._node.communicate()
        assert self._node.returncode == 0


def _entry(variants: Mapping[str, tuple[str, str]]) -> str:
    """The program's text: it imports the files and serves them."""
    serve = Path(__file__).with_name("asking.mjs").as_posix()
    lines = [f"import {{ serve }} from {json.dumps(serve)};"]
    lines += [f"import * as {name} from './{fable.FOLDER}{name}.js';" for name in fable.ORDER]
    lines += [f"import * as Other{at} from './{path}';" for at, (_, path) in enumerate(variants.values())]
    lines += [f"const port = {{ {', '.join(fable.ORDER)} }};", 'const ports = { "": port };']
    lines += [
        f"ports[{json.dumps(key)}] = {{ ...port, {name}: Other{at} }};"
        for at, (key, (name, _)) in enumerate(variants.items())
    ]
    return "\n".join((*lines, "await serve(ports);"))
