"""A contestant at work: a process of its own, told by lines what to do."""

import json
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PATIENCE_S = 120
"""Seconds that it has for an answer, and to end once nothing more is asked of it."""


class ContestantError(Exception):
    """A contestant failed, or did something else than was asked; the message says who and what."""


class Program:
    """A process that answers a line of JSON with another, as `contestants.turns` does."""

    def __init__(self, name: str, process: "subprocess.Popen[str]", log: Path) -> None:
        """Speak to `process`, and wait for its first line."""
        self._name = name
        self._process = process
        self._log = log
        self.about: dict[str, str] = self._answer()

    def enqueue(self, jobs: int, text: str) -> dict[str, float]:
        """Let it enqueue; the seconds that it took, and that it computed."""
        return self._ask({"enqueue": jobs, "text": text})

    def work(self, jobs: int) -> dict[str, float]:
        """Let it take and complete what it enqueued.

        Raises:
            ContestantError: where that wasn't each job once.

        """
        took = self._ask({"work": jobs})
        done = sorted(took.pop("done"))
        if done != list(range(jobs)):
            sentence = (
                f"{self._name} completed {len(done)} times, {len(set(done))} different ones of {jobs} jobs:"
                " what isn't the same work can't be compared."
            )
            raise ContestantError(sentence)
        return took

    def be_empty(self) -> None:
        """See to it that nothing is left there.

        Raises:
            ContestantError: where something is.

        """
        left = self._ask({"left": True})["left"]
        if left:
            sentence = f"{self._name} still keeps {left} jobs after all were completed: so much was not done."
            raise ContestantError(sentence)

    def _ask(self, words: Mapping[str, object]) -> dict[str, Any]:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(words) + "\n")
            self._process.stdin.flush()
        except OSError:
            pass  # it ended, and what it said will be told
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        alarm = threading.Timer(PATIENCE_S, self._process.kill)
        alarm.start()
        line = self._process.stdout.readline()
        alarm.cancel()
        try:
            answer: dict[str, Any] = json.loads(line)
        except ValueError:
            said = self._log.read_text(encoding="utf-8", errors="replace").strip()
            said = said or line.strip() or f"nothing; it has {PATIENCE_S} seconds for an answer"
            sentence = f"{self._name} failed. It said: {said}"
            raise ContestantError(sentence) from None
        return answer


@contextmanager
def playing(
    name: str, command: Sequence[str], settings: Mapping[str, str], folder: Path, log: Path
) -> Iterator[Program]:
    """The program of `command`, run in `folder` with nothing but `settings` around it, until the block ends."""
    with (
        log.open("w", encoding="utf-8") as errors,
        subprocess.Popen(
            command,
            cwd=folder,
            env=dict(settings),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            encoding="utf-8",
        ) as process,
    ):
        assert process.stdin is not None
        try:
            yield Program(name, process, log)
            process.stdin.close()
            process.wait(PATIENCE_S)
        finally:
            process.kill()
            with suppress(OSError):  # of one that ended before, there may be words that it was not told
                process.stdin.close()
