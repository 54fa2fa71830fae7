"""A file that keeps a queue in the middle of its work."""

import sqlite3
from contextlib import closing
from pathlib import Path

from begun import begin
from echomq.stores.sqlite import SqliteStore


def begun(path: Path, **options: float) -> SqliteStore:
    """A store on a new file, with the queue that `begun.begin` leaves."""
    store = SqliteStore(path, **options)  # type: ignore[arg-type]
    begin(store)
    return store


def dump(path: Path) -> list[str]:
    """All that the file holds, as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())
