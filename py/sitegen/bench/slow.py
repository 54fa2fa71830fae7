"""Slows processes down: they run for a slice of 2 ms and are then stopped for as many more slices as a slower machine
would need for the same work.

A browser's own CPU throttling slows the main thread of a page alone; Python runs in workers, is compiled on threads of
its own, and a slow machine has none of these faster. SIGSTOP halts every thread of a renderer, whatever it does. What
serves a renderer, such as the browser's network, stays as it is. The slices are cut by a process of its own, whose clock
nobody else holds up. It ends when its standard input is closed, and so even where whoever began it dies; whatever ends
it, its targets run when it has ended.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SLICE_S = 0.002

CAN_SLOW = hasattr(signal, "SIGSTOP")
"""Windows has no such signal."""


class Slowed:
    """A process at its cutting; `times` is how many times as long its targets really take, once it has ended."""

    times: float | None = None


@contextmanager
def slowed(times: float, processes: Iterable[int]) -> Iterator[Slowed]:
    """Let `processes` run one of every `times` moments, until the block ends."""
    command = [sys.executable, "-m", __name__, str(times), *map(str, processes)]
    settings = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    result = Slowed()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=settings) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdout.readline()  # the first slice has begun
        try:
            yield result
        finally:
            child.stdin.close()
            result.times = json.loads(child.stdout.readline())
            child.wait()


def cut(times: float, processes: Sequence[int]) -> float:
    """Slow `processes` until standard input ends; how many times as long they really took."""
    ran = stopped = 0.0
    try:
        ended = False
        while not ended:
            began = time.monotonic()
            ended = _ends_within(SLICE_S)
            _tell(processes, signal.SIGSTOP)
            ran += time.monotonic() - began
            # What a slice took too long is made good by the stop that follows it, and so the other way round.
            began = time.monotonic()
            ended = ended or _ends_within((times - 1) * ran - stopped)
            _tell(processes, signal.SIGCONT)
            stopped += time.monotonic() - began
    finally:
        _tell(processes, signal.SIGCONT)
    return (ran + stopped) / ran


def _ends_within(seconds: float) -> bool:
    return bool(select.select([sys.stdin], [], [], max(0, seconds))[0])


def _tell(processes: Sequence[int], word: int) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, word)


def _end(*_: object) -> None:
    raise SystemExit


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever began this, and ends it by its input
    print(flush=True)
    print(cut(float(sys.argv[1]), [int(word) for word in sys.argv[2:]]))
