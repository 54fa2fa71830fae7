"""What to say of an id that is well formed and stands for no snowflake: how far its number is past the last one."""

from echomq import base62
from widgets.seam.html import Node, code, p, sup

_LAST = base62.encode(base62.MAX)


def too_large(number: int) -> Node:
    """Say by how much `number` is past 2^63-1, how many bits it takes, and which payload would pass."""
    digits, past = code[str(number)], code[str(number - base62.MAX)]
    return [
        p[
            "Well-formed, but no snowflake: its digits spell ", digits, ", which is ", past, " past 2", sup["63"],
            f" − 1 and takes {number.bit_length()} bits.",
        ],
        p[code[_LAST], " is the last payload that would pass."],
    ]  # fmt: skip
