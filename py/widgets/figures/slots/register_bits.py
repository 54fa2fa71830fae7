"""Sixteen bits as sixteen cells in nibbles: a one is a filled cell with its digit in it, a zero an open one."""

from functools import cache

from widgets.figures.slots.crc_register import WIDTH
from widgets.seam.html import Element, path, svg, text

# Units: a cell is 10 wide and 11 high, cells stand 1 apart, nibbles 6.
_PLACES = tuple(at * 11 + at // 4 * 5 for at in range(WIDTH))
_WHOLE = _PLACES[-1] + 10
SLOT_BITS = 14


def bits(register: int, *, as_slot: bool = False) -> Element:
    """Return the cells of `register`; `as_slot` marks the ones among its low fourteen bits, which are the slot."""
    ones = [at for at in range(WIDTH) if register >> (WIDTH - 1 - at) & 1]
    zeros = [at for at in range(WIDTH) if at not in ones]
    kept = [at for at in ones if as_slot and at >= WIDTH - SLOT_BITS]
    rest = [at for at in ones if at not in kept]
    return svg(".bits", viewBox=f"0 0 {_WHOLE} 11", role="img", aria_label=spoken(register))[
        path(".off", d=_frames(zeros)),
        path(".on", d=_blocks(rest)),
        bool(kept) and path(".on.kept", d=_blocks(kept)),
        text(".t1", y="8", x=_middles(ones))["1" * len(ones)],
        text(".t0", y="8", x=_middles(zeros))["0" * len(zeros)],
    ]


@cache
def blank() -> Element:
    """Return sixteen cells of which nothing is known yet."""
    return svg(".bits", viewBox=f"0 0 {_WHOLE} 11", aria_hidden="true")[path(".off", d=_frames(range(WIDTH)))]


@cache
def slot_bracket() -> Element:
    """Return the bracket to stand under the low fourteen bits, and dashes under the two that are dropped."""
    first = _PLACES[WIDTH - SLOT_BITS]
    return svg(".bits", viewBox=f"0 0 {_WHOLE} 8", aria_hidden="true")[
        path(d=f"M{first} 1v5H{_WHOLE}v-5"), path(".drop", d=f"M0 3.5H{first - 2}")
    ]


def spoken(register: int) -> str:
    """Return the bits in nibbles: `1110 1010 0001 1100`."""
    digits = f"{register:0{WIDTH}b}"
    return " ".join(digits[at : at + 4] for at in range(0, WIDTH, 4))


def _frames(places: range | list[int]) -> str:
    # The line lies within the cell.
    return "".join(f"M{_PLACES[at] + 0.3:g}.3h9.4v10.4h-9.4z" for at in places)


def _blocks(places: list[int]) -> str:
    return "".join(f"M{_PLACES[at]} 0h10v11h-10z" for at in places)


def _middles(places: list[int]) -> str:
    return " ".join(str(_PLACES[at] + 5) for at in places)
