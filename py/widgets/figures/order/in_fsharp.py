"""The sorting as F# writes it: what goes into the Set, and the list that comes out."""

from collections.abc import Sequence

from widgets.figures.order.batch import Batch
from widgets.figures.order.comparison import Comparison
from widgets.figures.order.rows import coloured
from widgets.seam.html import Element, Node, code, p, samp, span


def sorted_in_fsharp(batch: Batch, comparison: Comparison) -> Element:
    """Return the two lines. A Set compares byte by byte, so an order without case is a list's. Readouts: `call`, `answer`."""
    given = _list(batch.arrived, comparison)
    if comparison.ordinal:
        call: Node = ["Set.ofList ", given, " ", span(".piece")["|> Set.toList"]]
    else:
        call = [given, " ", span(".piece")["|> List.sortBy (fun id -> id.ToLowerInvariant())"]]
    return p(".fsharp")[
        span(".lab.sc")["in F#"],
        code(data_part="call")[call],
        " ",
        samp(".value", data_part="answer")[_list(comparison.sort(batch.arrived), comparison)],
    ]


def _list(ids: Sequence[str], comparison: Comparison) -> Node:
    texts = [['"', coloured(comparison.spelled(branded)), '"'] for branded in ids]
    # An id doesn't break, so the bracket before it and the mark after it stay with it.
    pieces = [
        span(".piece")[at == 0 and "[", text, "]" if at == len(texts) - 1 else ";"] for at, text in enumerate(texts)
    ]
    return [[at > 0 and " ", piece] for at, piece in enumerate(pieces)] if pieces else "[]"
