"""Ids by the numbers they spell beside the same ids by their bytes: the lines between run side by side, or cross."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from echomq import base62, branded_id
from echomq.branded_id import NAMESPACE_WIDTH
from widgets.figures.brackets import Part
from widgets.seam.html import Element, Node, code, div, li, mark, ol, p, path, span, svg

LOWER_FIRST = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Sixty-two digits whose bytes don't climb: the capitals stand last, though their bytes are the smaller ones."""


@dataclass(frozen=True, slots=True)
class _Spelled:
    integer: int
    text: str


def draw(ids: Sequence[str]) -> Element:
    """Two panels for `ids` of one namespace: our alphabet, and one that has its small letters before its capitals."""
    known = [branded_id.parse(text) for text in ids]
    if len({branded.namespace for branded in known}) != 1:
        message = "ids of one namespace are compared, and at least one of them"
        raise ValueError(message)
    namespace = known[0].namespace
    return div(".byte-order")[
        [
            _panel(title, [_Spelled(branded.integer, namespace + spell(branded.integer, digits)) for branded in known])
            for title, digits in (("0-9 A-Z a-z", base62.ALPHABET), ("0-9 a-z A-Z", LOWER_FIRST))
        ]
    ]


def spell(number: int, digits: str) -> str:
    """Spell `number` (0 to 2^63-1) in eleven of sixty-two `digits`: what `encode` would do with another alphabet."""
    return base62.encode(number).translate(str.maketrans(base62.ALPHABET, digits))


def _panel(title: str, spelled: list[_Spelled]) -> Element:
    by_number = sorted(spelled, key=lambda each: each.integer)
    by_bytes = sorted(spelled, key=lambda each: each.text.encode())
    places = [by_bytes.index(each) for each in by_number]
    wrong = [(early, late) for early, late in combinations(range(len(places)), 2) if places[early] > places[late]]
    out_of_place = {by_number[late] for _, late in wrong}
    return div(".panel" + (".crossed" if wrong else ""))[
        p(".digits")[span(".sc")["digits"], " ", code[title]],
        div(".two-ways")[
            ol(".by", aria_label="By the number")[[_number(each, by_number[0]) for each in by_number]],
            _links(places, wrong),
            ol(".by", aria_label="By the bytes of the text")[
                [
                    li(".rank.bad" if each in out_of_place else ".rank")[_text(each, by_bytes[at - 1] if at else None)]
                    for at, each in enumerate(by_bytes)
                ]
            ],
        ],
        p(".settled")[_verdict(by_bytes, wrong)],
    ]


def _number(each: _Spelled, first: _Spelled) -> Element:
    more = each.integer - first.integer
    return li[code[each.integer], span(".more")[f"+ {more:,}"] if more else None]


def _text(each: _Spelled, before: _Spelled | None) -> Node:
    """The id, with a bar under the digit that set it apart from the one before it in the list."""
    at = len(each.text) if before is None else _parting(before.text, each.text)
    digits: Node = [
        each.text[NAMESPACE_WIDTH:at],
        mark[each.text[at : at + 1]] if before else None,
        each.text[at + 1 :],
    ]
    return code[span(f".{Part.NAMESPACE}")[each.text[:NAMESPACE_WIDTH]], span(f".{Part.SNOWFLAKE}")[digits]]


def _links(places: list[int], wrong: list[tuple[int, int]]) -> Element:
    """A line from each row to its place, and a ring where two lines cross; ten units to a row."""
    lines = [
        path(
            ".line.late" if any(late == at for _, late in wrong) else ".line",
            d=f"M0 {10 * at + 5}L100 {10 * place + 5}",
        )
        for at, place in enumerate(places)
    ]
    rings = [_crossing(early, late, places) for early, late in wrong]
    box = f"0 0 100 {10 * len(places)}"
    return svg(".cords", viewBox=box, preserveAspectRatio="none", aria_hidden="true")[lines, rings]


def _crossing(early: int, late: int, places: list[int]) -> list[Element]:
    # Round strokes of no length stay round in a picture that is stretched.
    share = (late - early) / (late - early + places[early] - places[late])
    down = 10 * (early + share * (places[early] - early)) + 5
    spot = f"M{100 * share:.2f} {down:.2f}h0"
    return [path(".ring", d=spot), path(".hole", d=spot)]


def _verdict(by_bytes: list[_Spelled], wrong: list[tuple[int, int]]) -> Node:
    if not wrong:
        return "Larger number, later text: no two lines cross."
    at = next(at for at in range(1, len(by_bytes)) if by_bytes[at - 1].integer > by_bytes[at].integer)
    first, second = by_bytes[at - 1].text, by_bytes[at].text
    digit = _parting(first, second)
    pairs = "1 pair is" if len(wrong) == 1 else f"{len(wrong)} pairs are"
    return [
        f"{pairs} the wrong way round. ",
        code[first[digit]],
        f" is the later digit, but its byte is {ord(first[digit]):02X}, and that of ",
        code[second[digit]],
        f" is {ord(second[digit]):02X}.",
    ]


def _parting(one: str, other: str) -> int:
    return next(at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
