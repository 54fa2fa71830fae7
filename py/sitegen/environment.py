"""The project makes its own environment: a locked .venv, and node_modules filled by the Node that lies inside it.

Runs before anything is installed, so it stands on the standard library alone.
"""

import hashlib
import importlib.machinery
import importlib.util
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from sitegen.installation import SetupError, Step, install
from sitegen.toolchain import Toolchain

NPM_LISTS = ("package.json", "package-lock.json", ".npmrc")
"""What npm reads in the folder that it fills."""

_SETTLED = "SITEGEN_ENVIRONMENT_SETTLED"


def steps(root: Path) -> tuple[Step, ...]:
    """What the set-up of the checkout `root` does with the Python that is running.

    Raises:
        SetupError: where a lock file is missing or this Python can't make virtual environments.

    """
    tools = Toolchain(root)
    return (
        python_packages(
            tools,
            root / "requirements.lock",
            "Setting up .venv with the Python packages of requirements.lock (about a minute) …",
        ),
        npm_packages(
            tools,
            tools,
            "Setting up node_modules with the npm packages of package-lock.json (about half a minute) …",
        ),
    )


def python_packages(tools: Toolchain, lock: Path, told: str) -> Step:
    """A virtual environment with the packages of `lock`. Raises SetupError as `steps` does."""
    pip = (str(tools.python), "-I", "-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--no-deps")
    return Step(
        folder=tools.venv,
        # The path belongs to it: console scripts hold absolute ones, so a checkout that was moved gets a new .venv.
        made_from=f"{_python_in_words()} {_machine()} {tools.root}\n{_digest(lock)}\n",
        commands=(
            (_base_python(), "-I", "-m", "venv", str(tools.venv)),
            (*pip, "--require-hashes", "-r", str(lock)),
        ),
        told=told,
        proof=tools.python,
    )


def npm_packages(tools: Toolchain, installers: Toolchain, told: str) -> Step:
    """A folder node_modules, filled by the npm of `installers` as the lists beside it say. Raises SetupError for a
    missing one.
    """
    lists = (tools.root / name for name in NPM_LISTS)
    return Step(
        folder=tools.node_modules,
        made_from=f"{_machine()}\n{_digest(*lists)}\n",
        commands=(
            (
                *installers.npm,
                "ci",
                "--ignore-scripts",
                "--include=dev",
                "--include=optional",
                "--no-audit",
                "--no-fund",
            ),
        ),
        told=told,
        proof=tools.node_modules,
    )


def enter(root: Path, arguments: Sequence[str]) -> None:
    """Return where this process runs in the project's finished environment; else make it and start over inside it.

    Raises:
        SetupError: where the environment can't be made.

    """
    tools = Toolchain(root)
    # Set by the process before this one, which has just made or checked everything; not for the processes after it.
    settled = os.environ.pop(_SETTLED, None) is not None
    inside = tools.venv.exists() and tools.venv.samefile(sys.prefix)
    if inside and settled:
        return
    wanted = steps(root)
    command = (str(root / "build.py"), *arguments)
    if not all(step.is_done for step in wanted):
        if inside:
            # An interpreter can't well remove the folder it runs from.
            _become(_base_python(), command)
        install(root / ".cache", wanted)
    if not inside:
        _become(str(tools.python), command, {_SETTLED: "1"})


def _become(python: str, command: Sequence[str], settings: dict[str, str] | None = None) -> NoReturn:
    environ = os.environ | (settings or {})
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "nt":
        # Windows has no exec: the shell would show its prompt while the new process still prints.
        raise SystemExit(subprocess.call([python, *command], env=environ))
    os.execve(python, [python, *command], environ)


def _base_python() -> str:
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            version = f"{sys.version_info.major}.{sys.version_info.minor}"
            sentence = (
                f"This Python has no module {module}, which making .venv needs: install it (on Debian and Ubuntu"
                f" `apt install python{version}-venv`), then run the same command again."
            )
            raise SetupError(sentence)
    # In a virtual environment: the Python that it was made with. Its name is private, but venv itself relies on it.
    return str(getattr(sys, "_base_executable", None) or sys.executable)


def _machine() -> str:
    return f"{sys.platform} {platform.machine()}"


def _python_in_words() -> str:
    # The suffix names implementation, version, threading and C library: what decides which wheels fit.
    return f"Python {sys.version_info.major}.{sys.version_info.minor} {importlib.machinery.EXTENSION_SUFFIXES[0]}"


def _digest(*files: Path) -> str:
    digest = hashlib.sha256()
    for file in files:
        try:
            content = file.read_bytes()
        except OSError as error:
            sentence = f"{file} can't be read ({error.strerror}): restore it from git, then run the same command again."
            raise SetupError(sentence) from error
        digest.update(len(content).to_bytes(8, "big") + content)
    return digest.hexdigest()
