"""A snowflake is a moment, a node and a sequence packed into 63 bits, so that integer order is order of minting.

    sign 1 | milliseconds since 2024-01-01T00:00:00Z, 41 | node 10 | sequence 12

The layout is Twitter's (github.com/twitter-archive/snowflake, IdWorker.scala) with one field for its two of five bits.
The 41 bits end on 2093-09-06 at 15:47:35.551 UTC.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from echomq.gate import demand_int

EPOCH_MS = 1_704_067_200_000
"""2024-01-01T00:00:00Z in Unix milliseconds: the moment of offset 0."""

TIME_BITS = 41
NODE_BITS = 10
SEQUENCE_BITS = 12
MAX_MS = EPOCH_MS + 2**TIME_BITS - 1
MAX_NODE = 2**NODE_BITS - 1
MAX_SEQUENCE = 2**SEQUENCE_BITS - 1
MAX = 2 ** (TIME_BITS + NODE_BITS + SEQUENCE_BITS) - 1


@dataclass(frozen=True, slots=True, order=True)
class Snowflake:
    """The three fields of a packed id; they compare as the packed integers do.

    `ms` is Unix time in milliseconds, `EPOCH_MS` to `MAX_MS`, not the offset that is stored; `node` is 0 to 1023 and
    `sequence` 0 to 4095. Anything else is a ValueError: masking the surplus bits would make two ids one.
    """

    ms: int
    node: int
    sequence: int

    def __post_init__(self) -> None:
        demand_int("ms", self.ms, EPOCH_MS, MAX_MS)
        demand_int("node", self.node, 0, MAX_NODE)
        demand_int("sequence", self.sequence, 0, MAX_SEQUENCE)

    @classmethod
    def unpack(cls, number: int) -> "Snowflake":
        """Return the fields of `number`, 0 to 2^63-1. Every number in that range is a snowflake."""
        demand_int("number", number, 0, MAX)
        return cls(
            (number >> NODE_BITS + SEQUENCE_BITS) + EPOCH_MS,
            number >> SEQUENCE_BITS & MAX_NODE,
            number & MAX_SEQUENCE,
        )

    def pack(self) -> int:
        """Return the integer that `unpack` takes apart again."""
        return self.offset << NODE_BITS + SEQUENCE_BITS | self.node << SEQUENCE_BITS | self.sequence

    @property
    def offset(self) -> int:
        """Milliseconds since the epoch of 2024: what the 41 bits hold."""
        return self.ms - EPOCH_MS

    @property
    def moment(self) -> str:
        """The time in ISO 8601, UTC, to the millisecond: `2025-06-01T09:00:00.001Z`."""
        seconds, thousandths = divmod(self.ms, 1000)
        return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{thousandths:03}Z"


def unix_ms() -> int:
    """Return the system's clock as Unix milliseconds, UTC."""
    return time.time_ns() // 1_000_000


class Mint:
    """A source of snowflakes that never gives one twice, whatever its clock does.

    It keeps one number, the time of the last id and its sequence side by side, and each id is the larger of *now* and
    *last plus one*. A burst therefore counts up the sequence; an exhausted sequence borrows the next millisecond;
    a clock that steps back is ignored until it has caught up. Any number of threads may share a mint.

    Two mints are apart by their node numbers only: giving one number to two of them is the caller's mistake to avoid.
    After a restart the clock alone keeps the new mint ahead of the old one. Where it may have stepped back meanwhile,
    hand over the last id that was minted (`last`), or any later one.
    """

    __slots__ = ("_clock", "_lock", "_stamp", "node")

    def __init__(self, node: int, clock: Callable[[], int] = unix_ms, *, last: int | None = None) -> None:
        """Mint for `node` (0 to 1023) by `clock` (Unix milliseconds), continuing after the packed id `last`.

        Raises ValueError if `node` is out of range or `last` was minted by another node.
        """
        demand_int("node", node, 0, MAX_NODE)
        self.node = node
        self._clock = clock
        self._lock = Lock()
        self._stamp = -1
        if last is not None:
            before = Snowflake.unpack(last)
            if before.node != node:
                message = f"last was minted by node {before.node}, this mint is node {node}"
                raise ValueError(message)
            self._stamp = before.offset << SEQUENCE_BITS | before.sequence

    def mint(self) -> int:
        """Return the next id, packed; larger than every id this mint gave before.

        Raises ValueError while the clock of a fresh mint is before 2024 and when the 41 bits of time are used up;
        neither spends an id.
        """
        with self._lock:
            now = self._clock()
            if self._stamp < 0:
                demand_int("clock", now, EPOCH_MS, MAX_MS)
            stamp = max(now - EPOCH_MS << SEQUENCE_BITS, self._stamp + 1)
            flake = Snowflake((stamp >> SEQUENCE_BITS) + EPOCH_MS, self.node, stamp & MAX_SEQUENCE)
            self._stamp = stamp
            return flake.pack()
