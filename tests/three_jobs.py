"""A small queue for tests of what a store stands on: three jobs, and a call of each verb that changes something."""

from echomq.port import StorePort

DY, DZ, DA = "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ", "JOB0Dqhu1EacDa"
"""Three ids that one mint gave in this order."""


def fill(store: StorePort) -> None:
    """Let DY be held, DZ pending, and DA scheduled."""
    store.enqueue(DY, "a", "tenant-42")
    store.claim(0, 10)
    store.enqueue(DZ, "b")
    store.enqueue_at(DA, "c", 0)


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
"""A call that changes something, of each verb, after `fill`."""
