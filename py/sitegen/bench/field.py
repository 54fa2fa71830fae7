"""Who takes part: each queue on each place, with each way to work that is worth a figure."""

import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from sitegen.toolchain import Toolchain

CONTESTANTS = "sitegen.bench.contestants"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A queue, by `name` and `way` to work, that keeps its jobs at a `place`.

    The `program` is a module of `contestants`, or a file there that Node runs; `words` are what it is told before the
    address. The one that the others of a place are compared with `is_measure`. A round has `jobs` for it: fewer where each
    takes long, which changes nothing about how many it does in a second.
    """

    name: str
    way: str
    place: str
    program: str
    words: tuple[str, ...] = ()
    is_ours: bool = True
    is_measure: bool = False
    jobs: int = 150

    def command(self, root: Path, rivals: Toolchain, address: str) -> tuple[str, ...]:
        """The command line that runs it at an `address`."""
        if self.program.endswith(".mjs"):
            file = Path(__file__).parent / "contestants" / self.program
            return (str(Toolchain(root).node), str(file), str(rivals.root), *self.words, address)
        python = sys.executable if self.is_ours else str(rivals.python)
        return (python, "-m", CONTESTANTS, self.program, *self.words, address)


def settings(root: Path) -> dict[str, str]:
    """The variables that a contestant is run with: where our own Python lies, and nothing of the shell's."""
    return {"PATH": os.defpath, "PYTHONPATH": str(root / "py"), "PYTHONDONTWRITEBYTECODE": "1"}


MEMORY = "memory"
SQLITE_MEMORY = "SQLite in memory"
SQLITE_FILE = "SQLite in a file"
VALKEY = "Valkey"
POSTGRES = "PostgreSQL"


def _ours(place: str, words: str, way: str = "", *, is_measure: bool = False) -> Contestant:
    return Contestant("EchoMQ", way, place, "echomq_queue", (words,), is_measure=is_measure)


def _theirs(name: str, way: str, place: str, program: str, *words: str) -> Contestant:
    return Contestant(name, way, place, program, words, is_ours=False)


FIELD = (
    _ours(MEMORY, "memory"),
    _ours(SQLITE_MEMORY, "sqlite"),
    _ours(SQLITE_FILE, "sqlite"),
    _ours(VALKEY, "client", is_measure=True),
    _ours(VALKEY, "link", "TcpLink"),
    _theirs("BullMQ", "its Worker", VALKEY, "bullmq_queue.mjs", "worker", "valkey"),
    _theirs("BullMQ", "job by job", VALKEY, "bullmq_queue.mjs", "hand", "valkey"),
    replace(_theirs("rq", "its SimpleWorker", VALKEY, "rq_queue", "SimpleWorker"), jobs=100),
    replace(_theirs("rq", "its Worker, which forks", VALKEY, "rq_queue", "Worker"), jobs=20),
    _ours(POSTGRES, "postgres", is_measure=True),
    _theirs("procrastinate", "its worker", POSTGRES, "procrastinate_queue", "worker"),
    _theirs("procrastinate", "job by job", POSTGRES, "procrastinate_queue", "hand"),
    _theirs("BullMQ", "its Worker", POSTGRES, "bullmq_queue.mjs", "worker", "postgres"),
    _theirs("BullMQ", "job by job", POSTGRES, "bullmq_queue.mjs", "hand", "postgres"),
)
