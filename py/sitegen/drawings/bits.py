"""An id taken down to its bits: the text, the number its digits spell, and the three fields of that number."""

from echomq import branded_id
from sitegen import marks
from widgets.figures import flake_bits
from widgets.seam.html import Element, code, div, p, span


def draw(id: str) -> Element:
    """The bits of `id`, a branded id that decodes."""
    number = branded_id.parse(id).integer
    return div(".decoder.bits-of")[
        p[code[marks.identifier(id)], span[" spells "], code[number]],
        flake_bits.picture(number),
    ]
