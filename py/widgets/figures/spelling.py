"""Any text a reader types, made visible: what can't be seen is named, and what is too long is cut with a count.

The tables are our own. Python's would differ between the Python that builds the pages and the one that runs in them.
"""

from bisect import bisect_right
from dataclasses import dataclass

from widgets.seam.html import Element, Node, bdi, span

_CONTROLS = [
    "NUL",
    "SOH",
    "STX",
    "ETX",
    "EOT",
    "ENQ",
    "ACK",
    "BEL",
    "BS",
    "TAB",
    "LF",
    "VT",
    "FF",
    "CR",
    "SO",
    "SI",
    "DLE",
    "DC1",
    "DC2",
    "DC3",
    "DC4",
    "NAK",
    "SYN",
    "ETB",
    "CAN",
    "EM",
    "SUB",
    "ESC",
    "FS",
    "GS",
    "RS",
    "US",
]
_NAMED = {0x7F: "DEL", 0xA0: "NBSP", 0xAD: "SHY", 0x200B: "ZWSP", 0x200C: "ZWNJ", 0x200D: "ZWJ", 0xFEFF: "BOM"} | dict(
    enumerate(_CONTROLS)
)

# First and last code point of characters that show nothing, change the direction, or sit upon their neighbour:
# controls, spaces but U+0020, joiners, marks, variation selectors, halves of pairs, private use, tags.
_UNSEEN = (
    (0x00, 0x1F), (0x7F, 0xA0), (0xAD, 0xAD), (0x300, 0x36F), (0x483, 0x489), (0x591, 0x5C7), (0x610, 0x61C),
    (0x64B, 0x65F), (0x670, 0x670), (0x6D6, 0x6ED), (0x115F, 0x1160), (0x1680, 0x1680), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x2000, 0x200F), (0x2028, 0x202F), (0x205F, 0x206F),
    (0x20D0, 0x20FF), (0x2800, 0x2800), (0x3000, 0x3000), (0x3164, 0x3164), (0xD800, 0xF8FF), (0xFDD0, 0xFDEF),
    (0xFE00, 0xFE0F), (0xFE20, 0xFE2F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB), (0xFFFE, 0xFFFF),
    (0x1BCA0, 0x1BCA3), (0x1D165, 0x1D182), (0x1FFFE, 0x1FFFF), (0xE0000, 0x10FFFF),
)  # fmt: skip
_FIRSTS = [first for first, _ in _UNSEEN]

# Above this every script may be wider than the one column of Latin, Greek and Cyrillic letters.
_WIDE = 0x590
_PICTURES = ((0x2600, 0x27BF), (0x2B00, 0x2BFF), (0x1F000, 0x1FAFF))

COUNT = 8
"""Columns that a count takes, as in `… 1,200 more …`."""


def is_unseen(character: str) -> bool:
    """Tell whether `character` must be named to be seen."""
    code = ord(character)
    at = bisect_right(_FIRSTS, code) - 1
    return at >= 0 and code <= _UNSEEN[at][1]


def is_half(character: str) -> bool:
    """Tell whether `character` is one half of a surrogate pair, which has no UTF-8."""
    return "\ud800" <= character <= "\udfff"


def name(character: str) -> str:
    """Return the name an unseen character is shown by: `NUL`, `ZWJ`, `U+202E`."""
    return _NAMED.get(ord(character)) or f"U+{ord(character):04X}"


def columns(text: str) -> float:
    """Return how wide `text` stands when spelled, in columns of the monospaced face: an estimate from above."""
    return sum(map(_width, text))


def spelled(text: str) -> Node:
    """Return `text` with unseen characters as small tags, kept from turning the line around it."""
    if text.isascii() and text.isprintable():
        return text
    nodes: list[Node] = []
    seen = ""
    for character in text:
        if is_unseen(character):
            nodes += [seen, span(".unseen")[name(character)]]
            seen = ""
        else:
            seen += character
    return bdi(dir="ltr")[[*nodes, seen]]


def in_cell(character: str) -> Node:
    """Return `character` for a cell of its own, in which a blank has a name too."""
    if character == " ":
        return span(".unseen")["SP"]
    return span(".unseen")[name(character)] if is_unseen(character) else character


def in_line(text: str) -> str:
    """Return `text` with unseen characters named in angle brackets, for a picture's labels, which are text alone."""
    return "".join(f"<{name(character)}>" if is_unseen(character) else character for character in text)


def exact(text: str) -> Node:
    """Return `text` so that the page holds it character for character, kept from turning the line around it."""
    return text if text.isascii() else bdi(dir="ltr")[text]


@dataclass(frozen=True, slots=True)
class Cut:
    """A text of which `hidden` characters between `head` and `tail` are left out; 0 where it is whole."""

    head: str
    hidden: int
    tail: str

    @property
    def nodes(self) -> Node:
        """The text spelled, with a count where something is left out."""
        return [spelled(self.head), self.hidden > 0 and [gap(f"{self.hidden:,} more"), spelled(self.tail)]]

    @property
    def line(self) -> str:
        """The text in one line, with an ellipsis where something is left out."""
        return in_line(self.head) + ("…" + in_line(self.tail) if self.hidden else "")


def cut(text: str, width: int, room: float = COUNT) -> Cut:
    """Shorten `text` to `width` columns, `room` of them for the mark of what is left out, two thirds its beginning."""
    # A character is at least one column, so a longer text is never measured whole.
    if len(text) <= width and columns(text) <= width:
        return Cut(text, 0, "")
    left = width - room
    head = _fitting(text[:width], left * 2 / 3)
    tail = _fitting(text[: -width - 1 : -1], left / 3)[::-1]
    return Cut(head, len(text) - len(head) - len(tail), tail)


def gap(words: str) -> Element:
    """Return the mark of something left out, which says what."""
    return span(".gap")[f"… {words} …"]


def _fitting(text: str, width: float) -> str:
    # The whole text is wider than that, so the end is never reached.
    end = 0
    while (width := width - _width(text[end])) >= 0:
        end += 1
    return text[:end]


def _width(character: str) -> float:
    code = ord(character)
    if is_unseen(character):
        return 0.5 * len(name(character)) + 0.75
    if code < _WIDE:
        return 1
    return 2.5 if any(first <= code <= last for first, last in _PICTURES) else 1.75
