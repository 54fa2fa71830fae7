"""Two languages' answers to the same questions, call by call."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fsharp.answers import Answer
    from fsharp.questions import Question

_PARAMETER = re.compile(r" \(Parameter '(\w+)'\)$")
_SNAKE = re.compile(r"^(lease|delay|max)_(ms|attempts) ")
"""The parameters that a message of Python's begins with, where F# spells them as one word."""


class Call(NamedTuple):
    """One call and what came of it; in a history, `after` has the counts and the state."""

    function: str
    given: object
    outcome: Answer
    after: Any = None

    @property
    def parameter(self) -> str | None:
        """The parameter that .NET's message names."""
        found = _PARAMETER.search(self.outcome.get("error", ""))
        return found[1] if found else None


def calls(question: Question, answer: Answer) -> Iterator[Call]:
    if not question.is_history or "error" in answer:
        yield Call(question.function, question.given, answer)
        return
    module = question.function.split(".")[0]
    for (verb, given), step in zip(question.given, answer["ok"], strict=True):
        # Memory tells its answers and nothing else.
        outcome, after = (step, None) if isinstance(step, dict) else (step[0], step[1:])
        yield Call(f"{module}.{verb}", given, outcome, after)


def differences(questions: Iterable[Question], python: Iterable[Answer], fsharp: Iterable[Answer]) -> Iterator[str]:
    """Each call that was answered differently."""
    for question, here, there in zip(questions, python, fsharp, strict=True):
        for ours, theirs in zip_longest(calls(question, here), calls(question, there)):
            if ours is None or theirs is None or not _agree(ours, theirs):
                yield f"\n  asked  {(ours or theirs)[:2]}\n  Python {ours and ours[2:]}\n  F#     {theirs and theirs[2:]}"


def _agree(python: Call, fsharp: Call) -> bool:
    return python.after == fsharp.after and _neutral(python.outcome) == _neutral_fsharp(fsharp)


def _neutral(outcome: Answer) -> Answer:
    if "error" not in outcome:
        return outcome
    return {"error": _SNAKE.sub(lambda found: f"{found[1]}{found[2].capitalize()} ", outcome["error"])}


def _neutral_fsharp(call: Call) -> Answer:
    if "error" not in call.outcome:
        return call.outcome
    # What raises is an ArgumentException, which always names its parameter.
    return {"error": _PARAMETER.sub("", call.outcome["error"]) if call.parameter else None}
