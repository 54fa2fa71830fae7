"""A refusal: the exception's own words, then what is wrong and what would pass."""

from widgets.seam.html import Element, Node, div, samp


def refusal(words: str, why: Node, part: str = "refusal") -> Element:
    """Return the block for `words`; without any it stays in the page, empty, so that a later refusal is announced.

    Readout: `part`, exactly the words.
    """
    return div(".refuse" if words else ".refuse.none", role="status")[samp(".bad", data_part=part)[words], why]
