"""Lines from one order of some ids to another, with a mark wherever two of them cross: one pair out of order, one mark.

Straight lines would often meet three and more in a point, and their marks would be one. So each line goes by steps, and
at every step neighbours that stand the wrong way round change places: as many exchanges as there are inversions, no two
at one point. That is the odd-even transposition sort, whose every exchange undoes exactly one inversion.
"""

from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise

from widgets.figures.order.comparison import inversions
from widgets.seam.html import Element, Node, circle, g, line, path, svg

# How much of the width the lines run level at either end, in percent.
_LEAD = 7
# So many crossings are named aloud.
_NAMED = 3


class Mark(StrEnum):
    """What stands at a crossing: a ring for ids that came out of order, a cross where a sorted order is wrong."""

    RING = "rings"
    CROSS = "crosses"


def wires(before: Sequence[str], after: Sequence[str], mark: Mark, heard: str) -> Element:
    """Draw lines from `before`, the ids at the left, to `after`, the same ids at the right.

    All places are percentages: of n rows of one height, the middle of row k is at (k + 1/2)/n. `heard` says what the
    lines go from and to.
    """
    rounds = _rounds(before, after)
    height = 100 / max(len(before), 1)
    width = (100 - 2 * _LEAD) / max(len(rounds) - 1, 1)
    marks = [
        _mark(mark, _LEAD + (step - 0.5) * width, upper * height)
        for step in range(1, len(rounds))
        for upper in range(1, len(before))
        if rounds[step - 1][upper - 1] == rounds[step][upper] and rounds[step - 1][upper] == rounds[step][upper - 1]
    ]
    return svg(f".wires.{mark}", role="img", aria_label=f"{heard} {_heard(before, after)}")[
        [_wire([order.index(branded) for order in rounds], width, height) for branded in before],
        marks,
    ]


def _rounds(before: Sequence[str], after: Sequence[str]) -> list[list[str]]:
    """Return the orders from `before` to `after`, each made of the last by exchanging neighbours."""
    rank = {branded: place for place, branded in enumerate(after)}
    rounds = [list(before)]
    for start in range(len(before) + 1):
        order = list(rounds[-1])
        for at in range(start % 2, len(order) - 1, 2):
            if rank[order[at]] > rank[order[at + 1]]:
                order[at], order[at + 1] = order[at + 1], order[at]
        if order != rounds[-1]:
            rounds.append(order)
    return rounds


def _wire(places: list[int], width: float, height: float) -> Element:
    """Draw the line of one id, which is at `places[k]` after step k; runs without a bend are one piece."""
    points = [
        (0.0, places[0]),
        *((_LEAD + step * width, place) for step, place in enumerate(places)),
        (100.0, places[-1]),
    ]
    bends = [
        here
        for before, here, after in zip(points, points[1:], points[2:], strict=False)
        if not before[1] == here[1] == after[1]
    ]
    return g(".wire.moved" if len(set(places)) > 1 else ".wire")[
        [
            line(x1=_percent(x1), y1=_percent((y1 + 0.5) * height), x2=_percent(x2), y2=_percent((y2 + 0.5) * height))
            for (x1, y1), (x2, y2) in pairwise([points[0], *bends, points[-1]])
        ]
    ]


def _mark(mark: Mark, x: float, y: float) -> Node:
    if mark is Mark.RING:
        return circle(cx=_percent(x), cy=_percent(y), r="4.5")
    return svg(x=_percent(x), y=_percent(y))[path(d="M-5-5L5 5M5-5L-5 5")]


def _percent(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".") + "%"


def _heard(before: Sequence[str], after: Sequence[str]) -> str:
    crossings = inversions(before, after)
    if not crossings:
        return "No lines cross."
    named = ", ".join(f"{one} and {other}" for one, other in crossings[:_NAMED])
    more = len(crossings) - _NAMED
    return f"{len(crossings)} crossing{'' if len(crossings) == 1 else 's'}: {named}" + (
        f", and {more} more." if more > 0 else "."
    )
