"""Ids put into SQLite, one after the other: as the rowid, as text, as text that ignores case, and as a number in JSON."""

from collections.abc import Sequence

from echomq.stores.sqlite.plain import PlainDatabase
from widgets.figures.stored.sql import NUMBER, TEXT, Column, json_of
from widgets.figures.stored.told import Asked, Listing, Place, Reading, Store, Told

_COLUMNS = {
    Place.SQLITE_NUMBER: Column("by_number", NUMBER, "INTEGER PRIMARY KEY"),
    Place.SQLITE_TEXT: Column("by_text", TEXT, "TEXT PRIMARY KEY"),
    Place.NOCASE: Column("nocase", TEXT, "TEXT COLLATE NOCASE PRIMARY KEY"),
}


def told_by_sqlite(ids: Sequence[str]) -> Told:
    """Return what a database that holds nothing else makes of `ids`, in the order of their arrival."""
    with PlainDatabase() as database:
        return Told(
            {place: _listing(database, column, ids) for place, column in _COLUMNS.items()},
            {Store.SQLITE: tuple(_reading(database, branded) for branded in ids)},
        )


def _listing(database: PlainDatabase, column: Column, ids: Sequence[str]) -> Listing:
    _ask(database, column.made)
    filled = tuple(_ask(database, column.insert(branded)) for branded in ids)
    refused = [branded for branded, answer in zip(ids, filled, strict=True) if answer.refusal]
    more = tuple(_ask(database, column.found("=", branded)) for branded in refused)
    return Listing(column.made, filled, _ask(database, column.read), more)


def _reading(database: PlainDatabase, branded: str) -> Reading:
    answer = _ask(database, f"SELECT json_extract('{json_of(branded)}', '$.id')")
    return Reading(branded, answer.words, answer.rows[0])


def _ask(database: PlainDatabase, statement: str) -> Asked:
    rows, refusal = database.ask(statement)
    return Asked(statement, tuple(str(value) for (value,) in rows), refusal)
