"""How many keys are spread over the nodes of a cluster: a tick for each slot, a column for each node's share."""

from collections import Counter
from collections.abc import Sequence

from echomq import keyspace
from widgets.figures.slot_line import node_letter, slot_line
from widgets.figures.slots.many_keys import nodes_of
from widgets.seam.html import Element, Node, div, p, path, rect, span, svg, text

# Ticks nearer than this many slots to each other fall together on any screen.
_GRAIN = 8
# The highest column, in per cent of the picture's height: above it stands its number.
_HIGHEST = 78


def spread(slots: Sequence[int], nodes: int) -> Element:
    """Return the picture of the keys in `slots`, of which there is at least one. Readouts: `keys`, `slots`."""
    owned = Counter(nodes_of(list(slots), nodes))
    shares = [owned[number] for number in range(nodes)]
    heights = [share / max(shares) * _HIGHEST for share in shares]
    columns = list(zip(keyspace.node_ranges(nodes), heights, strict=True))
    return div(".spread")[
        p(".said")[_said(slots, shares)],
        svg(".shares", role="img", aria_label=_heard(shares))[
            [_column(slots_of, height) for slots_of, height in columns],
            _even(shares),
            [_count(share, slots_of, height) for share, (slots_of, height) in zip(shares, columns, strict=True)],
        ],
        svg(".ticks", viewBox=f"0 0 {keyspace.SLOTS // _GRAIN} 1", preserveAspectRatio="none", aria_hidden="true")[
            path(d="".join(f"M{at} 0v1" for at in sorted({slot // _GRAIN for slot in slots})))
        ],
        slot_line(nodes, ()),
    ]


def _said(slots: Sequence[int], shares: Sequence[int]) -> Node:
    distinct = len(set(slots))
    even = f"{len(slots) / len(shares):.1f}".removesuffix(".0")
    return [
        [span(data_part="keys")[len(slots)], " key in " if len(slots) == 1 else " keys in "],
        [span(data_part="slots")[distinct], " slot." if distinct == 1 else " slots."],
        f" The fullest node has {max(shares)}, the emptiest {min(shares)}; ",
        f"the line across them marks an even share, {even}.",
    ]


def _column(slots: range, height: float) -> Element:
    return rect(
        ".share",
        x=_percent(slots.start),
        width=_percent(len(slots)),
        y=f"{100 - height:.3f}%",
        height=f"{height:.3f}%",
    )


def _count(share: int, slots: range, height: float) -> Element:
    middle = _percent(slots.start + len(slots) / 2)
    return text(".count", x=middle, y=f"{100 - height:.3f}%", dy="-5", text_anchor="middle")[share]


def _even(shares: Sequence[int]) -> Element:
    height = sum(shares) / len(shares) / max(shares) * _HIGHEST
    return rect(".even", x="0", width="100%", y=f"{100 - height:.3f}%", height="1")


def _percent(slots: float) -> str:
    return f"{slots / keyspace.SLOTS * 100:.3f}%"


def _heard(shares: Sequence[int]) -> str:
    each = ", ".join(f"{node_letter(number)} {share}" for number, share in enumerate(shares))
    return f"How many keys each node has: {each}."
