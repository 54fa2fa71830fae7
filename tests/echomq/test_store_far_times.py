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


VERBS = {
    "enqueue_at": (by_enqueue_at, "promote"),
    "retry": (by_retry, "promote"),
    "claim": (by_claim, "reap"),
    "extend": (by_extend, "reap"),
}
EDGES = {"double": 2**53, "last": 2**63 - 3, "column": 2**63, "word": 2**64, "no end": 10**5000}


@pytest.mark.parametrize(
    ("put", "verb", "edge"),
    [
        pytest.param(put, verb, side * edge, id=f"{name}-{'after' if side > 0 else 'before'}-{of}")
        for name, (put, verb) in VERBS.items()
        for of, edge in EDGES.items()
        for side in (1, -1)
        # What is asked for by its length ends by the last number of 64 bits, or is refused.
        if name == "enqueue_at" or side * edge + 2 < 2**63
    ],
)
def test_of_two_far_times_the_earlier_comes_first(
    fresh: Fresh, put: Callable[[StorePort, str, int], None], verb: str, edge: int
) -> None:
    for first in (edge - 1, edge, edge + 1):
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
    by_extend(store, DY, 2**63 - 1)
    assert store.extend(DY, 1, 0, 5) is Verdict.OK
    assert store.reap(5, 9) == [DY]
    by_claim(store, DY, 2**63 - 1)
    assert store.retry(DY, 2, 0, 0, 2, "x") is Verdict.DEAD
    by_claim(store, DZ, 2**63 - 1)
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
