"""Terser, started in one place: it leaves out of a script what nothing in it uses, inside functions too."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

from sitegen.toolchain import Toolchain

if TYPE_CHECKING:
    from pathlib import Path

#: The steps that leave something out, and no others: esbuild makes the rest short, and a debugger still shows the names.
_STEPS = "defaults=false,unused=true,dead_code=true,side_effects=true,passes=4"


def version(root: Path) -> bytes:
    """The one that the checkout `root` has installed."""
    told = json.loads((root / "node_modules" / "terser" / "package.json").read_bytes())
    return str(told["version"]).encode()


def without_unused(root: Path, module: str, *, error: type[Exception]) -> str:
    """The ECMAScript `module` without the functions and variables that are never used. Raises `error` in Terser's own words."""
    command = [*Toolchain(root).node_tool("terser/bin/terser"), "--module", "--ecma", "2022", "--compress", _STEPS]
    done = subprocess.run(command, input=module.encode(), cwd=root, capture_output=True, check=False)
    if done.returncode:
        raise error(done.stderr.decode(errors="replace").strip())
    return done.stdout.decode()
