"""The life of a job: four sets, and the verbs that lead into them, from one to the other, and out."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import TypeAlias

from widgets.seam.html import Element, g, path, rect, svg, text

_Point: TypeAlias = tuple[float, float]

_WIDE, _HIGH = 104, 38
_ROUND = 8
_PLACES = {"pending": (84, 92), "active": (284, 92), "schedule": (84, 226), "dead": (284, 226)}
"""The middle of each set's box, in units of the picture."""


@dataclass(frozen=True, slots=True)
class Way:
    """What one verb does to a job: from one set to another; "" is outside.

    `line` is drawn, with its corners rounded, and the verb stands at `at`. `beside` is a verb that the page's text
    leaves out, and is drawn more quietly.
    """

    verb: str
    origin: str
    target: str
    line: tuple[_Point, ...]
    at: _Point
    anchor: str = "middle"
    beside: bool = False


_LOOP = ((316, 73), (316, 54), (358, 54), (358, 86), (336, 86))
"""Round the upper right corner of the active."""

WAYS = (
    Way("enqueue", "", "pending", ((84, 24), (84, 72)), (92, 44), "start"),
    Way("enqueue_at", "", "schedule", ((84, 294), (84, 246)), (92, 282), "start", beside=True),
    Way("claim", "pending", "active", ((137, 84), (231, 84)), (184, 77)),
    Way("reap", "active", "pending", ((231, 101), (137, 101)), (184, 116)),
    Way("extend", "active", "active", _LOOP, (337, 44), beside=True),
    Way("complete", "active", "", ((284, 72), (284, 24)), (276, 44), "end"),
    Way("retry", "active", "schedule", ((238, 112), (136, 212)), (196, 178), "start"),
    Way("promote", "schedule", "pending", ((84, 206), (84, 112)), (76, 163), "end"),
    Way("retry", "active", "dead", ((284, 112), (284, 206)), (292, 163), "start"),
)
"""All ways that the verbs know."""


def draw() -> Element:
    """The four sets and the ways between them."""
    return svg(".life", viewBox="0 0 368 302", role="img", aria_label=_heard())[
        [_way(way) for way in WAYS],
        [_box(name, x, y) for name, (x, y) in _PLACES.items()],
        text(x="292", y="178", text_anchor="start")["the last time"],
    ]


def _box(name: str, x: int, y: int) -> Element:
    return g[
        rect(x=x - _WIDE // 2, y=y - _HIGH // 2, width=_WIDE, height=_HIGH),
        text(".set", x=str(x), y=str(y + 5), text_anchor="middle")[name],
    ]


def _way(way: Way) -> Element:
    label = text(".verb", x=str(way.at[0]), y=str(way.at[1]), text_anchor=way.anchor)[way.verb]
    return g(".beside" if way.beside else "")[
        path(d=_rounded(way.line)), path(".arrow", d=_head(*way.line[-2], *way.line[-1])), label
    ]


def _rounded(line: Sequence[_Point]) -> str:
    """The line, its corners cut short by a curve."""
    drawn = f"M{line[0][0]} {line[0][1]}"
    for before, corner, after in zip(line, line[1:], line[2:], strict=False):
        (x0, y0), (x1, y1) = _towards(corner, before), _towards(corner, after)
        drawn += f"L{x0:g} {y0:g}Q{corner[0]} {corner[1]} {x1:g} {y1:g}"
    return f"{drawn}L{line[-1][0]} {line[-1][1]}"


def _towards(corner: _Point, end: _Point) -> _Point:
    """The point on the way from a corner to the next end at which its curve begins."""
    along = _ROUND / hypot(end[0] - corner[0], end[1] - corner[1])
    return corner[0] + along * (end[0] - corner[0]), corner[1] + along * (end[1] - corner[1])


def _head(x0: float, y0: float, x1: float, y1: float) -> str:
    """An arrow's head: seven units long and seven wide, its point at the end of the line."""
    length = hypot(x1 - x0, y1 - y0)
    along, across = (x1 - x0) / length, (y1 - y0) / length
    back = (x1 - 7 * along, y1 - 7 * across)
    one = (back[0] - 3.5 * across, back[1] + 3.5 * along)
    other = (back[0] + 3.5 * across, back[1] - 3.5 * along)
    return f"M{x1} {y1}L{one[0]:.1f} {one[1]:.1f}L{other[0]:.1f} {other[1]:.1f}z"


def _heard() -> str:
    said = [
        f"{way.verb} leaves it {way.target}"
        if way.origin == way.target
        else f"{way.verb} leads {_from(way.origin)} {_to(way.target)}"
        for way in WAYS
    ]
    return f"The life of a job. {'; '.join(said)}. The last of them when it was the last attempt."


def _from(name: str) -> str:
    return f"from {name}" if name else "from outside"


def _to(name: str) -> str:
    return f"to {name}" if name else "out of the queue"
