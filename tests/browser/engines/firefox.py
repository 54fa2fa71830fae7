"""Firefox over WebDriver BiDi: npm's puppeteer-core speaks to it in Node, and we speak JSON lines to that."""

from __future__ import annotations

import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from browser.engines.engine import PATIENCE, WATCH_POLICY, EngineError, wait_until
from sitegen.toolchain import Toolchain

DRIVER: Final = Path(__file__).with_name("firefox.mjs")
TOOLS: Final = Toolchain(Path(__file__).parents[3])
LONGEST: Final = 120.0
"""Seconds after which a command that gave no answer means a lost browser."""


def executable() -> str | None:
    """Return the path of the first Firefox on PATH, Debian's name first."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def available() -> str | None:
    """Return why Firefox can't be driven here, or `None` if it can."""
    if executable() is None:
        return "no firefox-esr or firefox on PATH (Debian: apt install firefox-esr)"
    needed = (TOOLS.node, TOOLS.node_modules / "puppeteer-core")
    missing = [str(path) for path in needed if not path.exists()]
    return f"{' and '.join(missing)} missing: let build.py set this checkout up" if missing else None


class Firefox:
    """One headless Firefox with a profile of its own, thrown away at `close`."""

    name: Final = "firefox"

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True)
        profile = Path(self._folder.name, "profile")
        profile.mkdir()
        self._complaints = Path(self._folder.name, "stderr")
        settings = {"executable": executable(), "profile": str(profile), "preload": WATCH_POLICY}
        with self._complaints.open("wb") as stderr:
            self._node = subprocess.Popen(
                [str(TOOLS.node), str(DRIVER), json.dumps(settings)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                encoding="utf-8",
            )
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._commands: IO[str] = self._node.stdin
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, args=(self._node.stdout,), daemon=True)
        self._reader.start()
        self._browser_pid: int | None = None
        try:
            pid = self._answer("launch")
        except EngineError:
            self.close()
            raise
        self._browser_pid = pid if isinstance(pid, int) else None

    def fresh(self) -> None:
        self._ask("fresh")

    def open(self, url: str) -> None:
        self._ask("open", url=url)

    def text(self, selector: str) -> str:
        return str(self._ask("text", selector=selector))

    def attribute(self, selector: str, name: str) -> str | None:
        value = self._ask("attribute", selector=selector, name=name)
        return None if value is None else str(value)

    def fill(self, selector: str, text: str) -> None:
        self._ask("fill", selector=selector, text=text)

    def click(self, selector: str) -> None:
        self._ask("click", selector=selector)

    def evaluate(self, expression: str) -> object:
        return self._ask("evaluate", expression=expression)

    def wait_text(self, selector: str, expected: str, timeout: float = PATIENCE) -> None:
        wait_until(f"text of {selector}", lambda: self.text(selector), expected, timeout)

    def wait_attribute(self, selector: str, name: str, value: str, timeout: float = PATIENCE) -> None:
        wait_until(f"{name} of {selector}", lambda: self.attribute(selector, name), value, timeout)

    def console_errors(self) -> list[str]:
        return self._list("console_errors")

    def requests(self) -> list[str]:
        return self._list("requests")

    def screenshot(self, path: Path) -> None:
        self._ask("screenshot", path=str(path))

    def close(self) -> None:
        try:
            self._ask("close")
            self._node.wait(timeout=10)
        except (EngineError, subprocess.TimeoutExpired):
            self._end_by_force()
        finally:
            self._reader.join(timeout=10)
            for pipe in (self._node.stdin, self._node.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what was still to be written has no reader any more
                        pipe.close()
            self._folder.cleanup()

    def _end_by_force(self) -> None:
        self._node.kill()
        self._node.wait()
        if self._browser_pid is not None:
            with suppress(ProcessLookupError):  # puppeteer makes the browser the leader of a group of its own
                os.killpg(self._browser_pid, signal.SIGKILL)

    def _read(self, stdout: IO[str]) -> None:
        for line in stdout:
            self._answers.put(line)
        self._answers.put(None)

    def _ask(self, command: str, **given: str) -> object:
        try:
            self._commands.write(json.dumps({"command": command, **given}) + "\n")
            self._commands.flush()
        except OSError as error:
            raise EngineError(self._lost(command)) from error
        return self._answer(command)

    def _answer(self, command: str) -> object:
        try:
            line = self._answers.get(timeout=LONGEST)
        except queue.Empty:
            message = f"Firefox gave no answer to {command} within {LONGEST:g} s"
            raise EngineError(message) from None
        if line is None:
            raise EngineError(self._lost(command))
        answer = json.loads(line)
        if "error" in answer:
            message = f"Firefox, {command}: {answer['error']}"
            raise EngineError(message)
        value: object = answer["value"]
        return value

    def _list(self, command: str) -> list[str]:
        value = self._ask(command)
        assert isinstance(value, list)
        return [str(item) for item in value]

    def _lost(self, command: str) -> str:
        complaints = self._complaints.read_text(encoding="utf-8", errors="replace")[-2000:]
        return f"Firefox's driver ended during {command}: {complaints or 'it said nothing'}"
