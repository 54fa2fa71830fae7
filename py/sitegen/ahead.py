"""What widgets perform is performed when the site is built, too, by the engines of the page itself: so a page shows what
these answered before any of them is fetched.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from base64 import b64decode, b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitegen import engine, postgres
from sitegen.cache import remembered
from sitegen.engine import EngineError
from sitegen.toolchain import Toolchain
from widgets.seam.bridge import drawn, stilled
from widgets.seam.links import Letter, UnansweredError, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from widgets.seam.contract import Attributes, Links, Widget

_NAMES = ("valkey", "postgres")
_PROGRAM = Path(__file__).with_name("letters.mjs")


class Ahead:
    """Draws widgets of the checkout `root`. An engine is started where a widget wrote it a letter that is new."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._answered: dict[tuple[str, bytes], bytes] = {}

    def drawn(self, widget: Widget, state: Any) -> str:  # noqa: ANN401 - any widget's dataclass
        """The HTML of a state. Raises EngineError where an engine can't be had."""
        return self._performed(lambda links: drawn(widget, state, links))

    def stilled(self, widget: Widget, attributes: Attributes) -> str:
        """The HTML for a reader without scripts. Raises EngineError."""
        return self._performed(lambda links: stilled(widget, attributes, links))

    def _performed(self, draw: Callable[[Links], str]) -> str:
        letters: dict[str, Letter | None] = dict.fromkeys(_NAMES)
        while True:
            try:
                with opened(letters) as links:
                    return draw(links)
            except UnansweredError as error:
                letters[error.name] = (error.written, self._answer(error.name, error.written))

    def _answer(self, name: str, letter: bytes) -> bytes:
        known = (name, letter)
        if known not in self._answered:
            inputs = (letter, *files(self._root, name).values(), *(path.read_bytes() for path in _programs(name)))
            self._answered[known] = remembered(
                self._root, f"{name}.letter", inputs, lambda: asked(self._root, name, letter)
            )
        return self._answered[known]


def asked(root: Path, name: str, letter: bytes) -> bytes:
    """What the engine `name`, started for this alone, answers to a letter. Raises EngineError."""
    with tempfile.TemporaryDirectory() as folder:
        paths: dict[str, str] = {}
        for file, data in files(root, name).items():
            Path(folder, file).write_bytes(data)
            paths[file] = str(Path(folder, file))
        task = {"name": name, "engine": paths, "letter": b64encode(letter).decode()}
        command = [str(Toolchain(root).node), str(_PROGRAM)]
        done = subprocess.run(command, input=json.dumps(task).encode(), capture_output=True, check=False)
    if done.returncode:
        words = done.stderr.decode(errors="replace").strip()[-2_000:]
        message = f"{name} couldn't answer when the site was built:\n{words}"
        raise EngineError(message)
    return b64decode(done.stdout)


def files(root: Path, name: str) -> Mapping[str, bytes]:
    """The files that an engine starts from, by name. Raises EngineError."""
    if name == "valkey":
        return {"module": engine.module(root)}
    return {file.partition(".")[0]: data for file, data in postgres.begun_from(root).items()}


def _programs(name: str) -> list[Path]:
    return [_PROGRAM, *sorted((_PROGRAM.parents[2] / "static" / "js").glob(f"**/{name}/*.js"))]
