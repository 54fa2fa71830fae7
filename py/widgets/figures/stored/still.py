"""The lists as a table, for a reader without scripts, and what came of each trap."""

from collections.abc import Sequence

from widgets.figures.stored.order import ORDERED
from widgets.figures.stored.rows import shown
from widgets.figures.stored.shelves import NAMES
from widgets.figures.stored.told import Place, Store, Told
from widgets.figures.stored.traps import TITLES, Trap, sprung
from widgets.seam.html import Element, caption, code, div, p, section, table, tbody, td, th, thead, tr

_HEADS = {
    Place.SQLITE_NUMBER: (Store.SQLITE, "number"),
    Place.SQLITE_TEXT: (Store.SQLITE, "text"),
    Place.VALKEY_MEMBER: (Store.VALKEY, "member"),
    Place.POSTGRES_NUMBER: (Store.POSTGRES, "number"),
    Place.POSTGRES_TEXT: (Store.POSTGRES, "text"),
}


def stills(told: Told, ids: Sequence[str], shown_trap: Trap) -> Element:
    """Return the table of what each store lists, in its own order, and the traps but the one that is shown already."""
    places = [place for place in ORDERED if place in told.listings]
    lists = [told.listings[place].read.rows for place in places]
    rows = [[column[at] if at < len(column) else "" for column in lists] for at in range(len(ids))]
    return div(".stored")[
        section(".lying", tabindex="0", aria_label="What each store lists")[
            table(".data")[
                caption["What the stores answered when this page was built: arrival, and each list in its own order."],
                thead[
                    tr[
                        th(scope="col")["arrived"],
                        [th(scope="col")[f"{NAMES[_HEADS[place][0]]}, {_HEADS[place][1]}"] for place in places],
                    ]
                ],
                tbody[
                    [
                        tr[td[code[shown(branded)]], [td[code[shown(cell)]] for cell in row]]
                        for branded, row in zip(ids, rows, strict=True)
                    ]
                ],
            ]
        ],
        [[p(".lab.sc")[TITLES[trap]], sprung(trap, told, ids)] for trap in Trap if trap is not shown_trap],
    ]
