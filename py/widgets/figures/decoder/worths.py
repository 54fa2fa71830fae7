"""Eleven digits, each times its power of 62, and the sum of it all: the integer that an id stands for."""

from functools import cache

from echomq import base62
from widgets.seam.html import (
    Element,
    Html,
    caption,
    code,
    details,
    fragment,
    summary,
    sup,
    table,
    tbody,
    td,
    tfoot,
    th,
    thead,
    tr,
)

_BASE = len(base62.ALPHABET)
_POWERS: tuple[int, ...] = tuple(_BASE**power for power in range(base62.WIDTH - 1, -1, -1))
_COLUMNS = ("digit", "worth", "times", "makes")


def worths(payload: str) -> Element:
    """Return the sum, digit by digit, folded up. `payload` is eleven digits of Base62."""
    return details(".sum")[
        summary(".ui")["The sum, digit by digit"],
        table(".data")[
            _head(),
            tbody[[_row(digit, place) for place, digit in enumerate(payload)]],
            tfoot[tr[th(scope="row", colspan="3")["together"], td(".num")[str(number_of(payload))]]],
        ],
    ]


def number_of(payload: str) -> int:
    """Return the number that eleven digits spell, also past 2^63-1, where `decode` refuses."""
    return sum(_product(digit, place) for place, digit in enumerate(payload))


def _product(digit: str, place: int) -> int:
    return base62.ALPHABET.index(digit) * _POWERS[place]


@cache
def _head() -> Html:
    first, *others = _COLUMNS
    said = caption["A digit counts 62 times as much for each digit after it."]
    row = thead[tr[th(scope="col")[first], [th(".num", scope="col")[column] for column in others]]]
    return fragment(said, row)


@cache
def _row(digit: str, place: int) -> Element:
    power = td(".num")[str(_BASE), sup[str(base62.WIDTH - 1 - place)]]
    worth = td(".num")[str(base62.ALPHABET.index(digit))]
    return tr[th(scope="row")[code(".fl")[digit]], worth, power, td(".num")[str(_product(digit, place))]]
