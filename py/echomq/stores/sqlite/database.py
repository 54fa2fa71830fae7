"""A database of SQLite that holds one queue: what it is made of, how it is opened, and how it is written to.

An id's snowflake is the row's number, an INTEGER PRIMARY KEY, which in SQLite is the rowid itself: the table lies in the
order of minting, and no text is compared. The three letters are the same in every row, so the database keeps them once.
"""

import os
import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import Lock

from echomq.port import StoreUnavailableError

APPLICATION_ID = 0x656D7131
"""What the header of a database of ours says it belongs to: the letters `emq1`."""

# A text that has no UTF-8 lies in its column as a blob; hence the type ANY, which in a strict table changes nothing.
# A lane is its group, and 0, which is no text, for the jobs without one.
SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
CREATE TABLE queue (namespace TEXT NOT NULL) STRICT;
CREATE TABLE job (
    number INTEGER PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('pending', 'scheduled', 'active', 'dead')),
    attempts INTEGER NOT NULL,
    payload ANY NOT NULL,
    "group" ANY,
    progress ANY,
    last_error ANY,
    due INTEGER CHECK ((due IS NOT NULL) = (state = 'scheduled')),
    deadline INTEGER CHECK ((deadline IS NOT NULL) = (state = 'active')),
    beyond TEXT
) STRICT;
CREATE TABLE ring (turn INTEGER PRIMARY KEY, lane ANY NOT NULL UNIQUE) STRICT;
CREATE INDEX pending ON job (number) WHERE state = 'pending';
CREATE INDEX lane ON job (coalesce("group", 0), number) WHERE state = 'pending';
CREATE INDEX schedule ON job (due, beyond, number) WHERE state = 'scheduled';
CREATE INDEX active ON job (deadline, beyond, number) WHERE state = 'active';
CREATE INDEX dead ON job (number) WHERE state = 'dead';
"""


class Database:
    """One connection, used by one thread at a time; between processes SQLite's own locks decide."""

    __slots__ = ("_connection", "_lock")

    def __init__(self, path: str | os.PathLike[str], namespace: str, patience_s: float) -> None:
        """Open `path`, or make it. Raises ValueError if it holds another namespace, StoreUnavailableError if it can't."""
        self._lock = Lock()
        with _failures_told():
            self._connection = sqlite3.connect(path, patience_s, isolation_level=None, check_same_thread=False)
        try:
            with self.writing() as connection:
                _settle(connection, namespace)
            with self.reading() as connection:
                # Readers and a writer don't wait for each other. Where there can be no such journal, as in memory or
                # in a page, SQLite keeps to another by itself.
                connection.execute("PRAGMA journal_mode = WAL")
        except BaseException:
            self._connection.close()
            raise

    @contextmanager
    def writing(self) -> Generator[sqlite3.Connection, None, None]:
        """Lend the connection inside a transaction that nobody else's write can come before or between."""
        with self._lock, _failures_told():
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # a full disk has ended it already
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self) -> Generator[sqlite3.Connection, None, None]:
        """Lend the connection for one statement."""
        with self._lock, _failures_told():
            yield self._connection

    @contextmanager
    def looking(self) -> Generator[sqlite3.Connection, None, None]:
        """Lend the connection for a statement that is not ours, and can change nothing."""
        with self.reading() as connection:
            connection.execute("PRAGMA query_only = ON")
            try:
                yield connection
            finally:
                connection.execute("PRAGMA query_only = OFF")

    def tell(self, heard: Callable[[str], None] | None) -> None:
        """Have `heard` told each statement from now on, its values filled in."""
        with self._lock:
            self._connection.set_trace_callback(heard)

    def close(self) -> None:
        """Let go of the file; every later use is a StoreUnavailableError."""
        with self._lock:
            self._connection.close()


def _settle(connection: sqlite3.Connection, namespace: str) -> None:
    """Make the tables of a new database, or see whose an old one is."""
    [(owner,)] = connection.execute("PRAGMA application_id")
    [(tables,)] = connection.execute("SELECT count(*) FROM sqlite_schema")
    if owner == tables == 0:
        for statement in SCHEMA.split(";"):  # executescript would commit first
            connection.execute(statement)
        connection.execute("INSERT INTO queue VALUES (?)", (namespace,))
    elif owner != APPLICATION_ID:
        message = "nothing was changed: the database belongs to another program"
        raise StoreUnavailableError(message)
    [(kept,)] = connection.execute("SELECT namespace FROM queue")
    if kept != namespace:
        message = f"this queue holds {kept} ids, not {namespace} ids"
        raise ValueError(message)


@contextmanager
def _failures_told() -> Generator[None, None, None]:
    try:
        yield
    except sqlite3.Error as error:
        message = f"nothing was changed: {error}"
        raise StoreUnavailableError(message) from error
