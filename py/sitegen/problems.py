"""What is wrong is a value with a place, and a run gathers all of them before it speaks."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A character of a file: its path relative to the project, its line and its column, both counted from 1."""

    path: str
    line: int = 1
    column: int = 1

    def right(self, columns: int) -> "Place":
        """The place so many characters further on the same line."""
        return Place(self.path, self.line, self.column + columns)


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing to mend, said as what was given and what would be right."""

    path: str
    line: int
    column: int
    text: str

    @classmethod
    def at(cls, place: Place, text: str) -> "Problem":
        """The problem `text` at `place`."""
        return cls(place.path, place.line, place.column, text)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.text}"
