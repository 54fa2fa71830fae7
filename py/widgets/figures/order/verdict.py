"""What to say under the orders: that they agree, or the first pair that doesn't, byte by byte."""

from collections.abc import Collection, Sequence

from widgets.figures.order import conditions
from widgets.figures.order.batch import MOST, Batch
from widgets.figures.order.comparison import Comparison, inversions
from widgets.figures.order.next_ids import Condition
from widgets.figures.order.rows import coloured
from widgets.figures.order.wrong_pair import bytes_of, first_wrong_pair, why
from widgets.seam.html import Element, Node, b, code, div, p, span


def verdict(batch: Batch, comparison: Comparison, missing: Collection[Condition], added: Sequence[str]) -> Element:
    """Return the block; `added` are ids minted to show what a missing condition does. Readout where none is: `wrong`, 0."""
    return div(".verdict", role="status")[_said(batch, comparison, missing, added)]


def full() -> tuple[str, Node]:
    """Return the words by which another id is refused, and what the reader can do."""
    why_not = f"More than {MOST} could no longer be told apart here. Reset brings back the first three."
    return f"this figure holds {MOST} ids", p[why_not]


def ended() -> tuple[str, Node]:
    """Return the words by which an id past the end of time is refused, and what the reader can do."""
    why_not = "The last millisecond they can hold is that of 2093-09-06 at 15:47:35.551 UTC. Reset brings back the first three."
    return "the 41 bits of time are used up", p[why_not]


def _said(batch: Batch, comparison: Comparison, missing: Collection[Condition], added: Sequence[str]) -> Node:
    if not missing:
        return p[
            b(data_part="wrong")[0],
            " wrong pairs in the Set: all five conditions hold, so the order of bytes is the order of minting.",
        ]
    pair = first_wrong_pair(batch, comparison)
    if pair is None:
        return p["None of these pairs is wrong yet. ", " ".join(map(conditions.breaks_when, missing))]
    count = len(inversions(comparison.sort(batch.arrived), batch.minted))
    return [
        bool(added)
        and p(".hint")["The ids that were here don’t show it. Two were minted that do: ", _both(added), "."],
        div(".refuse")[
            p(".which")[span(".sc")["First wrong pair"], count > 1 and f", of {count}"],
            bytes_of(pair, batch),
            why(pair, batch, live=True),
        ],
    ]


def _both(ids: Sequence[str]) -> Node:
    return [[at > 0 and " and ", code[coloured(branded)]] for at, branded in enumerate(ids)]
