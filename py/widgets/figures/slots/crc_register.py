"""The CRC's register, taken apart: what a byte does to its sixteen bits, and what each of the byte's eight shifts does.

Here alone the CRC is worked out bit by bit, to be looked at; every answer comes from `keyspace.crc16`, and a test holds
the one to the other. Variant XMODEM: polynomial 1021 hex, the register starts at 0, nothing is reflected.
"""

from dataclasses import dataclass

WIDTH = 16
POLYNOMIAL = 0x1021
_FULL = (1 << WIDTH) - 1


@dataclass(frozen=True, slots=True)
class Shift:
    """One shift to the left: the bit that fell out of the register, and the register after it."""

    fell: int
    register: int


def fold(register: int, byte: int) -> int:
    """Return the register with `byte` laid over its upper half, bit by bit: where both have a one there is none."""
    return register ^ (byte << 8)


def shift(register: int) -> Shift:
    """Shift the register left by one; where a one falls out, lay the polynomial over what stays."""
    fell = register >> (WIDTH - 1)
    stays = (register << 1) & _FULL
    return Shift(fell, stays ^ POLYNOMIAL if fell else stays)


def shifts(register: int) -> tuple[Shift, ...]:
    """Return the eight shifts that follow when a byte has been folded in."""
    made: list[Shift] = []
    for _ in range(8):
        made.append(shift(made[-1].register if made else register))
    return tuple(made)


def take(register: int, byte: int) -> int:
    """Return the register after one more byte: folded in, then shifted out."""
    return shifts(fold(register, byte))[-1].register
