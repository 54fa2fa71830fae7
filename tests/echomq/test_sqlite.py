"""The store in SQLite: what its file holds, whom it lets in, and what it does when it can't write."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from echomq.branded_id import compose
from echomq.job import Job, JobState
from echomq.port import Admission, StoreError, StoreUnavailableError, Verdict
from echomq.snowflake import Mint
from echomq.stores.sqlite import SqliteStore, statements

DY, DZ, DA = "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ", "JOB0Dqhu1EacDa"

CALLS: list[tuple[str, tuple[object, ...]]] = [
    ("enqueue", ("JOB0DqhyRvkwaW", "d")),
    ("enqueue_at", ("JOB0DqhyRvkwaW", "d", 5)),
    ("claim", (0, 10)),
    ("complete", (DY, 1)),
    ("retry", (DY, 1, 0, 5, 3, "x")),
    ("retry", (DY, 1, 0, 5, 1, "x")),
    ("extend", (DY, 1, 0, 99)),
    ("promote", (0, 1)),
    ("reap", (10, 1)),
]
"""A call that changes something, of each verb, for a store as `begun` leaves it."""


def begun(path: Path, **options: float) -> SqliteStore:
    """A store with one job held, one pending, and one scheduled."""
    store = SqliteStore(path, **options)  # type: ignore[arg-type]
    store.enqueue(DY, "a", "tenant-42")
    store.claim(0, 10)
    store.enqueue(DZ, "b")
    store.enqueue_at(DA, "c", 0)
    return store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "queue.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with begun(path) as store:
        yield store


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


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


@pytest.mark.parametrize(("verb", "arguments"), CALLS)
def test_a_file_that_others_write_to_is_waited_for_so_long_and_not_longer(
    path: Path, verb: str, arguments: tuple[object, ...]
) -> None:
    with begun(path, patience_s=0.01) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        before = dump(path)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailableError, match="nothing was changed: database is locked"):
            getattr(store, verb)(*arguments)
        assert store.counts() == (1, 1, 1, 0)  # who reads waits for nobody
        other.execute("ROLLBACK")
        assert dump(path) == before
        getattr(store, verb)(*arguments)
        assert dump(path) != before


@pytest.mark.parametrize(("verb", "arguments"), CALLS)
def test_a_file_that_may_not_be_written_is_told(
    store: SqliteStore, path: Path, verb: str, arguments: tuple[object, ...]
) -> None:
    before = dump(path)
    store._database._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreUnavailableError, match="nothing was changed: attempt to write a readonly database"):
        getattr(store, verb)(*arguments)
    assert dump(path) == before


def test_a_disk_that_is_full_leaves_every_row_whole(store: SqliteStore, path: Path) -> None:
    [pages] = store._database._connection.execute("PRAGMA page_count").fetchone()
    store._database._connection.execute(f"PRAGMA max_page_count = {pages}")
    before = dump(path)
    with pytest.raises(StoreUnavailableError, match="nothing was changed: database or disk is full"):
        store.enqueue("JOB0DqhyRvkwaW", "d" * 100_000)
    with pytest.raises(StoreUnavailableError, match="nothing was changed: database or disk is full"):
        store.retry(DY, 1, 0, 5, 3, "x" * 100_000)
    assert dump(path) == before
    assert store.complete(DY, 1) is Verdict.OK


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


def test_the_clock_is_read_when_the_turn_has_come(path: Path) -> None:
    # A verb that waited for another's, and then used a time from before, would lend for too short a while.
    seen: list[bool] = []

    def clock() -> int:
        seen.append(ours._database._connection.in_transaction)
        return 100

    with SqliteStore(path, clock=clock) as ours:
        ours.enqueue(DY, "a")
        ours.claim(None, 30)
        assert ours.reap(129, 1) == []
        assert ours.reap(130, 1) == [DY]
    assert seen == [True]


@pytest.mark.parametrize(("verb", "arguments"), CALLS)
@pytest.mark.parametrize("is_shared", [True, False], ids=["one store", "one file"])
def test_no_verb_slips_in_while_another_is_under_way(
    path: Path, verb: str, arguments: tuple[object, ...], *, is_shared: bool
) -> None:
    under_way, other_done = Event(), Event()

    def slow_clock() -> int:
        under_way.set()
        assert not other_done.wait(0.05)
        return 0

    begun(path).close()
    with SqliteStore(path, clock=slow_clock) as store, SqliteStore(path) as neighbour, ThreadPoolExecutor(2) as threads:
        slow = threads.submit(store.reap, None, 0)
        assert under_way.wait(10)
        other = threads.submit(getattr(store if is_shared else neighbour, verb), *arguments)
        other.add_done_callback(lambda _: other_done.set())
        assert slow.result(10) == []
        other.result(10)


def test_no_job_is_lost_or_lent_twice_among_threads(path: Path) -> None:
    mint = Mint(7)
    ids = [compose("JOB", mint.mint()) for _ in range(200)]

    def consume(store: SqliteStore) -> list[str]:
        mine: list[str] = []
        while (job := store.claim(0, 10)) is not None:
            mine.append(job.id)
            assert store.complete(job.id, job.attempts) is Verdict.OK
        return mine

    with SqliteStore(path) as one, SqliteStore(path) as other, ThreadPoolExecutor(4) as threads:
        assert set(threads.map(one.enqueue, ids, ids)) == {Admission.ENQUEUED}
        claimed = [id for share in threads.map(consume, (one, one, other, other)) for id in share]
        assert sorted(claimed) == ids
        assert one.counts() == (0, 0, 0, 0)


WORKER = """
import sys
from echomq.stores.sqlite import SqliteStore

with SqliteStore(sys.argv[1], patience_s=30) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    for step in range(40):
        store.enqueue(sys.argv[2] + f"{step:02}", "a")
    while (job := store.claim(0, 10)) is not None:
        print(job.id, store.complete(job.id, job.attempts).value, flush=True)
"""


def test_no_job_is_lost_or_lent_twice_among_processes(path: Path) -> None:
    source = str(Path(__file__).parents[2] / "py")
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, str(path), f"JOB0Dqhu1E{letter}0"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": source},
        )
        for letter in "ab"  # all of them begin the file at once, and then work at once
    ]
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("\n")
        worker.stdin.flush()
    said = [line.split() for worker in workers for line in worker.communicate(timeout=60)[0].splitlines()]
    assert sorted(said) == [[f"JOB0Dqhu1E{letter}0{step:02}", "ok"] for letter in "ab" for step in range(40)]


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
