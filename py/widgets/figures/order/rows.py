"""One id in a list: its text, and beneath it what the list has to say of it."""

from collections.abc import Sequence

from echomq import branded_id
from widgets.figures.brackets import Part
from widgets.figures.moment import in_words
from widgets.figures.order.batch import Batch
from widgets.figures.order.comparison import Comparison
from widgets.seam.html import Element, Node, code, li, mark, small, span


def clocked(name: str, ids: Sequence[str], batch: Batch) -> list[Element]:
    """Return the items of the list `name`, each with the moment of its minting: a date too where there are several."""
    return [_item(name, branded, coloured(branded), small[_told(branded, batch)]) for branded in ids]


def settled(name: str, kept: Sequence[str], batch: Batch, comparison: Comparison) -> list[Element]:
    """Return the items of the list `name`, sorted by `comparison`, each with the character that put it after the last."""
    rank = {branded: place for place, branded in enumerate(batch.minted)}
    items: list[Element] = []
    for at, branded in enumerate(kept):
        # The first is marked where it parts from the second, so that both characters can be seen.
        one, other = (kept[at - 1], branded) if at else (branded, kept[min(1, len(kept) - 1)])
        wrong = rank[one] > rank[other]
        place = comparison.parting(one, other) if one != other else None
        note = decided(one, other, comparison) if at else "first"
        text = coloured(comparison.spelled(branded), place, wrong=wrong)
        items.append(_item(name, branded, text, small(".bad" if wrong and at else "")[note]))
    return items


def decided(before: str, after: str, comparison: Comparison) -> Node:
    """Say which characters put `before` before `after`: `digit 6: 1 before O`."""
    first, second = comparison.spelled(before), comparison.spelled(after)
    place = comparison.parting(before, after)
    if comparison.key(before) == comparison.key(after):
        return "the same, without case"
    if place == len(first):
        return [place_name(place), ": an end before ", code[second[place]]]
    return [place_name(place), ": ", code[first[place]], " before ", code[second[place]]]


def place_name(place: int) -> str:
    """Name the place of a character, counted from 0: `letter 1` of the namespace, `digit 6` of the number."""
    if place < branded_id.NAMESPACE_WIDTH:
        return f"letter {place + 1}"
    return f"digit {place - branded_id.NAMESPACE_WIDTH + 1}"


def coloured(text: str, place: int | None = None, *, wrong: bool = False) -> Node:
    """Return the spelled id `text` in the colours of its parts, the character at `place` marked."""
    end = branded_id.NAMESPACE_WIDTH
    namespace = _marked(text[:end], place, wrong=wrong)
    digits = _marked(text[end:], None if place is None else place - end, wrong=wrong)
    return [span(f".{Part.NAMESPACE}")[namespace], span(f".{Part.SNOWFLAKE}")[digits]]


def minted_at(branded: str, batch: Batch) -> str:
    """Say when `branded` was minted, and whatever else tells it from the others: a date, its node, its sequence."""
    return ", ".join(_lines(branded, batch))


def _told(branded: str, batch: Batch) -> Node:
    *lines, last = _lines(branded, batch)
    return [[[span[line, ","], " "] for line in lines], span[last]]


def _lines(branded: str, batch: Batch) -> list[str]:
    """Return the same in one line or two: the time stands with the sequence, the node with the date if there is one."""
    flake = batch.flakes[branded]
    day, time = in_words(flake.ms).removesuffix(" UTC").split(", ")
    node = [f"node {flake.node}"] if len(batch.nodes) > 1 else []
    clock = f"{time}, seq {flake.sequence}" if flake.sequence else time
    return [", ".join([day, *node]), clock] if batch.days > 1 else [clock, *node]


def _item(name: str, branded: str, text: Node, note: Element) -> Element:
    return li(data_id=branded, data_travel=f"{name}-{branded}")[code[text], " ", note]


def _marked(text: str, place: int | None, *, wrong: bool) -> Node:
    if place is None or not 0 <= place < len(text):
        return text
    return [text[:place], mark(".x" if wrong else "")[text[place]], text[place + 1 :]]
