"""Without a `now`, the store's own clock decides, on every backing."""

import time

import pytest

from backings import Fresh
from echomq.job import create
from echomq.port import Verdict

DY, DZ = "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ"
MINUTE = 60_000
"""Milliseconds that no machine takes over a call."""


@pytest.fixture
def now() -> int:
    return time.time_ns() // 1_000_000


def test_what_is_due_is_what_the_clock_says(fresh: Fresh, now: int) -> None:
    store = fresh()
    store.enqueue_at(DY, "a", now - 1)
    store.enqueue_at(DZ, "b", now + MINUTE)
    assert store.promote(None, 10) == [DY]


def test_a_lease_begins_now(fresh: Fresh, now: int) -> None:
    store = fresh()
    store.enqueue(DY, "a")
    assert store.claim(None, 10 * MINUTE) is not None
    assert store.reap(None, 10) == []
    assert store.reap(now + 10 * MINUTE - 1, 10) == []
    assert store.reap(now + 11 * MINUTE, 10) == [DY]


def test_a_lease_of_a_millisecond_lapses(fresh: Fresh) -> None:
    store = fresh()
    store.enqueue(DY, "a")
    store.claim(None, 1)
    deadline = time.monotonic() + 20
    while not (reaped := store.reap(None, 10)):
        assert time.monotonic() < deadline
    assert reaped == [DY]


def test_a_lease_is_extended_from_now(fresh: Fresh, now: int) -> None:
    store = fresh()
    store.enqueue(DY, "a")
    store.claim(0, 1)
    assert store.extend(DY, 1, None, 10 * MINUTE) is Verdict.OK
    assert store.reap(now + 10 * MINUTE - 1, 10) == []
    assert store.reap(now + 11 * MINUTE, 10) == [DY]


def test_the_wait_before_another_attempt_begins_now(fresh: Fresh, now: int) -> None:
    store = fresh()
    store.enqueue(DY, "a")
    store.claim(None, 1)
    assert store.retry(DY, 1, None, 10 * MINUTE, 3, "x") is Verdict.SCHEDULED
    assert store.promote(now + 10 * MINUTE - 1, 10) == []
    assert store.promote(now + 11 * MINUTE, 10) == [DY]


def test_a_lease_may_last_longer_than_a_double_can_count(fresh: Fresh) -> None:
    store = fresh()
    store.enqueue(DY, "a")
    assert store.claim(None, 2**62) is not None
    assert store.reap(2**62, 10) == []
    assert store.reap(2**62 + 2**61, 10) == [DY]


def test_a_lease_ends_by_the_last_time_there_is(fresh: Fresh, now: int) -> None:
    store = fresh()
    store.enqueue(DY, "a")
    with pytest.raises(
        ValueError, match=r"lease_ms must end by 9223372036854775807, got 9223372036854775807 from \d+ on"
    ):
        store.claim(None, 2**63 - 1)
    assert store.get(DY) == create(DY, "a")
    assert store.claim(now, 2**63 - 1 - now) is not None
    assert store.reap(2**63 - 2, 10) == []
    assert store.reap(2**63 - 1, 10) == [DY]
