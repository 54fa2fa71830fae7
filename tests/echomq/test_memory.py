"""The memory store: whose clock it reads, what it shows, and how it stands threads."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from echomq.branded_id import compose
from echomq.job import Job
from echomq.port import Admission, Verdict
from echomq.snowflake import Mint
from echomq.stores.memory import MemoryStore

DY, DZ = "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ"


def test_without_a_now_the_stores_own_clock_decides() -> None:
    time = 0
    store = MemoryStore(clock=lambda: time)
    store.enqueue_at(DY, "a", 100)
    assert store.promote(None, 10) == []
    time = 100
    assert store.promote(None, 10) == [DY]
    assert store.claim(None, 30) is not None
    assert dict(store.state.active) == {DY: 130}
    time = 110
    assert store.extend(DY, 1, None, 30) is Verdict.OK
    time = 139
    assert store.reap(None, 10) == []
    time = 140
    assert store.reap(None, 10) == [DY]
    store.claim(None, 30)
    assert store.retry(DY, 2, None, 1000, 3, "x") is Verdict.SCHEDULED
    assert dict(store.state.schedule) == {DY: 1140}


def test_a_now_that_is_given_outranks_the_stores_clock() -> None:
    def clock() -> int:
        pytest.fail("the clock was read")

    store = MemoryStore(clock=clock)
    store.enqueue(DY, "a")
    store.claim(0, 10)
    assert store.reap(10, 1) == [DY]


def test_the_default_clock_is_the_systems() -> None:
    store = MemoryStore()
    store.enqueue_at(DY, "a", 1_748_768_400_000)  # in 2025
    store.enqueue_at(DZ, "b", 3_903_090_455_551)  # in 2093
    assert store.promote(None, 10) == [DY]


def test_a_store_holds_one_namespace() -> None:
    store = MemoryStore("ORD")
    assert store.enqueue("ORD0Dqhu1EacDY", "a") is Admission.ENQUEUED
    with pytest.raises(ValueError, match="this queue holds ORD ids, got JOB0Dqhu1EacDY"):
        store.enqueue_at(DY, "a", 5)
    with pytest.raises(ValueError, match="namespace must be three letters A-Z, got 'ord'"):
        MemoryStore("ord")


def test_a_refused_call_leaves_the_store_as_it_was() -> None:
    store = MemoryStore()
    store.enqueue(DY, "a")
    before = store.state
    with pytest.raises(ValueError, match="not a branded id"):
        store.enqueue("job", "a")
    with pytest.raises(ValueError, match="lease_ms must be 1 or more, got 0"):
        store.claim(0, 0)
    assert store.state is before


def test_a_state_that_was_looked_at_does_not_change_afterwards() -> None:
    store = MemoryStore()
    store.enqueue(DY, "a", "tenant-42")
    before = store.state
    store.claim(0, 10)
    assert (list(before.pending), dict(before.active)) == ([DY], {})
    assert store.get(DY) != before.rows[DY]
    assert before.rows[DY].group == "tenant-42"


@pytest.mark.parametrize(
    ("verb", "arguments"),
    [
        ("enqueue", ("JOB0DqhyRvkwaW", "d")),
        ("enqueue_at", ("JOB0DqhyRvkwaW", "d", 5)),
        ("claim", (0, 10)),
        ("complete", (DY, 1)),
        ("retry", (DY, 1, 0, 5, 3, "x")),
        ("extend", (DY, 1, 0, 99)),
        ("promote", (0, 1)),
        ("reap", (10, 1)),
    ],
)
def test_no_verb_slips_in_while_another_is_under_way(verb: str, arguments: tuple[object, ...]) -> None:
    under_way, other_done = Event(), Event()

    def slow_clock() -> int:
        under_way.set()
        other_done.wait(0.05)  # in vain, if the other is kept out
        return 0

    store = MemoryStore(clock=slow_clock)
    store.enqueue(DY, "a")
    store.claim(0, 10)
    store.enqueue(DZ, "b")
    store.enqueue_at("JOB0Dqhu1EacDa", "c", 0)
    before = store.state
    with ThreadPoolExecutor(2) as threads:
        # Takes the state, waits for the clock, and puts the same state back: what came in between would be lost.
        slow = threads.submit(store.reap, None, 0)
        assert under_way.wait(10)
        other = threads.submit(getattr(store, verb), *arguments)
        other.add_done_callback(lambda _: other_done.set())
        assert slow.result(10) == []
        other.result(10)
    assert store.state != before


def test_no_job_is_lost_or_lent_twice_among_threads() -> None:
    store = MemoryStore()
    mint = Mint(7)
    ids = [compose("JOB", mint.mint()) for _ in range(800)]

    def produce(share: int) -> None:
        for id in ids[share::4]:
            store.enqueue(id, "a")

    def consume(_: int) -> list[Job]:
        mine: list[Job] = []
        while (job := store.claim(0, 10)) is not None:
            mine.append(job)
            assert store.complete(job.id, job.attempts) is Verdict.OK
        return mine

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(produce, range(4)))
        assert store.counts() == (800, 0, 0, 0)
        claimed = [job.id for share in threads.map(consume, range(4)) for job in share]
    assert sorted(claimed) == ids
    assert store.counts() == (0, 0, 0, 0)
