"""Who else says what a value is: beside Python, which evaluates it, the F# port and a real Valkey are asked."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitegen.witnesses import fsharp, valkey

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from sitegen.fable import Compiled


@dataclass(frozen=True, slots=True)
class Answer:
    """What one witness says of a value: who it is, `F# by Fable 5.15.0`, and question and answer in its own words."""

    witness: str
    asked: str
    said: str


def python(question: str, answer: str) -> Answer:
    """The answer of the Python that builds the pages."""
    return Answer(f"Python {platform.python_version()}", question, answer)


def gather(root: Path, port: Compiled, expressions: Iterable[str]) -> Mapping[str, tuple[Answer, ...]]:
    """The witnesses of each expression that has any, beside Python."""
    wanted = sorted(set(expressions))
    found: dict[str, list[Answer]] = {}
    for expression, (asked, said) in fsharp.answers(root, port, wanted).items():
        found.setdefault(expression, []).append(Answer(port.compiler, asked, said))
    version, slots = valkey.answers(root, wanted)
    for expression, (asked, said) in slots.items():
        found.setdefault(expression, []).append(Answer(version, asked, said))
    return {expression: tuple(said) for expression, said in found.items()}
