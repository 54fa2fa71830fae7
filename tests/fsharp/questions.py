"""What both languages are asked, as JSON carries it."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

Given: TypeAlias = Any
"""An argument: a text, a number of 32 bits, or what `int64` and `octets` write."""


class Step(NamedTuple):
    """A verb in a history, as F# names it, and what it is given before the state."""

    verb: str
    given: list[Given]


class Question(NamedTuple):
    """A function of the port, as F# names it, and its arguments; those of a history are its steps."""

    function: str
    given: list[Given]

    @property
    def is_history(self) -> bool:
        return self.function.endswith(".history")


def int64(number: int) -> dict[str, str]:
    """A number of 64 bits: JavaScript would round it."""
    return {"int64": str(number)}


def octets(data: bytes) -> dict[str, list[int]]:
    return {"bytes": list(data)}


def taken(given: Given) -> Given:
    """An argument as Python has it."""
    match given:
        case {"int64": str(digits)}:
            return int(digits)
        case {"bytes": list(numbers)}:
            return bytes(numbers)
        case _:
            return given
