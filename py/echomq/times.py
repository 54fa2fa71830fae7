"""A time as a store writes it down: a number that its column holds exactly, and the digits of what lies beyond.

Columns and scores end somewhere; Python's integers, and so the times of the port, don't. A lease "for ever" is as large
a number as its caller liked. Of a time that is past the bound, the column holds the bound, and a text beside it holds
the rest: byte by byte, these texts are in the order of their times. Most times are near, and their text is empty.
"""

from dataclasses import dataclass
from operator import index


@dataclass(frozen=True, slots=True, order=True)
class Written:
    """One time in two columns; pairs of one bound compare as their times do."""

    near: int
    beyond: str


def written(time: int, bound: int) -> Written:
    """Write `time` for a column that holds every whole number from `-bound` to `bound`, both included.

    Raises TypeError for what is no whole number.
    """
    time = index(time)
    if -bound < time < bound:
        return Written(time, "")
    return Written(bound, f"1{_digits(time)}") if time > 0 else Written(-bound, f"0{_digits(time)}")


# Digits alone, so that a comparison by some locale's alphabet finds the same order as one by bytes. They are octal
# because CPython declines to write integers of more than 4,300 decimal digits. Their number goes first, in a fixed width.
_WIDTH = 10


def _digits(time: int) -> str:
    length = len(f"{abs(time):o}")
    if time > 0:
        return f"{length:0{_WIDTH}}{time:o}"
    # Counted from the other end: the further below zero, the smaller both numbers.
    return f"{10**_WIDTH - 1 - length}{8**length + time:0{length}o}"
