"""The store in SQLite: what its file holds, and whom it lets in."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from begun import DY
from echomq.branded_id import compose
from echomq.job import Job, JobState
from echomq.port import Admission, StoreError, StoreUnavailableError, Verdict
from echomq.stores.sqlite import SqliteStore, statements
from sqlite_file import begun, dump


def test_a_queue_outlives_the_process_that_began_it(path: Path) -> None:
    begun(path).close()
    with SqliteStore(path) as store:
        assert store.counts() == (1, 1, 1, 0)
        assert store.get(DY) == Job(DY, JobState.ACTIVE, 1, "a", "tenant-42")
        assert store.complete(DY, 1) is Verdict.OK


@pytest.mark.usefixtures("store")
def test_an_id_is_its_snowflake_and_the_three_letters_are_kept_once(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        # 2025-06-01T09:00:00.000Z, node 7, sequence 0, 1 and 2
        assert connection.execute("SELECT rowid, state FROM job ORDER BY rowid").fetchall() == [
            (187490421964828672, "active"),
            (187490421964828673, "pending"),
            (187490421964828674, "scheduled"),
        ]
        assert connection.execute("SELECT namespace FROM queue").fetchall() == [("JOB",)]
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        with pytest.raises(sqlite3.IntegrityError, match="cannot store TEXT value in INTEGER column"):
            connection.execute("UPDATE job SET attempts = 'one'")


def test_a_text_lies_in_its_column_as_text_wherever_it_has_utf_8(store: SqliteStore, path: Path) -> None:
    texts = ["5", "", "a\0b", "\U0001f480", "\ud83d\udc80"]
    for step, text in enumerate(texts):
        store.enqueue(compose("JOB", step), text)
    assert [store.get(compose("JOB", step)).payload for step in range(5)] == texts  # type: ignore[union-attr]
    with closing(sqlite3.connect(path)) as connection:
        types = connection.execute("SELECT typeof(payload) FROM job ORDER BY number LIMIT 5").fetchall()
    assert types == [("text",), ("text",), ("text",), ("text",), ("blob",)]


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda store: store.enqueue("JOB0DqhyRvkwaW", None), "payload must be a str, got NoneType"),
        (lambda store: store.enqueue("JOB0DqhyRvkwaW", "a", 5), "group must be a str, got int"),
        (lambda store: store.retry(DY, 1, 0, 0, 5, b"x"), "error must be a str, got bytes"),
        (lambda store: store.claim(0.5, 10), "'float' object cannot be interpreted as an integer"),
        (lambda store: store.extend(DY, 1.0, 0, 10), "'float' object cannot be interpreted as an integer"),
    ],
    ids=["payload", "group", "error", "time", "token"],
)
def test_what_no_column_could_give_back_is_an_error(
    store: SqliteStore, attempt: Callable[[SqliteStore], object], message: str
) -> None:
    with pytest.raises(TypeError, match=message):
        attempt(store)
    assert store.counts() == (1, 1, 1, 0)


def test_another_namespace_is_refused_when_the_file_is_opened(path: Path) -> None:
    begun(path).close()
    before = dump(path)
    with pytest.raises(ValueError, match="this queue holds JOB ids, not ORD ids"):
        SqliteStore(path, "ORD")
    assert dump(path) == before
    with pytest.raises(ValueError, match="namespace must be three letters A-Z, got 'ord'"):
        SqliteStore(path.with_name("other.db"), "ord")
    assert not path.with_name("other.db").exists()


def test_a_file_that_was_refused_is_let_go(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(path).close()
    opened: list[sqlite3.Connection] = []

    def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:  # noqa: ANN401
        opened.append(real(*arguments, **options))
        return opened[-1]

    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", connect)
    with pytest.raises(ValueError, match="this queue holds JOB ids"):
        SqliteStore(path, "ORD")
    with pytest.raises(sqlite3.ProgrammingError, match="Cannot operate on a closed database"):
        opened[0].execute("SELECT 1")


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE job (id)")
    before = path.read_bytes()
    with pytest.raises(StoreUnavailableError, match="nothing was changed: the database belongs to another program"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_what_is_no_database_is_told(path: Path) -> None:
    path.write_bytes(b"a letter, not a database\n" * 50)
    with pytest.raises(StoreUnavailableError, match="nothing was changed: file is not a database"):
        SqliteStore(path)
    with pytest.raises(StoreUnavailableError, match="nothing was changed: unable to open database file"):
        SqliteStore(path.parent / "nowhere" / "queue.db")


def test_a_store_that_was_closed_says_so(store: SqliteStore) -> None:
    store.close()
    store.close()
    for attempt in (store.counts, lambda: store.claim(0, 10)):
        with pytest.raises(StoreError, match="nothing was changed: Cannot operate on a closed database"):
            attempt()


@pytest.mark.parametrize(
    ("statement", "steps"),
    [
        (statements.NEXT, ["SCAN ring"]),
        (
            statements.CLAIM,
            ["SEARCH job USING INTEGER PRIMARY KEY (rowid=?)", "SEARCH job USING INDEX lane (<expr>=?)"],
        ),
        (statements.BROWSE, ["SCAN job USING INDEX pending"]),
        (statements.DUE, ["SEARCH job USING INDEX schedule ((due,beyond)<(?,?))"]),
        (statements.LAPSED, ["SEARCH job USING INDEX active ((deadline,beyond)<(?,?))"]),
        (statements.COMPLETE, ["SEARCH job USING INTEGER PRIMARY KEY (rowid=?)"]),
    ],
    ids=["next", "claim", "browse", "promote", "reap", "complete"],
)
def test_no_verb_reads_or_sorts_the_whole_table(store: SqliteStore, statement: str, steps: list[str]) -> None:
    values = (
        (0,) if "?" in statement else dict.fromkeys(("number", "token", "near", "beyond", "limit", "lane", "turn"), 0)
    )
    plan = store._database._connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)
    said = [detail.replace("COVERING ", "") for *_, detail in plan if "SUBQUERY" not in detail]
    assert said == steps


def test_what_is_done_can_be_heard_and_what_lies_there_be_read() -> None:
    heard: list[str] = []
    with SqliteStore(":memory:", heard=heard.append) as store:
        heard.clear()
        store.enqueue(DY, "it's")
        assert [statement.split()[0] for statement in heard] == ["BEGIN", "INSERT", "INSERT", "COMMIT"]
        assert "187490421964828672" in heard[1]
        assert "'it''s'" in heard[1]
        assert store.read("SELECT number, payload FROM job") == [("number", "payload"), (187490421964828672, "it's")]


def test_a_question_changes_nothing(store: SqliteStore) -> None:
    before = store.counts()
    assert sum(before) > 0
    with pytest.raises(StoreUnavailableError, match="readonly"):
        store.read("DELETE FROM job")
    assert store.counts() == before
    assert store.enqueue("JOBAzL8n0Y58m7", "b") is Admission.ENQUEUED
