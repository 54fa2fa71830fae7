"""The TOML between two `+++` lines at the top of a page, checked against the one shape it may have."""

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sitegen import unmarked
from sitegen.problems import Place, Problem
from sitegen.source import Line, Source


class Kind(StrEnum):
    """Which layout a page has."""

    FRONT = "front"
    HUB = "hub"
    DIVE = "dive"
    COLOPHON = "colophon"
    PROOF = "proof"


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a page says about itself: its title, its layout, and one sentence for search results and previews.

    `title` and `description` are as they are shown; `words` has both as they were written, to be proved.
    """

    title: str
    kind: Kind
    description: str
    words: tuple[Source, ...]


_KEYS = ("title", "kind", "description")
_TOML_PLACE = re.compile(r"\s*\(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)\Z")


def split(source: Source, problems: list[Problem]) -> tuple[FrontMatter | None, Source]:
    """The front matter and the body after it. Every missing, unknown or ill-typed key is a problem of its own."""
    lines = source.lines
    if not lines or lines[0].text.rstrip() != "+++":
        place = lines[0].place if lines else Place("")
        problems.append(Problem.at(place, "a page begins with its front matter, TOML between two lines of +++"))
        return None, source
    end = next((at for at in range(1, len(lines)) if lines[at].text.rstrip() == "+++"), None)
    if end is None:
        problems.append(Problem.at(lines[0].place, "this front matter never closes: a second line +++ ends it"))
        return None, Source(())
    matter = Source(lines[1:end])
    return _typed(matter, lines[0].place, problems), Source(lines[end + 1 :])


def toml(source: Source, opening: Place, problems: list[Problem]) -> dict[str, Any] | None:
    """The table a passage spells, or None and a problem where TOML stopped reading."""
    try:
        return tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        match = _TOML_PLACE.search(message)
        place = opening
        if match is not None and match["line"] is not None and int(match["line"]) <= len(source.lines):
            place = source.lines[int(match["line"]) - 1].place.right(int(match["column"]) - 1)
        text = message if match is None else message[: match.start()]
        problems.append(Problem.at(place, f"no TOML: {text[0].lower()}{text[1:]}"))
        return None


def key_place(source: Source, key: str, otherwise: Place) -> Place:
    """Where a top-level key is written."""
    line = _key_line(source, key)
    return otherwise if line is None else line.place


def _key_line(source: Source, key: str) -> Line | None:
    pattern = re.compile(rf"""\s*["']?{re.escape(key)}["']?\s*[=.]""")
    return next((line for line in source.lines if pattern.match(line.text)), None)


def _written(source: Source, key: str, value: str, otherwise: Place) -> Source:
    """A key's text where it stands; one that is spelled with escapes is taken to begin with its key."""
    line = _key_line(source, key)
    if line is None:
        return Source((Line(value, otherwise),))
    return Source((Line(value, line.place.right(max(0, line.text.find(value, line.text.find("=") + 1)))),))


def _typed(matter: Source, opening: Place, problems: list[Problem]) -> FrontMatter | None:
    table = toml(matter, opening, problems)
    if table is None:
        return None
    before = len(problems)
    for key in table:
        if key not in _KEYS:
            wrong = f"front matter has no key {key}; it has {', '.join(_KEYS)}"
            problems.append(Problem.at(key_place(matter, key, opening), wrong))
    for key in _KEYS:
        value = table.get(key)
        if value is None:
            problems.append(Problem.at(opening, f"front matter lacks {key}"))
        elif not isinstance(value, str) or not value.strip():
            wrong = f"{key} is {value!r}; it is a text that isn’t empty"
            problems.append(Problem.at(key_place(matter, key, opening), wrong))
        elif key == "kind" and value not in set(Kind):
            wrong = f"no layout is called {value}; there are {', '.join(Kind)}"
            problems.append(Problem.at(key_place(matter, key, opening), wrong))
    if len(problems) > before:
        return None
    words = tuple(_written(matter, key, table[key], opening) for key in ("title", "description"))
    title, description = (unmarked.text(source, problems) for source in words)
    return FrontMatter(title, Kind(table["kind"]), description, words)
