"""esbuild, started in one place: it bundles the scripts, the compiled F# too, and minifies the style sheet."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from sitegen.toolchain import Toolchain

if TYPE_CHECKING:
    from pathlib import Path


def run(root: Path, folder: Path, *arguments: str, error: type[Exception], text: bytes = b"") -> bytes:
    """What esbuild of the checkout `root` makes in `folder` of its arguments and of `text`, its standard input.

    Raises `error` with esbuild's own words where it refuses anything or only warns of it.
    """
    command = [
        *Toolchain(root).node_tool("esbuild/bin/esbuild"),
        "--charset=utf8",
        "--log-level=warning",
        "--color=false",
        *arguments,
    ]
    done = subprocess.run(command, input=text, cwd=folder, capture_output=True, check=False)
    if done.returncode or done.stderr:
        raise error(done.stderr.decode(errors="replace").strip())
    return done.stdout
