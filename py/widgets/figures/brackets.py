"""Each part of a key has a bracket of its own shape, so that no part is told by its colour alone."""

from enum import StrEnum

from widgets.seam.html import Element, path, svg


class Part(StrEnum):
    """The parts of a key; the values are the classes that colour them."""

    LITERAL = "lit"
    HASHTAG = "tag"
    TYPE = "typ"
    NAMESPACE = "ns"
    SNOWFLAKE = "fl"


def bracket(part: Part, columns: int) -> Element:
    """Return the bracket to stand under `columns` characters of `part`, ten units to a character.

    Dotted for the literal, a curly brace for the hashtag, dashed for the type, a double box for the namespace, and for
    the snowflake a ruler with a tick between digits. The height is the style sheet's.
    """
    return svg(".brace", viewBox=f"0 0 {columns * 10} 10", preserveAspectRatio="none", aria_hidden="true")[
        path(d=_line(part, columns * 10))
    ]


def _line(part: Part, width: int) -> str:
    match part:
        case Part.HASHTAG:
            # From three columns on, which the braces alone nearly fill, there is room for both hooks and the point.
            arm = width // 2 - 14
            return f"M1 .5c0 4 2 4.5 6 4.5h{arm}c5 0 7 1 7 4.5c0-3.5 2-4.5 7-4.5h{arm}c4 0 6-.5 6-4.5"
        case Part.NAMESPACE:
            return f"M1.5 1v6h{width - 3}v-6M4 1v3.5h{width - 8}v-3.5"
        case Part.SNOWFLAKE:
            ticks = "".join(f"M{tick} 3.5v2.5" for tick in range(10, width, 10))
            return f"M1.5 1v5h{width - 3}v-5{ticks}"
        case _:
            return f"M1.5 1v5h{width - 3}v-5"
