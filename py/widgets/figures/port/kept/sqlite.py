"""A store in SQLite says what it does itself: in SQL, whose plans SQLite tells as well."""

from collections.abc import Generator
from contextlib import contextmanager

from echomq.stores.sqlite import SqliteStore
from widgets.figures.port.kept.witness import Asked, Deed, Table

_PLANNED = ("SELECT", "INSERT", "UPDATE", "DELETE")


class SqliteWitness:
    """Watches a store in a database that lives as long as the play."""

    __slots__ = ("_is_watching", "_statements", "store")

    def __init__(self) -> None:
        self._is_watching = False
        self._statements: list[str] = []
        self.store = SqliteStore(":memory:", clock=lambda: 0, heard=self._hear)

    @contextmanager
    def watched(self) -> Generator[None, None, None]:
        """Take down the statements of the block."""
        self._statements = []
        self._is_watching = True
        yield
        self._is_watching = False

    def deeds(self) -> tuple[Deed, ...]:
        """Return each statement, its values filled in, and how SQLite goes about it."""
        return tuple(Deed(" ".join(statement.split()), self._plan(statement)) for statement in self._statements)

    def tables(self) -> tuple[Table, ...]:
        """Return the tables as they lie in the database."""
        return tuple(
            Table(name, tuple(map(str, heads)), tuple(tuple(map(_shown, row)) for row in rows))
            for name, order in (("job", "number"), ("ring", "turn"))
            for heads, *rows in [self.store.read(f"SELECT * FROM {name} ORDER BY {order}")]  # noqa: S608 - names of ours
        )

    def asked(self, line: str) -> Asked | None:  # noqa: ARG002 - it takes no questions
        """Return nothing."""
        return None

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()

    def _plan(self, statement: str) -> tuple[str, ...]:
        if not statement.lstrip().startswith(_PLANNED):
            return ()
        _, *steps = self.store.read(f"EXPLAIN QUERY PLAN {statement}")
        return tuple(str(step[-1]) for step in steps)

    def _hear(self, statement: str) -> None:
        if self._is_watching:
            self._statements.append(statement)


def _shown(value: object) -> str:
    return "NULL" if value is None else str(value)
