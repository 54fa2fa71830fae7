"""When a file can't be written, the store in SQLite says so, and every row is as it was."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from begun import CALLS, DA, DY
from echomq.port import StoreUnavailableError, Verdict
from echomq.stores.sqlite import SqliteStore
from faults.table import Observed
from sqlite_file import begun, dump


@pytest.mark.parametrize(("verb", "arguments"), CALLS)
def test_a_file_that_others_write_to_is_waited_for_so_long_and_not_longer(
    path: Path, verb: str, arguments: tuple[object, ...], observed: Observed
) -> None:
    with begun(path, patience_s=0.01) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        before = dump(path)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailableError, match="nothing was changed: database is locked") as refusal:
            getattr(store, verb)(*arguments)
        assert store.counts() == (1, 1, 1, 0)  # who reads waits for nobody
        other.execute("ROLLBACK")
        assert dump(path) == before
        getattr(store, verb)(*arguments)
        assert dump(path) != before
    observed("the file locked by another writer", "SQLite", f"{refusal.value}; done when asked again")


@pytest.mark.parametrize(("verb", "arguments"), CALLS)
def test_a_file_that_may_not_be_written_is_told(
    store: SqliteStore, path: Path, verb: str, arguments: tuple[object, ...], observed: Observed
) -> None:
    before = dump(path)
    store._database._connection.execute("PRAGMA query_only = ON")
    message = "nothing was changed: attempt to write a readonly database"
    with pytest.raises(StoreUnavailableError, match=message) as refusal:
        getattr(store, verb)(*arguments)
    assert dump(path) == before
    observed("the file read-only", "SQLite", f"{refusal.value}")


def test_a_disk_that_is_full_leaves_every_row_whole(store: SqliteStore, path: Path, observed: Observed) -> None:
    [pages] = store._database._connection.execute("PRAGMA page_count").fetchone()
    store._database._connection.execute(f"PRAGMA max_page_count = {pages}")
    before = dump(path)
    with pytest.raises(StoreUnavailableError, match="nothing was changed: database or disk is full"):
        store.enqueue("JOB0DqhyRvkwaW", "d" * 100_000)
    with pytest.raises(StoreUnavailableError, match="nothing was changed: database or disk is full") as refusal:
        store.retry(DY, 1, 0, 5, 3, "x" * 100_000)
    assert dump(path) == before
    assert store.complete(DY, 1) is Verdict.OK
    observed("the disk full", "SQLite", f"{refusal.value}; what needs no room is done")


def test_a_verb_that_is_interrupted_changes_nothing(path: Path) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    begun(path).close()
    before = dump(path)
    with SqliteStore(path, clock=interrupted) as store:
        with pytest.raises(KeyboardInterrupt):
            store.promote(None, 1)
        assert store.promote(0, 1) == [DA]
    assert dump(path) != before
