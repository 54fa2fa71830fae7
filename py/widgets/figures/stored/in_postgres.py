"""Ids put into PostgreSQL: as bigint, as text by its bytes, as text by a locale's rules, and as a number in jsonb."""

from collections.abc import Iterator, Sequence

from echomq.links.link import Link
from echomq.links.queries import Result, Results, query
from widgets.figures.stored.sql import ENGLISH, NUMBER, TEXT, Column, json_of
from widgets.figures.stored.told import Asked, Listing, Place, Reading, Store, Told

_SETTING = ("DROP SCHEMA IF EXISTS stored CASCADE", "CREATE SCHEMA stored", "SET search_path = stored", ENGLISH)
_COLUMNS = {
    Place.POSTGRES_NUMBER: Column("by_number", NUMBER, "bigint PRIMARY KEY"),
    Place.POSTGRES_TEXT: Column("by_text", TEXT, 'text COLLATE "C" PRIMARY KEY'),
    Place.ENGLISH: Column("by_english", TEXT, "text COLLATE english PRIMARY KEY"),
}


def told_by_postgres(ids: Sequence[str], cursor: str, link: Link) -> Told:
    """Return what a server makes of `ids`, in the order of their arrival, and what it finds after `cursor`.

    All queries go in one piece, each a transaction of its own. Raises OSError or EOFError where the answers don't come.
    """
    answers = _answers(
        link,
        _SETTING,
        *(group for column in _COLUMNS.values() for group in _asked_of(column, ids, cursor)),
        [f"SELECT '{json_of(branded)}'::jsonb ->> 'id'" for branded in ids],
    )
    next(answers)
    listings = {
        place: Listing(made.words, filled, read, more) for place, ([made], filled, [read], more) in _by_place(answers)
    }
    [taken_out] = answers
    json = tuple(Reading(branded, answer.words, answer.rows[0]) for branded, answer in zip(ids, taken_out, strict=True))
    return Told(listings, {Store.POSTGRES: json})


def _asked_of(column: Column, ids: Sequence[str], cursor: str) -> Iterator[Sequence[str]]:
    yield [column.made]
    yield [column.insert(branded) for branded in ids]
    yield [column.read]
    yield [column.found(">", cursor)] if cursor else []


def _by_place(answers: Iterator[tuple[Asked, ...]]) -> Iterator[tuple[Place, tuple[tuple[Asked, ...], ...]]]:
    for place in _COLUMNS:
        yield place, (next(answers), next(answers), next(answers), next(answers))


def _answers(link: Link, *groups: Sequence[str]) -> Iterator[tuple[Asked, ...]]:
    """Send all statements at once, and yield the answers by the same groups."""
    link.send(b"".join(query(statement) for group in groups for statement in group))
    results = Results(link.recv)
    for group in groups:
        yield tuple(_asked(statement, results.read()) for statement in group)


def _asked(statement: str, result: Result) -> Asked:
    refusal = result.refusal.message if result.refusal else ""
    return Asked(statement, tuple(str(value) for (value,) in result.rows), refusal)
