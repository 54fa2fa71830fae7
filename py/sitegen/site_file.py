"""`content/site.toml`: the names, the module's order and the date of last resort, checked key by key."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sitegen import bare
from sitegen.front_matter import key_place, toml
from sitegen.problems import Place, Problem
from sitegen.source import Source


class Status(StrEnum):
    """How far a dive has come; only one that is `soon` has no page."""

    LIVE = "live"
    BUILT = "built"
    SOON = "soon"


@dataclass(frozen=True, slots=True)
class Dive:
    """One dive of the module: its title, the question it answers, and its page where it has one."""

    number: int
    title: str
    question: str
    status: Status
    page: str | None


@dataclass(frozen=True, slots=True)
class SiteFile:
    """The whole of site.toml. `date` is used where neither SOURCE_DATE_EPOCH nor a commit gives one."""

    name: str
    course: str
    chapter: str
    module: str
    module_page: str
    before: str
    date: datetime
    course_address: str | None
    dives: tuple[Dive, ...]


_TEXTS = ("name", "course", "chapter", "module", "module_page", "before")
# What readers are told; the others are names of files and addresses.
_WORDS = frozenset({"name", "course", "chapter", "module", "before", "title", "question"})
_DIVE = ("title", "question", "status", "page")


def parse(source: Source, path: str, problems: list[Problem]) -> SiteFile | None:
    """Read it; None where something in it is wrong."""
    opening = Place(path)
    table = toml(source, opening, problems)
    if table is None:
        return None
    before = len(problems)
    known = {*_TEXTS, "date", "course_address", "dive"}
    for key in table:
        if key not in known:
            wrong = f"site.toml has no key {key}; it has {', '.join(sorted(known))}"
            problems.append(Problem.at(key_place(source, key, opening), wrong))
    for key in _TEXTS:
        _text(table, key, key_place(source, key, opening), problems)
    date = table.get("date")
    if not isinstance(date, datetime) or date.tzinfo is None:
        wrong = f"date is {date!r}; it is a moment with its zone, like 2026-11-30T08:00:00Z"
        problems.append(Problem.at(key_place(source, "date", opening), wrong))
    if "course_address" in table:
        _text(table, "course_address", key_place(source, "course_address", opening), problems)
    dives = _dives(table.get("dive"), source, opening, problems)
    if len(problems) > before or not isinstance(date, datetime):
        return None
    texts = {key: str(table[key]) for key in _TEXTS}
    return SiteFile(**texts, date=date, course_address=table.get("course_address"), dives=dives)


def _dives(entries: object, source: Source, opening: Place, problems: list[Problem]) -> tuple[Dive, ...]:
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        problems.append(Problem.at(opening, "site.toml has no dives; each is a [[dive]]"))
        return ()
    places = [line.place for line in source.lines if line.text.strip() == "[[dive]]"]
    return tuple(
        dive
        for number, (entry, place) in enumerate(zip(entries, places, strict=False), 1)
        if (dive := _dive(number, entry, place, problems)) is not None
    )


def _dive(number: int, entry: Mapping[str, Any], place: Place, problems: list[Problem]) -> Dive | None:
    before = len(problems)
    problems += [
        Problem.at(place, f"a dive has no key {key}; it has {', '.join(_DIVE)}") for key in entry if key not in _DIVE
    ]
    for key in ("title", "question", "status"):
        _text(entry, key, place, problems)
    status, page = entry.get("status"), entry.get("page")
    if isinstance(status, str) and status not in set(Status):
        problems.append(Problem.at(place, f"no status is called {status}; there are {', '.join(Status)}"))
    elif status == Status.SOON and page is not None:
        problems.append(Problem.at(place, f"a dive that is soon has no page yet, but this one names {page}"))
    elif status != Status.SOON:
        _text(entry, "page", place, problems)
    if len(problems) > before:
        return None
    return Dive(number, entry["title"], entry["question"], Status(entry["status"]), page)


def _text(table: Mapping[str, Any], key: str, place: Place, problems: list[Problem]) -> None:
    value = table.get(key)
    if value is None:
        problems.append(Problem.at(place, f"{key} is missing"))
    elif not isinstance(value, str) or not value.strip():
        problems.append(Problem.at(place, f"{key} is {value!r}; it is a text that isn’t empty"))
    elif key in _WORDS and (claim := bare.first(value)) is not None:
        wrong = f"{key} says {claim}, which nobody checks here: on a page it can be worked out, and here there are only words"
        problems.append(Problem.at(place, wrong))
