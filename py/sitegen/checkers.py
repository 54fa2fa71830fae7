"""The tools that read our source without running it, each with the command line that must find nothing."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from sitegen.toolchain import Toolchain


@dataclass(frozen=True, slots=True)
class Checker:
    """One tool as `check` and the tests call it."""

    name: str
    command: tuple[str, ...]

    def run(self, root: Path) -> tuple[bool, str]:
        """Run the tool over the checkout `root`; return whether it found nothing, and all that it printed."""
        # import-linter imports nothing, but looks for our packages on the path. Nothing may colour what is compared.
        environ = os.environ | {"PYTHONPATH": str(root / "py"), "NO_COLOR": "1"}
        done = subprocess.run(
            self.command,
            cwd=root,
            env=environ,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        return done.returncode == 0, done.stdout


def checkers(root: Path) -> tuple[Checker, ...]:
    """All of them, quick ones first."""
    tools = Toolchain(root)
    tsc = (*tools.node_tool("typescript/bin/tsc"), "--project")
    return (
        Checker("ruff check", (tools.script("ruff"), "check", "--output-format", "concise")),
        Checker("ruff format", (tools.script("ruff"), "format", "--diff")),
        Checker("import-linter", (tools.script("lint-imports"), "--no-logo")),
        Checker("Biome", (*tools.node_tool("@biomejs/biome/bin/biome"), "check", "--error-on-warnings")),
        Checker("tsc for the page", (*tsc, "tsconfig.json")),
        Checker("tsc for the worker", (*tsc, "tsconfig.worker.json")),
        Checker("tsc for Node", (*tsc, "tsconfig.node.json")),
        Checker("mypy", (str(tools.python), "-m", "mypy")),
        Checker("pyright", tools.pyright),
    )
