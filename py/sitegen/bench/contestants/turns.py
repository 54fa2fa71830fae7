"""How a contestant is spoken to: one line of JSON tells it to enqueue, to work, or to count, and one is its answer.

Stands on the standard library alone, because a contestant has an environment of its own.
"""

import json
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol, TypeVar

Result = TypeVar("Result")


class Queue(Protocol):
    """A queue, and a worker of it that does nothing with a job but to note its number."""

    def enqueue(self, jobs: int, text: str) -> None:
        """Let in that many jobs, one after the other, each with its number, from 0 on, and the `text`."""
        ...

    def work(self) -> list[int]:
        """Take and complete one job after the other until there is none; the numbers of all of them."""
        ...

    def left(self) -> int:
        """How many jobs are kept, whatever their state."""
        ...


def play(queue: Queue, about: Mapping[str, str]) -> None:
    """Say what it is `about`, versions and settings by name, and then do as the lines say, as long as there are any."""
    _answer(about)
    for line in sys.stdin:
        asked = json.loads(line)
        if "enqueue" in asked:
            jobs, text = asked["enqueue"], asked["text"]
            _, took = _timed(partial(queue.enqueue, jobs, text))
            _answer(took)
        elif "work" in asked:
            done, took = _timed(queue.work)
            _answer({**took, "done": done})
        else:
            _answer({"left": queue.left()})


def _timed(act: Callable[[], Result]) -> tuple[Result, dict[str, float]]:
    """Do it; its result, and the seconds that it took, and that this process computed meanwhile."""
    began, computed = time.perf_counter(), time.process_time()
    result = act()
    return result, {"seconds": time.perf_counter() - began, "computing": time.process_time() - computed}


def _answer(words: Mapping[str, object]) -> None:
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()
