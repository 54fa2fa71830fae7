"""What a worker asked and was answered, in a file of its own: a line before each call and a line after it.

Whoever is killed between the two leaves a call without an answer, and nothing else unsaid: a line is one write, and what
was written outlives its process.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar, cast

from echomq.job import Job
from echomq.port import StoreError, StoreUnavailableError

T = TypeVar("T")

Said = str | tuple[str, ...] | None
"""An answer as it is read back: a word, `lent` for a claim, the ids of a sweep, or None for a claim of nothing."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call. Of a claim, `id` and `token` are those of the job it was answered with, else those that were shown."""

    verb: str
    id: str
    token: int
    answer: Said
    is_answered: bool
    """False where none came, so that nobody knows what happened."""

    is_refused: bool
    """The store said that nothing was changed."""


class Log:
    """Writes one worker's calls down."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)

    def call(self, verb: str, id: str, token: int, ask: Callable[[], T]) -> T:
        """Ask, between two lines. A StoreError is raised again: one that changed nothing is an answer, any other none."""
        self._write(["ask", verb, id, token])
        try:
            answer = ask()
        except StoreError as error:
            if isinstance(error, StoreUnavailableError):
                self._write(["refused"])
            raise
        self._write(["got", [answer.id, answer.attempts] if isinstance(answer, Job) else answer])
        return answer

    def _write(self, line: list[object]) -> None:
        os.write(self._file, json.dumps(line).encode() + b"\n")


def calls(paths: Iterable[Path]) -> Iterator[Call]:
    """The calls in the logs of many workers, each worker's in their order."""
    for path in paths:
        asked: tuple[str, str, int] | None = None
        for line in path.read_text().splitlines():
            kind, *rest = json.loads(line)
            if kind == "ask":
                if asked is not None:
                    yield Call(*asked, None, is_answered=False, is_refused=False)
                asked = cast("tuple[str, str, int]", tuple(rest))
                continue
            assert asked is not None
            verb, id, token = asked
            answer = rest[0] if rest else None
            if verb == "claim" and answer is not None:
                id, token = answer
                answer = "lent"
            if isinstance(answer, list):
                answer = tuple(answer)
            yield Call(verb, id, token, answer, is_answered=True, is_refused=kind == "refused")
            asked = None
        if asked is not None:
            yield Call(*asked, None, is_answered=False, is_refused=False)
