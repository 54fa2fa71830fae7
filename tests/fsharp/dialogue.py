"""Questions drawn by dice, with both languages' answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fsharp import answers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fsharp.answers import Answer
    from fsharp.port import Port
    from fsharp.questions import Question


class Dialogue(NamedTuple):
    questions: list[Question]
    python: list[Answer]
    fsharp: list[Answer]


def held(port: Port, drawn: Iterable[Question]) -> Dialogue:
    """Ask both languages, Python in this process."""
    questions = list(drawn)
    return Dialogue(questions, list(map(answers.answer, questions)), port.answers(questions))
