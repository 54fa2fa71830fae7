"""A schema of a PostgreSQL database that holds one queue: how it is begun, and how a call gets there and back."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import Any, LiteralString

from psycopg import Connection, Error
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier, Literal

from echomq.port import AnswerLostError, StoreUnavailableError
from echomq.stores.postgres.tables import MARK, TABLES
from echomq.stores.postgres.verbs import FUNCTIONS

Value = str | bytes | int | None

# Longer names would be cut without a word, and two queues become one.
_SCHEMA = re.compile(r"[a-z_][a-z0-9_]{0,62}", re.ASCII)

# The key of the lock under which schemas are begun, one after the other: the letters `emq1`.
_BEGINNING = 0x656D7131

# A queue fills and empties faster than anybody gathers statistics of it, so no table may be read from end to end because
# it was small when they were. None of our statements is worth compiling (`jit`), whatever the price that this puts on it.
SETTINGS = """
SELECT set_config('default_transaction_isolation', 'read committed', false), set_config('statement_timeout', %s, false),
       set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false)
"""


class Database:
    """One connection, used by one thread at a time, and made again when it was lost."""

    __slots__ = ("_connection", "_conninfo", "_cursor", "_is_open", "_lock", "_namespace", "_patience_ms", "_schema")

    def __init__(self, conninfo: str, namespace: str, schema: str, patience_s: float) -> None:
        """Connect, and begin the queue where there is none. Raises ValueError for a `schema` that is no plain name or
        holds another namespace, StoreUnavailableError if the queue can't be reached or begun.
        """
        if not _SCHEMA.fullmatch(schema):
            message = f"schema must be 1 to 63 of a-z, 0-9 and _, no digit first, got {schema!a:.80}"
            raise ValueError(message)
        self._schema = schema
        self._namespace = namespace
        self._patience_ms = max(1, round(patience_s * 1000))
        self._lock = Lock()
        self._is_open = True
        with _nothing_changed():
            self._conninfo = make_conninfo(conninfo, client_encoding="utf8")
        self._connect()

    def call(self, statement: LiteralString, *values: Value) -> list[tuple[Any, ...]]:
        """Send one statement, which is one transaction, and return its rows. `{schema}` in it is the queue's.

        Raises StoreUnavailableError if it wasn't sent or the server answered with an error, which undoes all of it, and
        AnswerLostError if it was sent and neither came back.
        """
        query = _query(statement, self._schema)
        with self._lock:
            self._be_connected()
            try:
                return self._cursor.execute(query, values).fetchall()
            except Error as error:
                if error.diag.severity_nonlocalized == "ERROR":
                    message = f"nothing was changed: {_told(error)}"
                    raise StoreUnavailableError(message) from error
                # The session ended, or the line broke; the server may have committed before.
                self._connection.close()
                message = f"no answer came, so it isn't known whether the verb was carried out: {_told(error)}"
                raise AnswerLostError(message) from error

    def close(self) -> None:
        """Hang up; every later use is a StoreUnavailableError."""
        with self._lock:
            self._is_open = False
            self._connection.close()

    def _be_connected(self) -> None:
        """See to it that there is a connection, as far as this side can know without sending anything."""
        if not self._is_open:
            message = "nothing was changed: the store was closed"
            raise StoreUnavailableError(message)
        if not self._connection.closed:
            try:
                # Of a server that hung up, the first reads the last words, and the second finds the end behind them.
                self._connection.pgconn.consume_input()
                self._connection.pgconn.consume_input()
            except Error:
                self._connection.close()
        if self._connection.closed:
            self._connect()

    def _connect(self) -> None:
        with _nothing_changed():
            connection = Connection.connect(self._conninfo, autocommit=True)
            try:
                connection.execute(SETTINGS, (str(self._patience_ms),))
                with connection.transaction():
                    _settle(connection, self._schema, self._namespace)
            except BaseException:
                connection.close()
                raise
        self._connection = connection
        self._cursor = connection.cursor()  # one for all calls: each would take a fifth of the time of a call to make


@lru_cache(1024)
def _query(statement: LiteralString, schema: str) -> bytes:
    """What the server is sent, the same bytes each time, by which the client knows what it has prepared already."""
    return SQL(statement).format(schema=Identifier(schema)).as_bytes(None)


def _settle(connection: Connection[tuple[Any, ...]], schema: str, namespace: str) -> None:
    """Begin the queue in a schema that is new or empty, or see whose an old one is."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (_BEGINNING,))
    name = Identifier(schema)
    owners = connection.execute(
        "SELECT count(relation.oid), max(obj_description(relation.oid, 'pg_class')) FILTER (WHERE relname = 'queue')"
        " FROM pg_namespace AS space LEFT JOIN pg_class AS relation ON relnamespace = space.oid"
        " WHERE nspname = %s GROUP BY space.oid",
        (schema,),
    ).fetchall()
    if not owners:
        connection.execute(SQL("CREATE SCHEMA {}").format(name))
    if not owners or owners[0][0] == 0:
        turns = Literal(f"{schema}.turns")
        connection.execute(TABLES.format(schema=name, mark=Literal(MARK)))
        connection.execute(FUNCTIONS.format(schema=name, turns=turns))
        connection.execute(SQL("INSERT INTO {}.queue VALUES (%s)").format(name), (namespace,))
    elif owners[0][1] != MARK:
        message = f"nothing was changed: the schema {schema} belongs to another program, or to another form of this one"
        raise StoreUnavailableError(message)
    [(kept,)] = connection.execute(SQL("SELECT namespace FROM {}.queue").format(name)).fetchall()
    if kept != namespace:
        message = f"this queue holds {kept} ids, not {namespace} ids"
        raise ValueError(message)


@contextmanager
def _nothing_changed() -> Generator[None, None, None]:
    """Tell a failure before the verb was sent."""
    try:
        yield
    except Error as error:
        message = f"nothing was changed: {_told(error)}"
        raise StoreUnavailableError(message) from error


def _told(error: Error) -> str:
    """What the server said, or else what the client says, in one line."""
    return " ".join((error.diag.message_primary or str(error)).split())
