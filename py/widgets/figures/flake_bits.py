"""The 63 bits of a snowflake, each field in cells of a shape of its own: square for time, round for node, six-sided for
sequence. A filled cell is a one.

The cells are drawn in strips, which a narrow column sets one below the other.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from echomq import snowflake
from echomq.snowflake import NODE_BITS, SEQUENCE_BITS, TIME_BITS, Snowflake
from widgets.seam.html import Element, Node, b, code, div, i, p, path, span, sup, svg, text

# A cell's width, and its height with the bar over it that marks a flipped bit.
_WIDE, _HIGH = 14, 32


@dataclass(frozen=True, slots=True)
class Field:
    """Neighbouring bits of an integer: `count` of them, `below` further ones under them.

    `strips` is how many are drawn in one row, `cell` the outline of one, begun at its upper left corner.
    """

    name: str
    count: int
    below: int
    strips: tuple[int, ...]
    cell: str

    def of(self, number: int) -> int:
        """Return what the field of `number` holds. The time's also takes what stands above the 63 bits."""
        value = number >> self.below
        return value if self is TIME else value & (1 << self.count) - 1


TIME = Field("time", TIME_BITS, NODE_BITS + SEQUENCE_BITS, (20, 21), "m.75 6.75h12.5v23.5h-12.5z")
NODE = Field("node", NODE_BITS, SEQUENCE_BITS, (10,), "m.75 13a6.25 6.25 0 0 1 12.5 0v11a6.25 6.25 0 0 1-12.5 0z")
SEQUENCE = Field("sequence", SEQUENCE_BITS, 0, (12,), "m7 5.75 6.25 6v13.5l-6.25 6-6.25-6v-13.5z")
FIELDS = (TIME, NODE, SEQUENCE)


def picture(number: int) -> Element:
    """Return a picture of `number`, 0 to 2^63-1, for a page: the fields, and what each holds. Raises ValueError."""
    flake = Snowflake.unpack(number)
    heard = (
        f"The bits of {number}: {TIME_BITS} of the time hold {flake.offset}, {NODE_BITS} of the node {flake.node}, "
        f"{SEQUENCE_BITS} of the sequence {flake.sequence}."
    )
    return div(role="img", aria_label=heard)[fields(number, lambda field: code(".held")[field.of(number)])]


def fields(number: int | None, under: Callable[[Field], Node], flipped: int = 0) -> Element:
    """Return the fields of `number` (0 to 2^66-1), each over its name and what `under` gives for it.

    Without a number the cells are empty. Past 2^63-1 the bits too many stand at the left, boxed, and the others are no
    field's. The bits that are set in `flipped` bear a bar.
    """
    surplus = _surplus(TIME, number)
    return div(f".bit-fields.over.by{surplus}" if surplus else ".bit-fields")[
        [_field(field, number, flipped, under) for field in FIELDS]
    ]


def _field(field: Field, number: int | None, flipped: int, under: Callable[[Field], Node]) -> Element:
    surplus = _surplus(field, number)
    count = field.count + surplus
    shown = "" if number is None else f"{field.of(number):0{count}b}"
    marks = f"{field.of(flipped):0{count}b}"
    strips = [_strip(field, shown[:surplus], marks[:surplus], surplus, ".past")] if surplus else []
    start = surplus
    for length in field.strips:
        strips.append(_strip(field, shown[start : start + length], marks[start : start + length], length))
        start += length
    use = f"{count} bits where {field.count} belong" if surplus else f"{field.count} bits"
    named = b(".sc.fl")[field.name]
    return div(f".bit-field.{field.name}")[
        span(".strips.fl", role="img", aria_label=_heard(field, number, use))[strips],
        _reach(),
        div(".what")[named, " ", i(".bad")[use] if surplus else i[use]],
        _how(field),
        under(field),
    ]


@cache
def _reach() -> Element:
    drawn = svg(".reach.fl", viewBox="0 0 100 10", preserveAspectRatio="none", aria_hidden="true")
    return drawn[path(d="M.5 1v5h99v-5")]


@cache
def _how(field: Field) -> Element:
    """Return how the field comes of the integer."""
    divided: Node = ["÷ 2", sup[str(field.below)]] if field.below else None
    rest: Node = ["mod 2", sup[str(field.count)]] if field is not TIME else None
    return p(".how")[i["integer " if field is TIME else None, divided, " " if divided and rest else None, rest]]


def _surplus(field: Field, number: int | None) -> int:
    return 0 if number is None else max(0, field.of(number).bit_length() - field.count)


# Most strips stay as they are from one view to the next.
@lru_cache(maxsize=64)
def _strip(field: Field, shown: str, marks: str, length: int, classes: str = "") -> Element:
    drawn = svg(f".strip{classes}", viewBox=f"0 0 {length * _WIDE} {_HIGH}", aria_hidden="true")
    if not shown:
        return drawn[path(".empty", d=_cells(field, range(length)))]
    flipped = [column for column, mark in enumerate(marks) if mark == "1"]
    return drawn[
        [_digits(field, digit, [column for column, found in enumerate(shown) if found == digit]) for digit in "01"],
        flipped and path(".flipped", d="".join(f"M{column * _WIDE + 2} 0h10v3h-10z" for column in flipped)),
    ]


def _digits(field: Field, digit: str, columns: list[int]) -> Node:
    if not columns:
        return None
    kind = ".one" if digit == "1" else ".zero"
    places = " ".join(str(column * _WIDE + _WIDE // 2) for column in columns)
    return path(kind, d=_cells(field, columns)), text(kind, x=places, y="22.5")[digit * len(columns)]


def _cells(field: Field, columns: Iterable[int]) -> str:
    return "".join(f"M{column * _WIDE} 0{field.cell}" for column in columns)


def _heard(field: Field, number: int | None, use: str) -> str:
    if number is None:
        return f"{field.name}: {use}, empty"
    return f"{field.name}: {use}" if number > snowflake.MAX else f"{field.name}: {use} that hold {field.of(number)}"
