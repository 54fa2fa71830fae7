"""A queue in SQLite among threads and processes: one verb at a time, and no job lost or lent twice."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from begun import CALLS, DY
from echomq.branded_id import compose
from echomq.port import Admission, Verdict
from echomq.snowflake import Mint
from echomq.stores.sqlite import SqliteStore
from sqlite_file import begun


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
    source = str(Path(__file__).parents[3] / "py")
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
