"""rq, with the worker that forks for each job, which is its own, or with the one that runs them where it is."""

import mmap
from importlib.metadata import version
from typing import Any

from redis import Redis
from rq import Queue, SimpleWorker, Worker

from sitegen.bench.contestants.turns import play

SEEN = mmap.mmap(-1, 2**16)
"""How often each number was seen, a byte each; shared by a process and those that it forks."""


def run(number: int, _text: str) -> None:
    """Take a job."""
    SEEN[number] += 1


def lasting(kind: type[Worker]) -> Any:  # noqa: ANN401 - rq isn't there for those who check types
    """A kind of worker whose end comes apart from its work: it may wait a second for a thread, whatever there was to do."""
    return type(f"Lasting{kind.__name__}", (kind,), {"teardown": lambda _: None, "end": kind.teardown})


class RqQueue:
    """A queue of rq's; its jobs are deleted once they are completed, as those of EchoMQ are."""

    def __init__(self, port: int, kind: type[Worker]) -> None:
        """Speak to the server at `port`, and work with a `kind` of worker."""
        self._connection = Redis(port=port)
        self._queue = Queue(f"bench {kind.__name__}", connection=self._connection)
        self._kind = lasting(kind)
        self._worker = self._hired()

    def _hired(self) -> Any:  # noqa: ANN401
        return self._kind([self._queue], connection=self._connection)

    def enqueue(self, jobs: int, text: str) -> None:
        """One call each."""
        for number in range(jobs):
            self._queue.enqueue(run, number, text, result_ttl=0)

    def work(self) -> list[int]:
        """Until the queue is empty (rq's "burst")."""
        self._worker.work(burst=True, logging_level="ERROR")
        done = [number for number, times in enumerate(SEEN[:]) for _ in range(times)]
        SEEN[:] = bytes(len(SEEN))
        return done

    def left(self) -> int:
        """What its list and its registries hold."""
        self._worker.end()
        self._worker = self._hired()
        queue = self._queue
        registries = (
            queue.started_job_registry,
            queue.finished_job_registry,
            queue.failed_job_registry,
            queue.deferred_job_registry,
            queue.scheduled_job_registry,
        )
        return len(queue) + sum(len(registry) for registry in registries)


def main(worker: str, port: str) -> None:
    """Play with a kind of `worker`, which is a class of rq's, with the server at a `port`."""
    kinds = {"SimpleWorker": SimpleWorker, "Worker": Worker}
    play(RqQueue(int(port), kinds[worker]), {name: version(name) for name in ("rq", "redis")})
