"""The 16,384 slots as one line, cut among nodes, with pins where keys lie.

All places are percentages, so the line is as wide as its column and needs neither a view box nor a style attribute.
What is shown of a node's label follows its room: the classes `few`, `some` and `many` tell the style sheet.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from echomq import keyspace
from widgets.figures.brackets import Part
from widgets.figures.remembered import remembered
from widgets.seam.html import Element, Html, fragment, g, rect, svg, text, tspan

# Only elements of SVG may stand inside: HTML's would close the picture.

_LETTERS = "ABCDEFGHIJKL"
MOST = len(_LETTERS)


@dataclass(frozen=True, slots=True)
class Pin:
    """A mark at `slot`. Over it stand `label`, in words, and `tag`, text of a key; `said` is what is read aloud."""

    slot: int
    label: str
    said: str
    tag: str = ""
    refused: bool = False


def node_letter(number: int) -> str:
    """Return the name of node `number`, counted from 0."""
    return _LETTERS[number]


def slot_line(nodes: int, pins: Sequence[Pin]) -> Element:
    """Return the line of all slots among 2 to 12 `nodes`; the owner of a pin's slot is drawn heavy.

    Up to three pins stand on levels of their own, so that their labels never meet.
    """
    ranges = keyspace.node_ranges(nodes)
    owners = frozenset(keyspace.owner(pin.slot, nodes) for pin in pins if not pin.refused)
    room = "few" if nodes <= 3 else "some" if nodes <= 6 else "many"
    return svg(f".slots.{room}.high{len(pins)}", role="img", aria_label=_heard(ranges, pins))[
        _ground(nodes, owners),
        [_pin(pin, level) for level, pin in enumerate(pins)],
    ]


@remembered
def _ground(nodes: int, owners: frozenset[int]) -> Html:
    """Return the line without its pins."""
    ranges = keyspace.node_ranges(nodes)
    return fragment(
        _TICKS,
        [_bar(slots, owned=number in owners) for number, slots in enumerate(ranges)],
        [rect(".gap", x=_percent(slots.start), width="2") for slots in ranges[1:]],
        [_label(number, slots, owned=number in owners) for number, slots in enumerate(ranges)],
    )


def _percent(slots: float) -> str:
    return f"{slots / keyspace.SLOTS * 100:.3f}%"


def _tick(sixteenth: int) -> Element:
    # Rectangles rather than lines, since only their places and heights can be set by a style sheet.
    return rect(".tick" if sixteenth % 4 else ".tick.quarter", x=f"{sixteenth * 6.25:g}%", width="1")


_TICKS = fragment(_tick(sixteenth) for sixteenth in range(17))


def _bar(slots: range, *, owned: bool) -> Element:
    return rect(".node.own" if owned else ".node", x=_percent(slots.start), width=_percent(len(slots)))


def _label(number: int, slots: range, *, owned: bool) -> Element:
    return g(".of.own" if owned else ".of")[
        text(".name", x=_percent(slots.start))[
            tspan(".word")["Node "], node_letter(number), owned and tspan(".owner")[", the owner"]
        ],
        text(".range", x=_percent(slots.start))[f"{slots.start}–{slots.stop - 1}"],
    ]


def _pin(pin: Pin, level: int) -> Element:
    at = pin.slot + 0.5
    # The label hangs to the side that has room: left of the pin at the line's end, right of it at its beginning.
    third = ("start", "middle", "end")[pin.slot * 3 // keyspace.SLOTS]
    classes = f".pin.level{level}" + (".bad" if pin.refused else f".{Part.HASHTAG}")
    return svg(classes, x=_percent(at), width="1", height="100%")[
        rect(".needle", width="2"), text(x="0", text_anchor=third)[pin.label, pin.tag and tspan[pin.tag]]
    ]


def _heard(ranges: Sequence[range], pins: Sequence[Pin]) -> str:
    said = [f"A line of {keyspace.SLOTS:,} slots, shared by {len(ranges)} nodes."]
    for pin in pins:
        number = keyspace.owner(pin.slot, len(ranges))
        slots = ranges[number]
        said.append(
            f"{pin.said}: slot {pin.slot}, on node {node_letter(number)}, which has slots {slots.start} to {slots.stop - 1}."
        )
    return " ".join(said)
