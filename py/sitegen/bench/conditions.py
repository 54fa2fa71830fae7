"""Where readers are: the machine that measures, one that is slower, one at the end of a line."""

from dataclasses import dataclass

from sitegen.bench.line import Line, Loopback


@dataclass(frozen=True, slots=True)
class Condition:
    """A machine that takes so many `times` as long, at a line of `megabits` a second or none.

    There are at most so many `rounds`, and after two of them none that, as the others went, wouldn't be done within
    `seconds`; naive Pyodide takes part in one of `naive_every`. `again` says whether readers come a second time.
    """

    name: str
    rounds: int
    seconds: float
    times: float = 1
    megabits: float | None = None
    round_trip_ms: float = 0
    again: bool = False
    naive_every: int = 1

    def line(self) -> Line:
        """A line of this kind."""
        return Line(self.megabits * 1e6, self.round_trip_ms / 1e3) if self.megabits else Loopback()


HERE = Condition("this machine", 5, 225, again=True, naive_every=2)
ELSEWHERE = (
    Condition("a machine 4 times as slow", 5, 200, times=4, naive_every=2),
    Condition("a machine 6 times as slow", 5, 215, times=6, naive_every=2),
    Condition("a line of 10 Mbit/s, 40 ms", 5, 190, megabits=10, round_trip_ms=40),
    Condition("a line of 1.6 Mbit/s, 150 ms", 2, 300, megabits=1.6, round_trip_ms=150),
)
