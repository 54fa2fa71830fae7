"""A reader's line: what all answers of a server share, and how long a question takes to come back.

A token bucket. Whoever sends takes bits out of it, and waits where there are none; it fills at the line's rate. A line
that is shaped where answers are sent holds for whatever a browser asks for, by a page or by a worker of it, which a
browser's own tools don't promise.
"""

import threading
import time
from collections.abc import Callable

DEPTH_S = 0.02
"""As many seconds' worth of bits lie ready after a pause: what a system lets a thread oversleep is not lost."""


class Line:
    """A line that carries `bits_per_second` and needs `round_trip_s` to bring the first word of an answer."""

    def __init__(
        self,
        bits_per_second: float,
        round_trip_s: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        """Begin with a full bucket."""
        self._rate = bits_per_second
        self._round_trip = round_trip_s
        self._clock = clock
        self._sleep = sleep
        self._turn = threading.Lock()
        self._free = clock() - DEPTH_S

    def ask(self) -> None:
        """Return when the question is there and the answer could have come."""
        self._sleep(self._round_trip)

    def carry(self, count: int) -> None:
        """Return when `count` bytes have come through, after all that was sent before them."""
        with self._turn:
            now = self._clock()
            self._free = max(self._free, now - DEPTH_S) + count * 8 / self._rate
            wait = self._free - now
        if wait > 0:
            self._sleep(wait)


class Loopback(Line):
    """No line at all: reader and server are one machine."""

    def __init__(self) -> None:
        """Carry everything at once."""
        super().__init__(1, 0)

    def ask(self) -> None:
        """Return."""

    def carry(self, count: int) -> None:
        """Return."""
