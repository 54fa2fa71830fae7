"""Rows as a store handed them back: a list of them, one row, and what was said to get them."""

from collections.abc import Iterable, Sequence

from echomq.branded_id import NAMESPACE_WIDTH, decode, is_valid
from widgets.figures.brackets import Part
from widgets.figures.branded import coloured
from widgets.figures.stored.order import wrong_pairs
from widgets.figures.stored.told import Asked, Listing
from widgets.seam.html import Element, Node, code, details, div, li, ol, p, samp, small, span, summary


def listed(name: str, listing: Listing, ids: Sequence[str]) -> Element:
    """Return what a place lists, each row with the number of its arrival; the second of a wrong pair is marked.

    Readout: `name`, items with `data-id`.
    """
    rows = listing.read.rows
    behind = {pair.then for pair in wrong_pairs(rows, ids)}
    arrival = {spelled: at for at, branded in enumerate(ids, 1) for spelled in (branded, str(decode(branded)[1]))}
    return ol(".kept", data_part=name)[
        [
            li(".bad" if row in behind else "", data_id=row, data_travel=f"{name}-{row}")[
                small[span(".vh")["arrived as number "], arrival[row]], code[_whole(row)]
            ]
            for row in rows
        ]
    ]


def shown(row: str) -> Node:
    """Return an id, or the number of one, in its colours; anything else as it is."""
    if is_valid(row):
        return coloured(row)
    return span(f".{Part.SNOWFLAKE}")[row] if row.isdigit() else row


def _whole(row: str) -> Node:
    """Return the same without the place where an id may break: a row of a list is one line."""
    end = NAMESPACE_WIDTH if is_valid(row) else 0
    return [span(f".{Part.NAMESPACE}")[row[:end]] if end else None, span(f".{Part.SNOWFLAKE}")[row[end:]]]


def transcript(title: Node, asked: Iterable[Asked]) -> Element:
    """Return all that was said, in its order, with what was answered to it, folded up."""
    return details(".said")[summary[title], div(".deeds")[[_line(one) for one in asked]]]


def transcript_of(listing: Listing) -> Element:
    """Return all that was said to one place."""
    return transcript("All that was said", [*listing.said, *listing.more])


def _line(one: Asked) -> Element:
    answer = one.refusal or ", ".join(one.rows)
    return p[code[one.words], samp(".bad" if one.refusal else "")[answer] if answer else None]
