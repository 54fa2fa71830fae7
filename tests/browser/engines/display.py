"""A screen for browsers that have no headless mode: our own Xvfb on a display number it picks itself."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
from typing import Final, Self

PATIENCE: Final = 20.0
"""Seconds that Xvfb may take until it names its display."""


def available() -> str | None:
    """Return why no virtual screen can be had here, or `None` if one can."""
    return None if shutil.which("Xvfb") else "no Xvfb on PATH (Debian: apt install xvfb)"


class Display:
    """One Xvfb; `name` is what belongs into the environment's DISPLAY. Ends with `close`, or as a context manager."""

    def __init__(self, size: str = "1280x1024x24") -> None:
        """Start the screen; raises `RuntimeError` if it names no display in time."""
        listen, tell = os.pipe()
        try:
            self._process = subprocess.Popen(
                ["Xvfb", "-displayfd", str(tell), "-screen", "0", size, "-nolisten", "tcp", "-noreset"],
                pass_fds=[tell],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except BaseException:
            os.close(listen)
            raise
        finally:
            os.close(tell)
        with os.fdopen(listen, encoding="ascii") as numbers:
            readable, _, _ = select.select([numbers], [], [], PATIENCE)
            number = numbers.readline().strip() if readable else ""
        if not number:
            self.close()
            message = f"Xvfb named no display within {PATIENCE:g} s"
            raise RuntimeError(message)
        self.name = f":{number}"

    def close(self) -> None:
        """End the screen, and wait until it has ended."""
        self._process.terminate()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
