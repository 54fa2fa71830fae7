"""procrastinate, with its worker, or with the calls by which that fetches a job and finishes it, and nothing around them."""

import asyncio
from importlib.metadata import version
from typing import Any

from procrastinate import App, PsycopgConnector, SyncPsycopgConnector
from procrastinate.jobs import Status

from sitegen.bench.contestants.turns import play

QUEUE = "bench"
TASK = "run"
ONE = {"min_size": 1, "max_size": 1}
"""How many connections a pool has: one worker, one connection."""


class ProcrastinateQueue:
    """A queue of procrastinate's; its jobs are deleted once they are completed, as those of EchoMQ are."""

    def __init__(self, conninfo: str, way: str, runner: asyncio.Runner) -> None:
        """Begin it in the database of `conninfo`; what it awaits goes by `runner`."""
        self._way = way
        self._runner = runner
        self._seen: list[int] = []
        self._sender = App(connector=SyncPsycopgConnector(conninfo=conninfo, **ONE))
        self._sender.open()
        self._sender.schema_manager.apply_schema()
        self._defer = self._sender.configure_task(TASK, queue=QUEUE).defer
        self._app = App(connector=PsycopgConnector(conninfo=conninfo, **ONE))
        self._app.task(name=TASK)(self._run)
        runner.run(self._open())

    async def _open(self) -> None:
        await self._app.open_async()

    async def _run(self, number: int, text: str) -> None:  # noqa: ARG002 - the task's arguments, by name
        self._seen.append(number)

    def enqueue(self, jobs: int, text: str) -> None:
        """Without asyncio, which is a little faster here."""
        for number in range(jobs):
            self._defer(number=number, text=text)

    def work(self) -> list[int]:
        """Until the queue is empty, without a second connection that listens for new jobs."""
        self._seen = []
        self._runner.run(self._worker() if self._way == "worker" else self._by_hand())
        return self._seen

    async def _worker(self) -> None:
        await self._app.run_worker_async(
            queues=[QUEUE], concurrency=1, wait=False, listen_notify=False, delete_jobs="always"
        )

    async def _by_hand(self) -> None:
        manager: Any = self._app.job_manager
        worker = await manager.register_worker()
        while job := await manager.fetch_job(queues=[QUEUE], worker_id=worker):
            self._seen.append(job.task_kwargs["number"])
            await manager.finish_job(job=job, status=Status.SUCCEEDED, delete_job=True)
        await manager.unregister_worker(worker)

    def left(self) -> int:
        """The rows of its table of jobs."""
        return len(list(self._sender.job_manager.list_jobs()))

    def close(self) -> None:
        """Hang up."""
        self._runner.run(self._app.close_async())
        self._sender.close()


def main(way: str, conninfo: str) -> None:
    """Play in the database of `conninfo`, with its worker or another `way`."""
    with asyncio.Runner() as runner:
        queue = ProcrastinateQueue(conninfo, way, runner)
        play(queue, {name: version(name) for name in ("procrastinate", "psycopg")})
        queue.close()
