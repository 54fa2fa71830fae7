"""The three stores side by side: how each keeps the ids, and the order in which it lists them."""

from collections.abc import Sequence

from widgets.figures.stored.order import ORDERED, is_whole, wrong_pairs
from widgets.figures.stored.rows import listed, shown, transcript
from widgets.figures.stored.told import Listing, Place, Store, Told
from widgets.seam.html import Element, Node, b, code, div, p, section, span

NAMES = {Store.SQLITE: "SQLite", Store.VALKEY: "Valkey", Store.POSTGRES: "PostgreSQL"}
_HELD = {
    Store.SQLITE: (Place.SQLITE_NUMBER, Place.SQLITE_TEXT),
    Store.VALKEY: (Place.VALKEY_MEMBER,),
    Store.POSTGRES: (Place.POSTGRES_NUMBER, Place.POSTGRES_TEXT),
}
_KINDS = {
    Place.SQLITE_NUMBER: ("the number", "INTEGER PRIMARY KEY"),
    Place.SQLITE_TEXT: ("the text", "TEXT PRIMARY KEY"),
    Place.VALKEY_MEMBER: ("the text", "a sorted set, every score 0"),
    Place.POSTGRES_NUMBER: ("the number", "bigint PRIMARY KEY"),
    Place.POSTGRES_TEXT: ("the text", 'text COLLATE "C"'),
}
ABSENT = "PostgreSQL isn’t in this page yet. The button under the figure brings it, and says how large it is."


def shelves(told: Told, ids: Sequence[str]) -> Element:
    """Return the stores, each with its lists. Readouts: one for each of `ORDERED` that was observed."""
    return div(".shelves")[[_shelf(store, told, ids) for store in Store]]


def agreement(told: Told, ids: Sequence[str]) -> Element:
    """Say whether all lists keep the order of minting. Readouts: `lists`, their count, and `agree`, how many of them do."""
    lists = [told.listings[place] for place in ORDERED if place in told.listings]
    right = [one for one in lists if is_whole(one) and not wrong_pairs(one.read.rows, ids)]
    if not ids:
        return p(".agreement", role="status")["There is no id to keep."]
    is_one = len(right) == len(lists)
    return p(".agreement" if is_one else ".agreement.some", role="status")[
        b[span(data_part="agree")[len(right)], " of ", span(data_part="lists")[len(lists)]],
        " lists hold ", _count(len(ids)), " in the order of their minting",
        "." if is_one else [". ", _reason(told, ids)],
    ]  # fmt: skip


def _shelf(store: Store, told: Told, ids: Sequence[str]) -> Element:
    held = [(place, told.listings[place]) for place in _HELD[store] if place in told.listings]
    return section(f".shelf.{store}")[
        p(".lab.sc")[NAMES[store]],
        div(".lists")[[_list(place, listing, ids) for place, listing in held]] if held else p(".hint")[ABSENT],
        transcript("What was said to it", [asked for _, listing in held for asked in listing.said]) if held else None,
    ]


def _list(place: Place, listing: Listing, ids: Sequence[str]) -> Element:
    kind, declared = _KINDS[place]
    refused = [insert for insert in listing.filled if insert.refusal]
    return div(".list")[
        p(".over")[span[kind], " ", code[declared] if listing.made else span(".as")[declared]],
        listed(place, listing, ids),
        p(".hint.bad")[len(refused), " refused: ", refused[0].refusal] if refused else None,
    ]


def _count(count: int) -> str:
    return "the one id" if count == 1 else f"all {count} ids"


def _reason(told: Told, ids: Sequence[str]) -> Node:
    """Say of the first list that is not as the others what is different there."""
    for place in ORDERED:
        listing = told.listings.get(place)
        pairs = wrong_pairs(listing.read.rows, ids) if listing else ()
        if pairs:
            return [
                code[shown(pairs[0].first)], " stands before ", code[shown(pairs[0].then)],
                ": the letters weigh more than the time.",
            ]  # fmt: skip
    return "Two of them have one number, and a column of numbers takes it once."
