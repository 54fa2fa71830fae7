"""Who else says what a value is: beside Python, which evaluates it, the F# port and a real Valkey are asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitegen.witnesses import fsharp, valkey

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from sitegen.fable import Compiled


@dataclass(frozen=True, slots=True)
class Testimony:
    """What one witness says of a value, and who it is: `F#`, `Fable 5.15.0`, `slot "{email}"`, `10780`.

    `asked` is the question in the witness's own words.
    """

    witness: str
    version: str
    asked: str
    said: str


def gather(root: Path, port: Compiled, expressions: Iterable[str]) -> Mapping[str, tuple[Testimony, ...]]:
    """The witnesses of each expression that has any, beside Python."""
    wanted = sorted(set(expressions))
    found: dict[str, list[Testimony]] = {}
    for expression, (asked, said) in fsharp.answers(root, port, wanted).items():
        found.setdefault(expression, []).append(Testimony("F#", f"Fable {port.version}", asked, said))
    version, slots = valkey.answers(root, wanted)
    for expression, (asked, said) in slots.items():
        found.setdefault(expression, []).append(Testimony("Valkey", version, asked, said))
    return {expression: tuple(said) for expression, said in found.items()}
