"""The first pair that a sorted order has the wrong way round, compared byte by byte, and why it came out so."""

from dataclasses import dataclass, replace

from echomq import base62, branded_id
from widgets.figures.order.batch import Batch
from widgets.figures.order.comparison import SMALL_FIRST, Comparison
from widgets.figures.order.rows import coloured, minted_at, place_name
from widgets.seam.html import Element, Node, b, code, div, i, p, span, sup


@dataclass(frozen=True, slots=True)
class WrongPair:
    """Two neighbours of a sorted order: `later` stands before `earlier`, and was minted after it."""

    earlier: str
    later: str
    comparison: Comparison


def first_wrong_pair(batch: Batch, comparison: Comparison) -> WrongPair | None:
    """Return the first two neighbours that stand the wrong way round; None where each was minted after the one before."""
    kept = comparison.sort(batch.arrived)
    rank = {branded: place for place, branded in enumerate(batch.minted)}
    for at in range(1, len(kept)):
        if rank[kept[at - 1]] > rank[kept[at]]:
            return WrongPair(earlier=kept[at], later=kept[at - 1], comparison=comparison)
    return None


def bytes_of(pair: WrongPair, batch: Batch) -> Element:
    """Draw the two ids one above the other, with the byte that is compared under each character."""
    place = pair.comparison.parting(pair.earlier, pair.later)
    sides = (("minted first", pair.earlier), ("minted later, stands first", pair.later))
    heard = f"The two ids byte by byte: they part at {place_name(place)}."
    return div(".pair", role="img", aria_label=heard)[
        [
            div(".side")[
                p[span(".sc")[said], " ", span(".hint")[minted_at(branded, batch)]],
                p(".in-bytes")[_cells(branded, place, pair.comparison)],
            ]
            for said, branded in sides
        ]
    ]


def why(pair: WrongPair, batch: Batch, *, live: bool) -> Node:
    """Say in words which bytes decided, and what brought them into that order.

    Readouts, in a figure that is `live`: `earlier` and `later`, as they are spelled.
    """
    later, earlier = (
        code(data_part=name if live else None)[coloured(pair.comparison.spelled(branded))]
        for name, branded in (("later", pair.later), ("earlier", pair.earlier))
    )
    return [
        p[later, " stands before ", earlier, ", which was minted first. ", _parting(pair)],
        p[_cause(pair, batch)],
    ]


def _cells(branded: str, place: int, comparison: Comparison) -> list[Element]:
    """Return a cell a character: as it is spelled, without case also as it is read, and the byte that is compared."""
    text, compared = comparison.spelled(branded), comparison.key(branded)
    return [
        span(".byte" + (".x" if at == place else ".same" if at < place else ".rest"))[
            b[character], not comparison.ordinal and i[compared[at]], i[f"{ord(compared[at]):02X}"]
        ]
        for at, character in enumerate(text)
    ]


def _parting(pair: WrongPair) -> Node:
    """Name the two characters, the bytes they are, and those they are compared as."""
    if pair.comparison.key(pair.earlier) == pair.comparison.key(pair.later):
        return "Without case the two are one text, and stand as they arrived; an index of unique keys would refuse one."
    place = pair.comparison.parting(pair.earlier, pair.later)
    later, earlier = (_character(branded, place, pair.comparison) for branded in (pair.later, pair.earlier))
    return [f"At {place_name(place)}, ", later, " comes before ", earlier, "."]


def _character(branded: str, place: int, comparison: Comparison) -> Node:
    text, compared = comparison.spelled(branded), comparison.key(branded)
    if place == len(text):
        return "the end of the text"
    said = _byte(text[place])
    return said if compared[place] == text[place] else [said, ", which is read as ", _byte(compared[place])]


def _byte(character: str) -> Node:
    return [code[character], f" (byte {ord(character):02X})"]


def _cause(pair: WrongPair, batch: Batch) -> Node:
    namespaces = [branded[: branded_id.NAMESPACE_WIDTH] for branded in (pair.earlier, pair.later)]
    if namespaces[0] != namespaces[1]:
        return [
            "The namespace is compared before any digit of time, so between ",
            code(".ns")[namespaces[0]],
            " and ",
            code(".ns")[namespaces[1]],
            " the order of bytes says nothing about which came first.",
        ]
    first, second = batch.flakes[pair.earlier], batch.flakes[pair.later]
    if first.ms == second.ms and first.node > second.node:
        return (
            f"Both are of one millisecond: node {first.node} minted the first of them, and then node {second.node} the "
            "other. An id holds its node’s number, and not who was first."
        )
    return _of_comparison(pair)


def _of_comparison(pair: WrongPair) -> Node:
    """Say what the missing condition did to two ids whose numbers stand in the order of minting."""
    comparison = pair.comparison
    earlier, later = (comparison.spelled(branded) for branded in (pair.earlier, pair.later))
    if len(earlier) != len(later):
        return [
            "With the zeros gone the digits no longer stand in line, and first digit is compared with first digit: ",
            _worth(later, comparison), ", while ", _worth(earlier, comparison), ".",
        ]  # fmt: skip
    place = replace(comparison, ordinal=True).parting(pair.earlier, pair.later)
    one, other = earlier[place], later[place]
    if one < other:
        return ["Byte by byte ", _byte(one), " comes before ", _byte(other), ", just as the two were minted."]
    values = [SMALL_FIRST.index(character) for character in (one, other)]
    return [
        "In the alphabet 0-9 a-z A-Z the digit ", code[other], f" counts {values[1]} and ", code[one],
        f" only {values[0]}, but byte {ord(other):02X} comes before {ord(one):02X}.",
    ]  # fmt: skip


def _worth(text: str, comparison: Comparison) -> Node:
    digits = text[branded_id.NAMESPACE_WIDTH :]
    value = (base62.ALPHABET if comparison.ascending else SMALL_FIRST).index(digits[0])
    return [code[digits[0]], f" counts {value}\u00a0×\u00a062", sup[len(digits) - 1]]
