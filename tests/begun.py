"""A queue in the middle of its work: one job held, one pending, one scheduled."""

from echomq.port import StorePort

DY, DZ, DA, NEW = "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ", "JOB0Dqhu1EacDa", "JOB0DqhyRvkwaW"

CALLS: list[tuple[str, tuple[object, ...]]] = [
    ("enqueue", (NEW, "d", "e")),
    ("enqueue_at", (NEW, "d", 5, "e")),
    ("claim", (0, 10)),
    ("complete", (DY, 1)),
    ("retry", (DY, 1, 0, 5, 3, "x")),
    ("retry", (DY, 1, 0, 5, 1, "x")),
    ("extend", (DY, 1, 0, 99)),
    ("promote", (0, 1)),
    ("reap", (10, 1)),
]
"""Of each verb a call that changes something there."""


def begin(store: StorePort) -> None:
    """Bring an empty store there, by calls that leave the counts at (1, 1, 1, 0)."""
    store.enqueue(DY, "a", "tenant-42")
    store.claim(0, 10)
    store.enqueue(DZ, "b")
    store.enqueue_at(DA, "c", 0)
