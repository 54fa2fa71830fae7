"""The fourteen characters of an id over their brackets, each digit with its worth and the power of 62 it is taken times."""

from functools import cache

from echomq import base62, branded_id
from widgets.figures.brackets import Part, bracket
from widgets.seam.html import Element, Node, b, code, div, i, span, sup


def digits(branded: str, number: int, before: str = "") -> Element:
    """Return the picture of `branded`, an id of the right shape, and under it the `number` that its digits spell.

    Marked are the characters that differ in `before`. Of the characters only the letters can be selected, so that a copy
    is the id. Readouts: `namespace`, `integer`.
    """
    moved = {at for at in range(branded_id.WIDTH) if before and branded[at] != before[at]}
    split = branded_id.NAMESPACE_WIDTH
    return div(".fourteen")[
        div(".letters")[
            code[
                span(f".{Part.NAMESPACE}", data_part="namespace")[_letters(branded, range(split), moved)],
                span(f".{Part.SNOWFLAKE}")[_letters(branded, range(split, branded_id.WIDTH), moved)],
            ]
        ],
        div(".worths", aria_hidden="true")[
            _named(),
            span(".of.fl")[_ruler(), [_worth(digit, at) for at, digit in enumerate(branded[split:])]],
        ],
        _sum(number),
    ]


def _sum(number: int) -> Element:
    """Return the line for a number, which is an id's integer if 63 bits hold it."""
    said = i["eleven digits that add up to"]
    if number > base62.MAX:
        return div(".integer")[
            b(".sc.bad")["no snowflake"], " ", said, " ", code(".out.bad")[str(number)], span(data_part="integer")
        ]
    return div(".integer")[b(".sc.fl")["snowflake"], " ", said, " ", code(".out", data_part="integer")[str(number)]]


def _letters(branded: str, places: range, moved: set[int]) -> list[Node]:
    return [span(".moved")[branded[at]] if at in moved else span[branded[at]] for at in places]


@cache
def _named() -> Element:
    split = branded_id.NAMESPACE_WIDTH
    use = i[span(".more")["3 letters"], span(".less")["× 62 to the"]]
    return span(".of.ns")[bracket(Part.NAMESPACE, split), b(".sc")["namespace"], use]


@cache
def _ruler() -> Element:
    return bracket(Part.SNOWFLAKE, base62.WIDTH)


@cache
def _worth(digit: str, at: int) -> Element:
    power = i[span(".more")["×\N{HAIR SPACE}62"], sup[base62.WIDTH - 1 - at]]
    return span(".digit")[b[base62.ALPHABET.index(digit)], power]
