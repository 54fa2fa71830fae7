"""A passage of a file that remembers where each of its lines began, however it was cut out."""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import Self

from sitegen.problems import Place


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its line break, and the place of its first character."""

    text: str
    place: Place

    def cut(self, start: int, end: int | None = None) -> "Line":
        """The part from `start` up to `end`, which still knows its column."""
        return Line(self.text[start:end], self.place.right(start))


@dataclass(frozen=True, slots=True)
class Source:
    """Lines in order; they need not have been neighbours, nor have begun in the same column."""

    lines: tuple[Line, ...]

    @classmethod
    def of(cls, text: str, path: str, first_line: int = 1) -> Self:
        """A whole text, or the part of a file that begins on `first_line`."""
        rows = text.split("\n")
        if rows[-1] == "":
            rows.pop()
        return cls(tuple(Line(row, Place(path, number)) for number, row in enumerate(rows, first_line)))

    @property
    def text(self) -> str:
        """The lines, joined again."""
        return "\n".join(line.text for line in self.lines)

    def place(self, offset: int) -> Place:
        """Where the character at `offset` of `text` stands in its file."""
        starts = list(accumulate((len(line.text) + 1 for line in self.lines), initial=0))[:-1]
        index = max(0, bisect_right(starts, offset) - 1)
        return self.lines[index].place.right(offset - starts[index])

    def trimmed(self) -> "Source":
        """The same without blank lines at either end."""
        lines = list(self.lines)
        while lines and not lines[0].text.strip():
            del lines[0]
        while lines and not lines[-1].text.strip():
            del lines[-1]
        return Source(tuple(lines))

    def __bool__(self) -> bool:
        return any(line.text.strip() for line in self.lines)
