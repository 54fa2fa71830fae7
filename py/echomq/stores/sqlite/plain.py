"""A database of SQLite in memory, asked in plain SQL, a statement at a time: what it refuses is an answer too."""

import sqlite3
from types import TracebackType
from typing import NamedTuple, Self


class Told(NamedTuple):
    """What a statement came to: its rows, or why SQLite refused it, in SQLite's own words."""

    rows: tuple[tuple[object, ...], ...] = ()
    refusal: str = ""


class PlainDatabase:
    """An empty database, which is gone when it is closed."""

    __slots__ = ("_connection",)

    def __init__(self) -> None:
        """Begin one; each statement is a transaction of its own."""
        self._connection = sqlite3.connect(":memory:", isolation_level=None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def ask(self, statement: str) -> Told:
        """Carry out one statement."""
        try:
            return Told(tuple(self._connection.execute(statement)))
        except sqlite3.Error as error:
            return Told(refusal=str(error))
