"""What was checked, by whom: the record that a page keeps of its values, ids, keys, signatures and listings."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum

from sitegen import implied, inline, values
from sitegen.problems import Place
from sitegen.values import UnknownValueError
from sitegen.witnesses import Testimony


class Kind(StrEnum):
    """What kind of thing was checked; the values are the words of the proof page."""

    VALUE = "value, worked out by the build"
    CLAIM = "value, written down and worked out again"
    ID = "id, taken apart and put together again"
    KEY = "key, taken apart and put together again"
    PLAIN = "plain number, by the author's own word"
    SIGNATURE = "signature, told by the compiler"
    LISTING = "listing, cut from a file that is compiled or run"


@dataclass(frozen=True, slots=True)
class Proof:
    """One thing on a page: what is `shown`, what was `asked` (an expression, a file), and who answered."""

    place: Place
    kind: Kind
    shown: str
    asked: str
    testimonies: tuple[Testimony, ...]


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
