"""What many keys come to: their spread over the nodes, and a table of them, of which a page is shown at a time."""

from functools import lru_cache

from widgets.figures.slots.key_table import key_table
from widgets.figures.slots.many_keys import Placed, placed
from widgets.figures.slots.spread import spread
from widgets.seam.html import Element, Html, Node, button, caption, div, fragment, p, span

PAGE = 100
"""So many rows of the table are shown; all keys are counted in the spread."""

PRESSES = frozenset({"earlier", "later"})


@lru_cache(maxsize=2)
def many_answer(text: str, nodes: int, page: int) -> Html:
    """Return spread and table of the keys in `text`; a number of a page that isn't there counts as the nearest.

    It is remembered, since it stays the same while the reader does other things in the same figure.
    """
    found = placed(text)
    slots = [row.slot for row in found if row.part is not None]
    refused = len(found) - len(slots)
    return fragment(
        not found and p(".hint")["No keys yet: paste some, one a line, or choose."],
        bool(slots) and spread(slots, nodes),
        refused > 0 and p(".bad")[_refused(refused)],
        bool(found) and _table(found, nodes, page),
    )


def turned(text: str, page: int, press: str) -> int:
    """Return the number of the page after `earlier` or `later` was pressed on number `page`."""
    last = _last(len(placed(text)))
    return min(max(min(page, last) + (1 if press == "later" else -1), 0), last)


def _last(count: int) -> int:
    return max(count - 1, 0) // PAGE


def _refused(count: int) -> str:
    return f"{count:,} {'line has' if count == 1 else 'lines have'} no UTF-8, and so no slot."


def _table(found: tuple[Placed, ...], nodes: int, page: int) -> Node:
    last = _last(len(found))
    page = min(max(page, 0), last)
    rows = found[page * PAGE : (page + 1) * PAGE]
    first = page * PAGE + 1
    return [
        last > 0 and _turning(first, first + len(rows) - 1, len(found)),
        div(".scroll", tabindex="0", role="group", aria_label="The keys, one a row")[
            key_table(rows, nodes, caption(".vh")["Where each key lies"])
        ],
    ]


def _turning(first: int, last: int, count: int) -> Element:
    return div(".row.turning")[
        button(".chip.say", type="button", name="earlier")["Earlier"],
        button(".chip.say", type="button", name="later")["Later"],
        span(".ui.hint")[f"Keys {first:,} to {last:,} of {count:,}; all of them are counted above."],
    ]
