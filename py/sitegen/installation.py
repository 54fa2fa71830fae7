"""A folder that tools fill is either whole, with a stamp that says what it was made from, or it is made again from nothing.

The stamp is written last, in one piece, so an interrupted installation needs no repair.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from sitegen import complaints
from sitegen.turnstile import turnstile

STAMP = ".made-from"

# A person's index, proxy and certificate settings hold here too; these would send the packages somewhere else.
_UNWANTED_SETTINGS = {"PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_DRY_RUN", "NPM_CONFIG_DRY_RUN", "NPM_CONFIG_GLOBAL"}
_SETTINGS = {"PIP_USER": "0"}


class SetupError(Exception):
    """Set-up can't go on. The text is one sentence: what happened and what to do."""


@dataclass(frozen=True, slots=True)
class Step:
    """One folder to be made.

    `told` is the line that announces it; `proof` is a path that exists where the step was done (a virtual
    environment's interpreter vanishes with the Python it was made with).
    """

    folder: Path
    made_from: str
    commands: tuple[tuple[str, ...], ...]
    told: str
    proof: Path

    @property
    def is_done(self) -> bool:
        """Whether the folder is there, whole and up to date."""
        try:
            stamp = (self.folder / STAMP).read_text(encoding="utf-8")
        except (OSError, ValueError):
            return False
        return stamp == self.made_from and self.proof.exists()


def say(line: str) -> None:
    """Tell the person at the keyboard something about the set-up."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def install(cache: Path, steps: Sequence[Step], say: Callable[[str], None] = say) -> None:
    """Carry out those of the `steps` that aren't done; the installers' output goes to setup.log in the folder `cache`.

    Raises:
        SetupError: where one of them fails; the next call begins it anew.

    """
    if all(step.is_done for step in steps):
        return
    try:
        cache.mkdir(exist_ok=True)
        with turnstile(
            cache / "setup.lock", lambda: say("Another set-up is at work in this folder; waiting for it …")
        ) as lock:
            undone = [step for step in steps if not step.is_done]
            with (cache / "setup.log").open("w", encoding="utf-8") as log:
                for step in undone:
                    _carry_out(step, log, lock, say)
    except OSError as error:
        raise SetupError(complaints.read_error(error)) from error
    except KeyboardInterrupt:
        sentence = "Set-up was interrupted: run the same command again, it makes the unfinished part anew."
        raise SetupError(sentence) from None


def _carry_out(step: Step, log: IO[str], lock: int, say: Callable[[str], None]) -> None:
    say(step.told)
    began = time.monotonic()
    if step.folder.exists():
        shutil.rmtree(step.folder)
    for command in step.commands:
        code, output = _run(command, step.folder.parent, log, lock)
        sentence = complaints.read_output(output, failed=code != 0)
        if sentence is None and code != 0:
            sentence = complaints.read_disk(step.folder.parent) or (
                f"Making {step.folder.name} failed with exit code {code}: put right what the log says,"
                " then run the same command again."
            )
        if sentence is not None:
            # A half-made folder takes room that a full disk needs, and nothing in it will be used.
            shutil.rmtree(step.folder, ignore_errors=True)
            told = f"{sentence} (Details: {log.name})"
            raise SetupError(told)
    partial = step.folder / f"{STAMP}.partial"
    partial.write_text(step.made_from, encoding="utf-8")
    partial.replace(step.folder / STAMP)
    say(f"… made in {time.monotonic() - began:.0f} s.")


def _run(command: Sequence[str], folder: Path, log: IO[str], lock: int) -> tuple[int, str]:
    environ = {name: value for name, value in os.environ.items() if name.upper() not in _UNWANTED_SETTINGS}
    kept: deque[str] = deque(maxlen=2000)
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environ | _SETTINGS,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        # The installer holds the lock as well, for the case that this process is killed and the installer goes on.
        pass_fds=() if os.name == "nt" else (lock,),
    ) as process:
        _note(log, f"$ {' '.join(command)}\n")
        try:
            for line in process.stdout or ():
                kept.append(line)
                _note(log, line)
        except BaseException:
            process.terminate()
            raise
    return process.returncode, "".join(kept)


def _note(log: IO[str], line: str) -> None:
    # On a full disk the log is the least of the worries: what the installer printed is kept in memory.
    with contextlib.suppress(OSError):
        log.write(line)
        log.flush()
