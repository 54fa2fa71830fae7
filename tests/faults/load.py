"""Several workers at once on one place, and whatever the test does to it meanwhile."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from faults.audit import Findings, audit
from faults.log import Log, calls
from faults.places import Place
from faults.process import Program, line_of, python, say
from faults.worker import Worker, the_stores_clock
from sitegen.servers.waiting import PATIENCE_S, wait_until


@dataclass(frozen=True, slots=True)
class Load:
    """What workers said so far, in logs in a folder."""

    place: Place
    folder: Path
    _read: dict[Path, tuple[int, int]] = field(default_factory=dict)
    """How many bytes of each log were looked at, and how many answers they held."""

    def go_on(self, calls: int) -> None:
        """Wait until so many more calls have been answered."""
        goal = self._answered() + calls
        wait_until(lambda: self._answered() >= goal)

    def findings(self) -> Findings:
        """Hold what was said against what is there."""
        return audit(calls(sorted(self.folder.glob("*.log"))), self.place.rows())

    def _answered(self) -> int:
        for path in self.folder.glob("*.log"):
            offset, answers = self._read.get(path, (0, 0))
            with path.open("rb") as log:
                log.seek(offset)
                whole, _, _ = log.read().rpartition(b"\n")
            self._read[path] = (offset + len(whole), answers + whole.count(b'\n["got"'))
        return sum(answers for _, answers in self._read.values())


@contextmanager
def threads(
    place: Place, folder: Path, count: int = 4, now: Callable[[], int | None] = the_stores_clock
) -> Iterator[Load]:
    """`count` threads at work as long as the block lasts."""
    stop = Event()
    load = Load(place, folder)
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(count))
        working = []
        stack.callback(stop.set)
        for seed in range(count):
            log = stack.enter_context(Log(folder / f"{seed}.log"))
            worker = Worker(stack.enter_context(place.stores()), log, seed, now)
            working.append(pool.submit(worker.work, stop))
        yield load
        stop.set()
        for each in working:
            each.result(PATIENCE_S)


@contextmanager
def processes(place: Place, folder: Path, count: int) -> Iterator[tuple[Load, list[Program]]]:
    """`count` processes at work, the first of them as seed 0; whichever is left is ended with the block."""
    with ExitStack() as stack:
        workers = [
            stack.enter_context(python("-m", "faults.worker", place.address, str(folder / f"{seed}.log"), str(seed)))
            for seed in range(count)
        ]
        for worker in workers:
            assert line_of(worker) == "ready"
        for worker in workers:
            say(worker, "go")
        yield Load(place, folder), workers
