"""Code spans, computed values and link targets taken out of prose, each with its place; tokens stand in for them."""

import ast
import re
from dataclasses import dataclass

from sitegen import bare
from sitegen.problems import Place, Problem
from sitegen.source import Source

OPEN, CLOSE = "\ue000", "\ue001"
TOKEN = re.compile(f"{OPEN}([0-9]+){CLOSE}")
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?![`{])")
"""A code span without classes, roughly: enough to find out beforehand what may be asked."""
_CLASSES = re.compile(r"\{((?:\.[a-z][a-z0-9-]*\s*)+)\}")
_TARGET = re.compile(r"\]\(\s*([^\s()<>]+)")
_DEFINITION = re.compile(r"\[[^\]\n]+\]:[ \t]*(\S+)")


@dataclass(frozen=True, slots=True)
class Code:
    """A code span and the classes written behind it, as in `` `job`{.typ} ``."""

    place: Place
    text: str
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """An expression the build evaluates: `{=slot("a")}` in a sentence, or a whole code span of it."""

    place: Place
    expression: str
    code: bool
    classes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """Where a link leads, as the author wrote it."""

    place: Place
    address: str


Piece = Code | Value | Target


@dataclass(frozen=True, slots=True)
class Bare:
    """A number, an id or a key that stands in the words as it was typed."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Inline:
    """Markdown whose pieces are numbered tokens, the pieces in that order, and what is left bare among the words."""

    text: str
    pieces: tuple[Piece, ...]
    bare: tuple[Bare, ...] = ()


def take_apart(source: Source, problems: list[Problem]) -> Inline:
    """Replace what Markdown must not touch. A value's closing brace is the first one that leaves a whole expression."""
    taking = _Taking(source, problems)
    at = 0
    while at < len(taking.text):
        at = taking.step(at)
    return Inline("".join(taking.out), tuple(taking.pieces), tuple(taking.bare))


def expression_end(text: str, start: int) -> int | None:
    """The index of the brace that closes the expression begun at `start`, on the same line; None where none does."""
    stop = text.find("\n", start)
    stop = len(text) if stop < 0 else stop
    at = text.find("}", start, stop)
    while at >= 0:
        try:
            ast.parse(text[start:at].strip(), mode="eval")
        except (SyntaxError, ValueError):
            at = text.find("}", at + 1, stop)
        else:
            return at
    return None


def _unclosed(text: str, at: int) -> str:
    line = text[at:].split("\n", 1)[0]
    shown = line if len(line) <= 40 else line[:39] + "…"
    if "}" not in line:
        return f"{shown} has no closing brace on its line"
    return f"{shown} is no whole Python expression up to any closing brace on its line"


class _Taking:
    """The work of taking one passage apart: what is left of the text, and the pieces so far."""

    def __init__(self, source: Source, problems: list[Problem]) -> None:
        self.source = source
        self.text = source.text
        self.out: list[str] = []
        self.pieces: list[Piece] = []
        self.bare: list[Bare] = []
        self._problems = problems

    def step(self, at: int) -> int:
        """Take what begins at `at`, and answer where the next thing does."""
        text = self.text
        if text[at] == "\\" and at + 1 < len(text):
            self.out.append(text[at : at + 2])
            return at + 2
        if text[at] == "`":
            return self._code(at)
        if text.startswith("{=", at):
            return self._value(at)
        if text.startswith("<!--", at):
            return self._comment(at)
        if (target := self._target(at)) is not None:
            self.out.append(text[at : target.start(1)])
            self._put(Target(self.source.place(target.start(1)), target[1]))
            return target.end(1)
        if (found := bare.at(text, at)) is not None:
            self.bare.append(Bare(self.source.place(at), found))
            self.out.append(found)
            return at + len(found)
        if text[at] in {OPEN, CLOSE}:
            self._problem(at, f"U+{ord(text[at]):04X} is a private character that the generator keeps for itself")
        else:
            self.out.append(text[at])
        return at + 1

    def _put(self, piece: Piece) -> None:
        self.out.append(f"{OPEN}{len(self.pieces)}{CLOSE}")
        self.pieces.append(piece)

    def _problem(self, at: int, text: str) -> None:
        self._problems.append(Problem.at(self.source.place(at), text))

    def _value(self, at: int) -> int:
        end = expression_end(self.text, at + 2)
        if end is None:
            self._problem(at, _unclosed(self.text, at))
            self.out.append("{=")
            return at + 2
        self._put(Value(self.source.place(at), self.text[at + 2 : end].strip(), code=False))
        return end + 1

    def _comment(self, at: int) -> int:
        end = self.text.find("-->", at)
        if end < 0:
            self._problem(at, "this comment never closes: --> ends it")
            return len(self.text)
        return end + 3

    def _target(self, at: int) -> re.Match[str] | None:
        if self.text[at] == "]":
            return _TARGET.match(self.text, at)
        if self.text[at] == "[" and (at == 0 or self.text[at - 1] == "\n"):
            return _DEFINITION.match(self.text, at)
        return None

    def _code(self, at: int) -> int:
        text = self.text
        ticks = len(text) - at - len(text[at:].lstrip("`"))
        start = at + ticks
        paragraph = text.find("\n\n", start)
        stop = len(text) if paragraph < 0 else paragraph
        closing = re.compile(rf"(?<!`)`{{{ticks}}}(?!`)").search(text, start, stop)
        if closing is None:
            mark = "`" * ticks
            self._problem(at, f"this code span never closes: {mark} ends it, and \\` is a backtick that opens none")
            self.out.append(mark)
            return start
        inside = text[start : closing.start()].replace("\n", " ")
        if inside.strip() and inside[0] == inside[-1] == " ":
            inside = inside[1:-1]
        end = closing.end()
        classes: tuple[str, ...] = ()
        if (given := _CLASSES.match(text, end)) is not None:
            classes = tuple(given[1].replace(".", " ").split())
            end = given.end()
        whole = inside.strip()
        if whole.startswith("{=") and expression_end(whole, 2) == len(whole) - 1:
            self._put(Value(self.source.place(start), whole[2:-1].strip(), code=True, classes=classes))
        else:
            self._put(Code(self.source.place(at), inside, classes))
        return end
