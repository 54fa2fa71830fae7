"""Many at once on one queue in PostgreSQL: nothing is lost or lent twice, and who needn't wait doesn't."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from hashlib import sha256
from itertools import count
from typing import Any

import psycopg
import pytest

from echomq.branded_id import compose
from echomq.job import Job
from echomq.port import Admission, Verdict
from echomq.snowflake import Mint
from echomq.stores.postgres import PostgresStore
from sitegen.servers.postgres import Server
from sitegen.servers.waiting import PATIENCE_S, wait_until

NAMES = (f"together_{number}" for number in count())


class Other:
    """Somebody else, whose verb has been carried out but not committed."""

    def __init__(self, conninfo: str, schema: str) -> None:
        self._connection = psycopg.connect(conninfo)
        self._schema = schema

    def does(self, call: str) -> object:
        [row] = self._connection.execute(f"SELECT * FROM {self._schema}.{call}".encode()).fetchall()
        return row[0]

    def commits(self) -> None:
        self._connection.commit()

    def changes_their_mind(self) -> None:
        self._connection.rollback()

    def close(self) -> None:
        self._connection.close()


class Desk:
    """A queue, a store of ours on it, a thread for a verb of ours that has to wait, and somebody else."""

    def __init__(self, conninfo: str, schema: str, stack: ExitStack) -> None:
        self.store = stack.enter_context(PostgresStore(conninfo, schema=schema, patience_s=PATIENCE_S))
        self.other = Other(conninfo, schema)
        stack.callback(self.other.close)
        self._threads = stack.enter_context(ThreadPoolExecutor(1))
        self._watch = stack.enter_context(psycopg.connect(conninfo, autocommit=True))
        self.schema = schema

    def waits(self, verb: str, *arguments: object) -> Future[Any]:
        """Call a verb of ours, and return when it waits for somebody."""
        pid = self.store._database._connection.info.backend_pid
        future = self._threads.submit(getattr(self.store, verb), *arguments)
        wait_until(
            lambda: (
                self._watch.execute("SELECT wait_event_type FROM pg_stat_activity WHERE pid = %s", (pid,)).fetchone()
                == ("Lock",)
            )
        )
        return future

    def enqueues(self, *lanes: str | None) -> None:
        for step, lane in enumerate(lanes):
            self.store.enqueue(compose("JOB", step), "a", lane)

    def claims(self) -> int | None:
        """The number of the id that our next claim is given."""
        return number(self.store.claim(0, 10))

    def asked(self, statement: str) -> list[tuple[Any, ...]]:
        """What the database answers to somebody who only watches."""
        cursor = self._watch.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []

    def lanes(self) -> int:
        [(lanes,)] = self.asked(f"SELECT count(*) FROM {self.schema}.ring")
        assert isinstance(lanes, int)
        return lanes


def number(job: Job | None) -> int | None:
    return None if job is None else int(job.id.removeprefix("JOB"))


CLAIM = "claim(false, 10, '')"


@pytest.fixture
def desk(postgres_server: Server) -> Iterator[Desk]:
    with ExitStack() as stack:
        yield Desk(postgres_server.conninfo, next(NAMES), stack)


def test_claims_of_one_lane_do_not_wait_for_one_another(desk: Desk) -> None:
    desk.enqueues(None, None, None)
    assert desk.other.does(CLAIM) == 0
    assert [desk.claims(), desk.claims(), desk.claims()] == [1, 2, None]
    desk.other.changes_their_mind()
    assert [desk.claims(), desk.claims()] == [0, None]


def test_a_lane_that_somebody_serves_is_passed_over_and_keeps_its_place(desk: Desk) -> None:
    desk.enqueues("a", "a", "a", "b", "b", "b", "c", "c", "c")
    assert desk.other.does(CLAIM) == 0
    assert [desk.claims(), desk.claims(), desk.claims()] == [3, 6, 4]
    desk.other.commits()  # a was served before b and c were, and so is its next turn before theirs
    assert [desk.claims() for _ in range(6)] == [1, 7, 5, 2, 8, None]


def test_a_lane_is_not_closed_behind_somebody_who_comes_in(desk: Desk) -> None:
    desk.enqueues("a")
    assert desk.other.does("admit(5, 'pending', '', 'a', NULL, NULL)") is True
    assert desk.claims() == 0
    assert (desk.claims(), desk.lanes()) == (None, 1)
    desk.other.commits()
    assert (desk.claims(), desk.lanes()) == (5, 0)


def test_a_lane_that_nobody_came_into_is_closed_by_the_next_who_passes(desk: Desk) -> None:
    desk.enqueues("a")
    desk.other.does("admit(5, 'pending', '', 'a', NULL, NULL)")
    assert desk.claims() == 0
    desk.other.changes_their_mind()
    assert desk.lanes() == 1
    assert (desk.claims(), desk.lanes()) == (None, 0)


@pytest.mark.parametrize("is_committed", [True, False])
def test_who_comes_into_a_lane_that_is_being_closed_waits_and_opens_it_again(desk: Desk, *, is_committed: bool) -> None:
    desk.enqueues("a")
    assert desk.other.does(CLAIM) == 0
    coming = desk.waits("enqueue", compose("JOB", 5), "b", "a")
    if is_committed:
        desk.other.commits()
    else:
        desk.other.changes_their_mind()
    assert coming.result(PATIENCE_S) is Admission.ENQUEUED
    assert [desk.claims(), desk.claims()] == ([5, None] if is_committed else [0, 5])


def test_who_comes_into_a_lane_that_is_being_served_does_not_wait(desk: Desk) -> None:
    desk.enqueues("a", "a", "b")
    assert desk.other.does(CLAIM) == 0
    assert desk.store.enqueue(compose("JOB", 5), "b", "a") is Admission.ENQUEUED
    desk.other.commits()
    assert [desk.claims() for _ in range(4)] == [2, 1, 5, None]


def test_a_lane_is_not_closed_before_a_second_look(desk: Desk) -> None:
    desk.enqueues("a")
    # A first look that takes its time: what it saw is old when the lane is locked.
    desk.asked(
        f"CREATE OR REPLACE FUNCTION {desk.schema}.oldest(waiting bytea) RETURNS bigint LANGUAGE plpgsql AS $$"
        f" DECLARE seen bigint := (SELECT min(number) FROM {desk.schema}.job WHERE state = 'pending' AND lane = waiting);"
        " BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN seen; END $$"
    )
    desk.asked("SELECT pg_advisory_lock(7)")
    claiming = desk.waits("claim", 0, 10)
    desk.other.does("admit(5, 'pending', '', 'a', NULL, NULL)")
    desk.other.commits()
    desk.asked("SELECT pg_advisory_unlock(7)")
    assert number(claiming.result(PATIENCE_S)) == 0
    assert (desk.lanes(), desk.claims(), desk.lanes()) == (1, 5, 0)


@pytest.mark.parametrize("is_committed", [True, False])
def test_of_two_who_complete_one_job_the_second_is_told_that_it_is_gone(desk: Desk, *, is_committed: bool) -> None:
    desk.enqueues(None)
    desk.claims()
    assert desk.other.does("complete(0, 1)") == "ok"
    second = desk.waits("complete", compose("JOB", 0), 1)
    if is_committed:
        desk.other.commits()
    else:
        desk.other.changes_their_mind()
    assert second.result(PATIENCE_S) is (Verdict.GONE if is_committed else Verdict.OK)


@pytest.mark.parametrize("is_committed", [True, False])
def test_of_two_who_bring_one_id_the_second_is_a_duplicate(desk: Desk, *, is_committed: bool) -> None:
    assert desk.other.does("admit(5, 'pending', 'theirs', NULL, NULL, NULL)") is True
    second = desk.waits("enqueue", compose("JOB", 5), "ours")
    if is_committed:
        desk.other.commits()
    else:
        desk.other.changes_their_mind()
    assert second.result(PATIENCE_S) is (Admission.DUPLICATE if is_committed else Admission.ENQUEUED)
    job = desk.store.claim(0, 10)
    assert job is not None
    assert job.payload == ("theirs" if is_committed else "ours")


def test_a_lease_that_is_extended_after_a_wait_begins_when_the_wait_is_over(desk: Desk) -> None:
    desk.enqueues(None)
    desk.claims()
    desk.other.does("extend(0, 1, false, 5, '')")
    extending = desk.waits("extend", compose("JOB", 0), 1, None, 1000)
    [(seen,)] = desk.asked("SELECT clock_timestamp()")
    desk.other.commits()
    assert extending.result(PATIENCE_S) is Verdict.OK
    [(due,)] = desk.asked(f"SELECT due FROM {desk.schema}.job")
    assert due >= int(seen.timestamp() * 1000) + 1000


def test_a_sweep_passes_over_a_lease_that_is_being_extended(desk: Desk) -> None:
    desk.enqueues(None, None)
    assert [desk.claims(), desk.claims()] == [0, 1]
    assert desk.other.does("extend(0, 1, false, 50, '')") == "ok"
    assert desk.store.reap(10, 9) == [compose("JOB", 1)]
    desk.other.commits()
    assert [desk.store.reap(49, 9), desk.store.reap(50, 9)] == [[], [compose("JOB", 0)]]


def test_sweeps_that_open_the_same_lanes_take_them_in_one_order(desk: Desk) -> None:
    first, second = sorted("ab", key=lambda lane: sha256(lane.encode()).digest())
    desk.store.enqueue_at(compose("JOB", 0), "a", 0, second)
    desk.store.enqueue_at(compose("JOB", 1), "a", 1, first)
    desk.other.does(f"admit(2, 'pending', '', '{first}', NULL, NULL)")
    promoting = desk.waits("promote", 9, 9)
    desk.other.does(f"admit(3, 'pending', '', '{second}', NULL, NULL)")  # or else each would wait for the other
    desk.other.commits()
    assert promoting.result(PATIENCE_S) == [compose("JOB", 0), compose("JOB", 1)]


def test_what_one_sweep_has_another_leaves_and_neither_waits(desk: Desk) -> None:
    for step in range(4):
        desk.store.enqueue_at(compose("JOB", step), "a", step, "ab"[step % 2])
    assert desk.other.does("sweep('scheduled', false, 9, '', 1)") == 0
    # Lane b is ours to open; lane a is being opened by the other, and is waited for.
    rest = desk.waits("promote", 9, 2)
    desk.other.commits()
    assert rest.result(PATIENCE_S) == [compose("JOB", 1), compose("JOB", 2)]
    assert desk.store.promote(9, 9) == [compose("JOB", 3)]
    assert [desk.claims() for _ in range(5)] == [0, 1, 2, 3, None]


@pytest.fixture
def workers(postgres_server: Server) -> Iterator[list[PostgresStore]]:
    schema = next(NAMES)
    with ExitStack() as stack:
        yield [stack.enter_context(PostgresStore(postgres_server.conninfo, schema=schema)) for _ in range(4)]


@pytest.mark.parametrize("lanes", [1, 3, 40])
@pytest.mark.parametrize("is_shared", [True, False], ids=["one store", "one schema"])
def test_no_job_is_lost_or_lent_twice_among_workers(
    workers: list[PostgresStore], lanes: int, *, is_shared: bool
) -> None:
    ids = [compose("JOB", number) for number in range(400)]
    groups = {id: f"{step * 7 % lanes}" for step, id in enumerate(ids)}

    def work(store: PostgresStore, mine: list[str]) -> list[tuple[str, int]]:
        """Bring in ids, some by the schedule, and meanwhile carry out whatever there is; each job's first attempt fails."""
        done: list[tuple[str, int]] = []
        for step, id in enumerate(mine):
            if step % 2:
                assert store.enqueue(id, "a", groups[id]) is Admission.ENQUEUED
            else:
                assert store.enqueue_at(id, "a", 0, groups[id]) is Admission.SCHEDULED
            done += carry_out(store)
        while store.counts() != (0, 0, 0, 0):
            done += carry_out(store)
        return done

    def carry_out(store: PostgresStore) -> list[tuple[str, int]]:
        store.promote(1, 3)
        job = store.claim(0, 10**9)
        if job is None:
            return []
        if job.attempts == 1:
            assert store.retry(job.id, 1, 0, 1, 9, "x") is Verdict.SCHEDULED
        else:
            assert store.complete(job.id, job.attempts) is Verdict.OK
        return [(job.id, job.attempts)]

    with ThreadPoolExecutor(4) as threads:
        shares = list(
            threads.map(work, workers[:1] * 4 if is_shared else workers, [ids[start::4] for start in range(4)])
        )
    assert sorted(lent for share in shares for lent in share) == sorted((id, time) for id in ids for time in (1, 2))


def test_nobody_is_sent_away_while_a_job_is_free(workers: list[PostgresStore]) -> None:
    ids = [compose("JOB", number) for number in range(400)]
    for id in ids:
        workers[0].enqueue(id, "a", "one")

    def until_none(store: PostgresStore) -> list[str]:
        mine: list[str] = []
        while (job := store.claim(0, 10**9)) is not None:
            mine.append(job.id)
        # Whoever was answered None can be so only if at most the other three were at the last jobs.
        assert store.counts().pending <= 3
        return mine

    with ThreadPoolExecutor(4) as threads:
        shares = list(threads.map(until_none, workers))
    assert sorted(id for share in shares for id in share) == ids
    assert all(share == sorted(share) for share in shares)


def test_among_workers_a_crowd_in_one_lane_holds_up_no_other(workers: list[PostgresStore]) -> None:
    mint = Mint(7)
    for _ in range(300):
        workers[0].enqueue(compose("JOB", mint.mint()), "a", "crowd")
    for step in range(160):
        workers[0].enqueue(compose("JOB", mint.mint()), "a", f"few {step % 8}")
    order: list[str | None] = []
    # All claim at once, and again when all have been answered: one that the system lets wait would keep the lane it has
    # locked for as many turns as the others take meanwhile.
    with ThreadPoolExecutor(4) as threads:
        while jobs := [job for job in threads.map(lambda store: store.claim(0, 10**9), workers) if job]:
            order += [job.group for job in jobs]
    assert len(order) == 460
    # Nine lanes in turn: when each of the eight has been served twenty times, so has the crowd, give or take what four
    # workers have in hand.
    last = max(place for place, group in enumerate(order) if group != "crowd")
    assert last < 9 * 20 + 8
