"""What an F# file defines, by the offside rule: a definition reaches as far as its lines stand further in than it does."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

_KEYWORDS = "namespace|module|type|exception|let|and|member|abstract|static|override|default|new"
_MODIFIERS = "rec|inline|private|internal|public|mutable|global|member|abstract|let"
_DEFINITION = re.compile(
    rf"""\s* (?:\[<.*?>\]\s*)* (?P<keyword>{_KEYWORDS})\b \s*
    (?: (?:{_MODIFIERS})\b \s* )*
    (?P<name> ``[^`]+`` | \([^)]*\) | [\w'.]+ | )""",
    re.VERBOSE,
)
_OF_MEMBERS = frozenset({"member", "abstract", "static", "override", "default"})
_KINDS = frozenset({"type", "module"})
# What may stand at a definition's own column and still be part of it: closing brackets, and cases.
_STILL_PART = re.compile(r"\s*(?:[\])}]|\|)")
_WORD = re.compile(r"(?<![\w'])[A-Za-z_][\w']*")
_MARKER = re.compile(r"\s*//\s*(?:region|endregion)\b")
# Strings of every kind, characters, comments of a line. `(*)` is an operator, and `x'` a name.
_SPELLED = re.compile(
    r"""//[^\n]* | \(\*(?!\)) | \$*\"{3}.*?\"{3} | (?:\$?@|@\$)"(?:[^"]|"")*" | \$?"(?:\\.|[^"\\])*"
    | (?<![\w'])'(?:\\[^']+|\\'|[^'\\\n])'""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Definition:
    """One definition: its keyword, the names that lead to it, and its lines, counted from 0 and without the last.

    With it go the comments and attributes right above it. `column` is where it stands.
    """

    keyword: str
    path: tuple[str, ...]
    start: int
    stop: int
    column: int

    @property
    def name(self) -> str:
        """The path in dots, as `Memory.create`."""
        return ".".join(self.path)


class Outline:
    """The lines of a file with what each defines."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        bare, self._inside = _bared(text)
        # Without comments and with strings blotted out, what is left is what the offside rule looks at.
        self._bare = bare.split("\n")
        self.definitions = tuple(self._within(0, len(self._lines), ()))

    def named(self, name: str) -> tuple[Definition, ...]:
        """The definitions that a name may mean: `create`, `Memory.create`, `module Job`.

        One that is more than one thing in the file means all of them, save that a type goes before a module that was
        given its name: to say `module` in front is to mean the other.
        """
        words = name.split()
        wanted = tuple(words[-1].split(".")) if words and not words[-1].startswith("(") else (name,)
        found = [here for here in self.definitions if here.path[-len(wanted) :] == wanted]
        if len(words) == 2 and words[0] in _KINDS:
            return tuple(here for here in found if here.keyword == words[0])
        types = [here for here in found if here.keyword == "type"]
        return tuple(types if {here.path for here in found} == {here.path for here in types} else found)

    def text(self, definition: Definition) -> str:
        """The lines of a definition, moved to the left edge, without the markers of regions."""
        return "\n".join(self._lines[at][moved:] for at, moved in self.origins(definition))

    def origins(self, definition: Definition) -> tuple[tuple[int, int], ...]:
        """Where each line of a definition's text stands in the file, and how many of its columns are left out.

        Inside a string nothing is moved.
        """
        kept = [
            (at, 0 if at in self._inside else min(definition.column, len(line) - len(line.lstrip(" "))))
            for at, line in enumerate(self._lines[definition.start : definition.stop], definition.start)
            if not _MARKER.match(line)
        ]
        while kept and not self._lines[kept[0][0]]:
            kept.pop(0)
        while kept and not self._lines[kept[-1][0]]:
            kept.pop()
        return tuple(kept)

    def identifiers(self) -> Iterator[tuple[int, int, str]]:
        """Line and column, both from 0, of every word that is no comment and in no string, keywords among them."""
        for at, line in enumerate(self._bare):
            if at not in self._inside:
                for found in _WORD.finditer(line):
                    yield at, found.start(), found[0]

    def _within(self, start: int, stop: int, path: tuple[str, ...]) -> Iterator[Definition]:
        column = next((self._column(at) for at in range(start, stop) if self._is_code(at)), 0)
        for at in range(start, stop):
            if not self._is_code(at) or self._column(at) != column:
                continue
            match = _DEFINITION.match(self._bare[at])
            if match is None:
                continue
            keyword, name = match["keyword"], match["name"].strip("`")
            if keyword == "namespace":
                continue
            if keyword == "module" and "=" not in self._bare[at]:
                # A module that is a whole file: what follows stands at the same column, and is in it.
                path = (name.rpartition(".")[2],)
                yield Definition(keyword, path, self._above(at), stop, column)
                continue
            if keyword in _OF_MEMBERS:
                name = name.rpartition(".")[2]
            end = self._end(at, stop)
            if name or keyword == "new":
                here = (*path, name or keyword)
                yield Definition(keyword, here, self._above(at), end, column)
                if keyword in {"module", "type"}:
                    yield from self._within(at + 1, end, here)

    def _is_code(self, at: int) -> bool:
        return bool(self._bare[at].strip()) and at not in self._inside and not self._bare[at].startswith("#")

    def _column(self, at: int) -> int:
        line = self._lines[at]
        return len(line) - len(line.lstrip(" "))

    def _end(self, first: int, stop: int) -> int:
        """The line after the last that belongs to what begins on `first`."""
        column = self._column(first)
        last = first
        for at in range(first + 1, stop):
            if at in self._inside:
                last = at
            elif self._is_code(at):
                if self._column(at) <= column and not _STILL_PART.match(self._bare[at]):
                    break
                last = at
        # A last remark is part of what it stands in.
        while last + 1 < stop and self._is_remark(last + 1) and self._column(last + 1) > column:
            last += 1
        return last + 1

    def _above(self, first: int) -> int:
        column = self._column(first)
        while first > 0 and self._column(first - 1) == column and self._belongs_below(first - 1):
            first -= 1
        return first

    def _belongs_below(self, at: int) -> bool:
        line = self._lines[at].lstrip()
        return line.startswith(("//", "[<")) and not _MARKER.match(line)

    def _is_remark(self, at: int) -> bool:
        line = self._lines[at].strip()
        return bool(line) and not self._bare[at].strip() and not _MARKER.match(line)


def _bared(text: str) -> tuple[str, frozenset[int]]:
    """The text with its comments as blanks and its strings as quotes, and which lines begin inside a string."""
    starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))[:-1]
    inside: set[int] = set()
    pieces: list[str] = []
    at = 0
    while (match := _SPELLED.search(text, at)) is not None:
        found, end = match[0], match.end()
        if found == "(*":
            end = _end_of_comment(text, match.start())
            found = text[match.start() : end]
        is_comment = found.startswith(("//", "(*"))
        if not is_comment:
            first, last = (bisect_right(starts, place) - 1 for place in (match.start(), end - 1))
            inside.update(range(first + 1, last + 1))
        pieces += [text[at : match.start()], re.sub(r"[^\n]", " " if is_comment else '"', found)]
        at = end
    return "".join([*pieces, text[at:]]), frozenset(inside)


def _end_of_comment(text: str, start: int) -> int:
    """Where a block comment ends, which may hold others; the end of the text where it never does."""
    depth = 0
    for match in re.compile(r"\(\*(?!\))|\*\)").finditer(text, start):
        depth += 1 if match[0] == "(*" else -1
        if depth == 0:
            return match.end()
    return len(text)
