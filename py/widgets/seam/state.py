"""A state crosses the seam as a JSON object: one member a field, and only what both languages hold alike.

A field is a str, an int, a bool, a StrEnum, or a tuple of one of those (`tuple[str, ...]`).
"""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from widgets.seam.contract import Attributes

S = TypeVar("S")

SAFE = 2**53 - 1
"""The largest whole number JavaScript keeps exactly (Number.MAX_SAFE_INTEGER); larger ones cross as text."""

_NAMES: Mapping[type, str] = {str: "a text", int: "a whole number", bool: "true or false"}


def to_json(state: Any) -> dict[str, Any]:  # noqa: ANN401 - any widget's dataclass
    """Return the fields of `state` as JSON values, tuples as lists.

    Raises ValueError for a whole number past 2^53-1, which JavaScript would round.
    """
    return {field.name: _plain(field.name, getattr(state, field.name)) for field in fields(state)}


def from_json(kind: type[S], given: Any) -> S:  # noqa: ANN401 - any JSON value
    """Return the `kind` that the JSON object `given` describes.

    Members that are no fields are ignored, fields that are missing take their default. Raises ValueError naming the
    field, what was given and what is right.
    """
    if not isinstance(given, dict):
        message = f"a state must be an object, got {shown(given)}"
        raise ValueError(message)  # noqa: TRY004 - the JSON is at fault, not the program
    hints = _types(kind)  # type: ignore[arg-type]  # every type can be hashed; mypy isn't sure of those of a variable
    values: dict[str, object] = {}
    for field in fields(kind):  # type: ignore[arg-type]  # every S here is a dataclass
        if field.name in given:
            values[field.name] = _read(field.name, given[field.name], hints[field.name])
        elif field.default is MISSING:
            message = f"{field.name} is missing: it must be {_name(hints[field.name])}"
            raise ValueError(message)
    return kind(**values)


def started(kind: type[S], element: str, attributes: Attributes) -> S:
    """Return the `kind` that an author's `attributes` of `element` describe; a whole number may come as its digits.

    Raises ValueError for what is no field, and as `from_json`.
    """
    hints = _types(kind)  # type: ignore[arg-type]  # every type can be hashed; mypy isn't sure of those of a variable
    given: dict[str, str | int | bool] = dict(attributes)
    for name, value in given.items():
        if name not in hints:
            message = f"{element} knows no {name}; it takes {', '.join(hints)}"
            raise ValueError(message)
        if hints[name] is int and isinstance(value, str) and value.isascii() and value.isdigit():
            given[name] = int(value[:9])
    return from_json(kind, given)


def shown(given: object) -> str:
    """Write `given` as JSON in ASCII, at most 80 characters of it: readable, and alike under every Python."""
    text = json.dumps(given)
    return text if len(text) <= 80 else f"{text[:60]}… ({len(text)} characters)"


# Typing finds them anew each time, by evaluating what is written: a tenth of the time that an answer takes.
@cache
def _types(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _plain(name: str, value: Any) -> Any:  # noqa: ANN401 - a JSON value
    if isinstance(value, tuple):
        return [_plain(name, item) for item in value]  # pyright: ignore[reportUnknownVariableType] - JSON values
    if isinstance(value, int) and abs(value) > SAFE:
        message = f"{name} must be within 2^53-1 to cross to JavaScript, got {value}; keep it as text"
        raise ValueError(message)
    return value


def _read(name: str, given: Any, right: Any) -> object:  # noqa: ANN401 - a JSON value; a type or a generic alias
    if get_origin(right) is tuple:
        (inner, _) = get_args(right)
        if not isinstance(given, list):
            message = f"{name} must be {_name(right)}, got {shown(given)}"
            raise ValueError(message)
        return tuple(_read(f"{name}[{at}]", given[at], inner) for at in range(len(given)))  # pyright: ignore[reportUnknownArgumentType] - JSON values
    if issubclass(right, StrEnum):
        # A plain comparison: `in` with a text is a TypeError before Python 3.12.
        chosen = next((member for member in right if member == given), None)
        if chosen is None:
            message = f"{name} must be {_name(right)}, got {shown(given)}"
            raise ValueError(message)
        return chosen
    # bool is a subclass of int, so the exact type is asked for.
    if type(given) is not right:
        message = f"{name} must be {_name(right)}, got {shown(given)}"
        raise ValueError(message)
    return given


def _name(right: Any) -> str:  # noqa: ANN401 - a type or a generic alias
    if get_origin(right) is tuple:
        return f"a list, each item {_name(get_args(right)[0])}"
    if issubclass(right, StrEnum):
        return " or ".join(right)
    return _NAMES[right]
