"""Markdown taken apart into headings, fences and the prose between, before any Markdown library sees it."""

import re
from dataclasses import dataclass

from sitegen import attributes
from sitegen.attributes import Attributes
from sitegen.problems import Place, Problem
from sitegen.source import Line, Source

_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>.*)")
_HEADING = re.compile(
    r"(?P<marks>#{1,6})[ \t]+(?P<title>.*?)[ \t]*(?:(?<=[ \t])\{(?P<attributes>[ \t]*(?:#|[a-z-]+=)[^{}]*)\})?[ \t]*$"
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A line like `## Title {#id toc="Short"}`; `title` is Markdown still."""

    place: Place
    level: int
    title: Source
    attributes: Attributes


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block: `name` is the first word after the fence, `info` the rest of that line, `body` what it holds."""

    place: Place
    name: str
    info: Line
    body: Source

    @property
    def halves(self) -> tuple[Source, Source | None]:
        """What stands above a line `---` and what stands below it; None where there is no such line."""
        lines = self.body.lines
        middle = next((at for at, line in enumerate(lines) if line.text.rstrip() == "---"), None)
        if middle is None:
            return self.body, None
        return Source(lines[:middle]), Source(lines[middle + 1 :]).trimmed()


@dataclass(frozen=True, slots=True)
class Prose:
    """Lines of Markdown that are neither."""

    source: Source


Block = Heading | Fence | Prose


def blocks(source: Source, problems: list[Problem]) -> tuple[Block, ...]:
    """Take a passage apart. Fences know their length, so a longer one holds shorter ones, and `~~~` holds backticks."""
    found: list[Block] = []
    prose: list[Line] = []
    lines = list(source.lines)
    at = 0

    def close_prose() -> None:
        passage = Source(tuple(prose)).trimmed()
        if passage:
            found.append(Prose(passage))
        prose.clear()

    while at < len(lines):
        line = lines[at]
        fence = _FENCE.match(line.text)
        if fence is not None and not (fence["mark"][0] == "`" and "`" in fence["info"]):
            close_prose()
            end = _closing(lines, at + 1, fence["mark"])
            if end is None:
                problems.append(Problem.at(line.place, f"this fence never closes: a line {fence['mark']} ends it"))
                end = len(lines)
            found.append(_fence(line, fence, Source(tuple(lines[at + 1 : end]))))
            at = end + 1
        elif line.text.startswith("<!--"):
            close_prose()
            at = _after_comment(lines, at, problems)
        elif (heading := _HEADING.match(line.text)) is not None:
            close_prose()
            found.append(_heading(line, heading, problems))
            at += 1
        else:
            prose.append(line)
            at += 1
    close_prose()
    return tuple(found)


def _closing(lines: list[Line], start: int, mark: str) -> int | None:
    closing = re.compile(rf" {{0,3}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*\Z")
    return next((at for at in range(start, len(lines)) if closing.match(lines[at].text)), None)


def _fence(line: Line, match: re.Match[str], body: Source) -> Fence:
    start = match.start("info")
    name = match["info"].split(maxsplit=1)[0] if match["info"].strip() else ""
    after = start + len(name)
    return Fence(line.place.right(match.start("mark")), name, line.cut(after), body)


def _after_comment(lines: list[Line], at: int, problems: list[Problem]) -> int:
    for end in range(at, len(lines)):
        if "-->" in lines[end].text:
            return end + 1
    problems.append(Problem.at(lines[at].place, "this comment never closes: --> ends it"))
    return len(lines)


def _heading(line: Line, match: re.Match[str], problems: list[Problem]) -> Heading:
    title = Source((line.cut(match.start("title"), match.end("title")),))
    if match["attributes"] is None:
        given = Attributes(line.place)
    else:
        given = attributes.parse(line.cut(match.start("attributes"), match.end("attributes")), problems)
    return Heading(line.place, len(match["marks"]), title, given)
