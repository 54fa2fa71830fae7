"""What was checked, by whom: the record that a page keeps of its values, ids, keys, signatures and listings."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum

from sitegen import implied, inline, values
from sitegen.values import UnknownValueError
from sitegen.witnesses import Answer


class Kind(StrEnum):
    """What kind of thing was checked; the values are the words of the proof page."""

    VALUE = "value, worked out by the build"
    CLAIM = "value, written down and worked out again"
    ID = "id, taken apart and put together again"
    KEY = "key, taken apart and put together again"
    PLAIN = "plain number, by the author’s own word"
    SIGNATURE = "signature, told by the compiler"
    SCRIPT = "script of F#, compiled and run, its answers compared"
    LISTING = "listing, cut from a file that is compiled or run"


@dataclass(frozen=True, slots=True)
class Proof:
    """One thing on a page: what is `shown`, what was `asked` (an expression, or where it comes from), and who answered."""

    kind: Kind
    shown: str
    asked: str
    answers: tuple[Answer, ...]

    @property
    def witnesses(self) -> tuple[str, ...]:
        """Who agreed, each with a version: `Python 3.11.2`, `F# by Fable 5.15.0`, `Valkey 9.1.2`."""
        return tuple(one.witness for one in self.answers)


class Record:
    """The proofs of one page in the order of reading, each thing once: what is said twice is checked once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], tuple[int, Proof]] = {}

    def add(self, proof: Proof) -> int:
        """Keep a proof, and return its number on the page, from 1."""
        number, _ = self._found.setdefault((proof.shown, proof.asked), (len(self._found) + 1, proof))
        return number

    @property
    def checked(self) -> tuple[tuple[int, Proof], ...]:
        """What somebody answered for, with its number: all but the plain numbers."""
        return tuple((number, proof) for number, proof in self._found.values() if proof.kind is not Kind.PLAIN)

    @property
    def plain(self) -> tuple[Proof, ...]:
        """The numbers that are plain by the author's word: what is left for a reader to doubt."""
        return tuple(proof for _, proof in self._found.values() if proof.kind is Kind.PLAIN)


def questions(text: str) -> Iterator[str]:
    """Every question that a page's text may ask of witnesses: its expressions, and those that its code spans imply."""
    at = text.find("{=")
    while at >= 0:
        end = inline.expression_end(text, at + 2)
        if end is not None:
            # What is none is a problem where it stands.
            with suppress(UnknownValueError):
                yield values.asked(text[at + 2 : end].strip()).question
        at = text.find("{=", at + 2)
    for span in inline.CODE.finditer(text):
        question = implied.question(span[1])
        if question is not None:
            yield question
