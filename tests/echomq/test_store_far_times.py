"""However far a time lies, past all that a column or a score can hold, its order is kept to the millisecond.

Other numbers may be as large: they are compared, and so they count for what they are.
"""

from collections.abc import Callable

import pytest

from backings import Fresh
from echomq.port import StorePort, Verdict

DY, DZ = "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ"


def by_enqueue_at(store: StorePort, id: str, time: int) -> None:
    store.enqueue_at(id, "a", time)


def by_retry(store: StorePort, id: str, time: int) -> None:
    store.enqueue(id, "a")
    store.claim(0, 1)
    assert store.retry(id, 1, time - 1, 1, 9, "x") is Verdict.SCHEDULED


def by_claim(store: StorePort, id: str, time: int) -> None:
    store.enqueue(id, "a")
    store.claim(time - 1, 1)


def by_extend(store: StorePort, id: str, time: int) -> None:
    store.enqueue(id, "a")
    store.claim(0, 1)
    assert store.extend(id, 1, time - 1, 1) is Verdict.OK


@pytest.mark.parametrize("edge", [2**53, 2**63, 2**64, 10**5000], ids=["double", "column", "word", "no end"])
@pytest.mark.parametrize("side", [1, -1], ids=["after", "before"])
@pytest.mark.parametrize(
    ("put", "verb"),
    [(by_enqueue_at, "promote"), (by_retry, "promote"), (by_claim, "reap"), (by_extend, "reap")],
    ids=["enqueue_at", "retry", "claim", "extend"],
)
def test_of_two_far_times_the_earlier_comes_first(
    fresh: Fresh, put: Callable[[StorePort, str, int], None], verb: str, side: int, edge: int
) -> None:
    for first in (side * edge - 1, side * edge, side * edge + 1):
        store = fresh()
        put(store, DZ, first)  # by the ids alone, DY would come first
        put(store, DY, first + 1)
        sweep = getattr(store, verb)
        assert sweep(first - 1, 9) == []
        assert sweep(first, 9) == [DZ]
        assert sweep(first + 1, 9) == [DY]
        assert store.counts() == (2, 0, 0, 0)
        store = fresh()
        put(store, DZ, first)
        put(store, DY, first + 1)
        assert getattr(store, verb)(first + 1, 1) == [DZ]
        assert getattr(store, verb)(first + 9, 9) == [DY]


def test_a_far_job_lives_on_as_any_other(fresh: Fresh) -> None:
    store = fresh()
    by_extend(store, DY, 2**64)
    assert store.extend(DY, 1, 0, 5) is Verdict.OK
    assert store.reap(5, 9) == [DY]
    by_claim(store, DY, 2**64)
    assert store.retry(DY, 2, 0, 0, 2, "x") is Verdict.DEAD
    by_claim(store, DZ, 2**64)
    assert store.complete(DZ, 1) is Verdict.OK
    assert store.counts() == (0, 0, 0, 1)
    assert store.reap(2**65, 9) == store.promote(2**65, 9) == []


def test_numbers_beyond_printing_are_compared_all_the_same(fresh: Fresh) -> None:
    store = fresh()
    endless = 10**5000
    by_claim(store, DY, 5)
    assert store.complete(DY, endless) is store.complete(DY, -endless) is Verdict.STALE
    assert store.retry(DY, 1, 0, 0, endless, "x") is Verdict.SCHEDULED
    assert store.promote(0, endless) == [DY]
    assert store.browse(endless) == [DY]
    by_claim(store, DY, 5)
    assert store.reap(5, endless) == [DY]
