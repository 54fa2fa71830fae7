"""What the order rests on, as switches: each can be taken away."""

from collections.abc import Collection

from widgets.figures.order.next_ids import Condition
from widgets.seam.html import Element, div, fieldset, input, label, legend, small, span  # noqa: A004 - HTML's name

# What holds, what there is instead, and how the Set is spoken of then.
_WORDS = {
    Condition.PADDED: ("digits padded to 11", "or leading zeros dropped", "unpadded"),
    Condition.ASCENDING: ("capitals before small letters", "or digits 0-9 a-z A-Z", "small letters first"),
    Condition.ORDINAL: ("compared byte by byte", "or without case (NOCASE)", "without case"),
    Condition.ONE_NAMESPACE: ("one namespace", "or orders beside jobs", "two namespaces"),
    Condition.ONE_NODE: ("one node’s clock", "or a second node", "two nodes"),
}
_BREAKS = {
    Condition.PADDED: "Unpadded, they keep their order until 5 May 2030, when ten digits become eleven.",
    Condition.ASCENDING: "With small letters first it breaks where two ids part at a capital and a small letter.",
    Condition.ORDINAL: "Without case it breaks where two ids part at a capital and a small letter.",
    Condition.ONE_NAMESPACE: "With two namespaces it breaks when the first by the alphabet is minted after the other.",
    Condition.ONE_NODE: "With two nodes it breaks when the higher number mints first, and both in one millisecond.",
}


def switches(missing: Collection[Condition]) -> Element:
    """Return a checkbox for each condition, checked where it holds."""
    return fieldset(".conditions")[
        legend(".sc")["What the order rests on"],
        div[[_switch(condition, holds=condition not in missing) for condition in Condition]],
    ]


def without(missing: Collection[Condition]) -> str:
    """Say in a few words which conditions are `missing`; "" where none is."""
    return ", ".join(_WORDS[condition][2] for condition in Condition if condition in missing)


def breaks_when(condition: Condition) -> str:
    """Say in a sentence when the order breaks without `condition`."""
    return _BREAKS[condition]


def name(condition: Condition) -> str:
    """Return what `condition` says, in words."""
    return _WORDS[condition][0]


def _switch(condition: Condition, *, holds: bool) -> Element:
    holding, instead, _ = _WORDS[condition]
    return label[input(type="checkbox", name=condition, checked=holds), span[holding, " ", small[instead]]]
