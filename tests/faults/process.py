"""A Python of our own beside this one, which ends with the block or before."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sitegen.servers.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]

Program = subprocess.Popen[str]


@contextmanager
def python(*arguments: str) -> Iterator[Program]:
    """A process that knows the package and the tests, its standard input and output in our hands."""
    program = subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": f"{ROOT / 'py'}:{ROOT / 'tests'}"},
    )
    try:
        yield program
    finally:
        program.kill()
        program.communicate(timeout=PATIENCE_S)


def line_of(program: Program) -> str:
    """The next line that it says."""
    assert program.stdout is not None
    return program.stdout.readline().removesuffix("\n")


def say(program: Program, line: str) -> None:
    """Say a line to it."""
    assert program.stdin is not None
    program.stdin.write(f"{line}\n")
    program.stdin.flush()


def kill(program: Program) -> None:
    """End it where it stands (SIGKILL)."""
    program.kill()
    program.wait(PATIENCE_S)


def finish(program: Program) -> None:
    """Say no more to it, and wait for its end."""
    program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 0
