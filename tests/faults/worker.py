"""A worker that asks whatever its dice say, for as long as it is let: in a thread, or in a process that can be killed.

As a program, `python -m faults.worker PLACE LOG SEED` says `ready`, waits for a line, and works until it is killed or its
standard input ends.
"""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from threading import Event, Thread

from echomq.branded_id import compose
from echomq.job import Job
from echomq.port import StoreError, StorePort
from echomq.snowflake import Mint
from faults.log import Log

LEASE_MS = 40
GROUPS = (None, "a", "b")
MOST_ATTEMPTS = 4


def the_stores_clock() -> int | None:
    return None


class Worker:
    """Enqueues, claims, settles and sweeps, on one queue or on many, in an order that its seed decides."""

    def __init__(
        self,
        stores: Sequence[StorePort],
        log: Log,
        seed: int,
        now: Callable[[], int | None] = the_stores_clock,
    ) -> None:
        """Work on `stores`; the ids are minted by node `seed`, and `now` is passed to every verb that takes a time."""
        self._stores = stores
        self._log = log
        self._now = now
        self._mint = Mint(seed)
        self._dice = Random(seed)
        self._held: list[tuple[StorePort, Job]] = []

    def work(self, stop: Event) -> None:
        """Take steps until `stop` is set. A store that fails is asked again a moment later."""
        while not stop.is_set():
            try:
                self._step()
            except StoreError:
                stop.wait(0.005)

    def _step(self) -> None:
        store = self._dice.choice(self._stores)
        roll = self._dice.random()
        if roll < 0.28:
            id, group = compose("JOB", self._mint.mint()), self._dice.choice(GROUPS)
            self._log.call("enqueue", id, 0, lambda: store.enqueue(id, "a letter", group))
        elif roll < 0.6:
            job = self._log.call("claim", "", 0, lambda: store.claim(self._now(), LEASE_MS))
            if job is not None:
                self._held.append((store, job))
        elif roll < 0.92 and self._held:
            self._settle(*self._held.pop(self._dice.randrange(len(self._held))))
        elif roll < 0.96:
            self._log.call("reap", "", 0, lambda: store.reap(self._now(), 20))
        else:
            self._log.call("promote", "", 0, lambda: store.promote(self._now(), 20))

    def _settle(self, store: StorePort, job: Job) -> None:
        id, token = job.id, job.attempts
        roll = self._dice.random()
        if roll < 0.6:
            self._log.call("complete", id, token, lambda: store.complete(id, token))
        elif roll < 0.8:
            delay_ms = self._dice.randrange(20)
            self._log.call(
                "retry", id, token, lambda: store.retry(id, token, self._now(), delay_ms, MOST_ATTEMPTS, "no route")
            )
        elif roll < 0.95:
            self._log.call("extend", id, token, lambda: store.extend(id, token, self._now(), LEASE_MS))
            self._held.append((store, job))
        # Else it is forgotten, and comes back by a reap.


def main(place: str, log: str, seed: int) -> None:
    """Work from the first line of standard input to its end."""
    from faults.places import stores_at  # noqa: PLC0415 - places start workers, of which this is the program

    stop = Event()
    with stores_at(place) as stores, Log(Path(log)) as written:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()
        working = Thread(target=Worker(stores, written, seed).work, args=(stop,))
        working.start()
        sys.stdin.read()
        stop.set()
        working.join()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
