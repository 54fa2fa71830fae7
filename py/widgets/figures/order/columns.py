"""The orders side by side: a list each, and between two lists the lines that lead from one to the other."""

from widgets.figures.order import rows
from widgets.figures.order.batch import Batch
from widgets.figures.order.comparison import Comparison, inversions
from widgets.figures.order.wires import Mark, wires
from widgets.seam.html import Element, b, div, i, ol, p, span


def columns(batch: Batch, comparison: Comparison, without: str) -> Element:
    """Draw the orders: as they arrived, as they were minted, and in the Set; the last two are one where all is well.

    `without` says what is not as it should be, "" where all is. Readouts: the lists `arrived`, `minted` and `set`, of
    items with `data-id`, and the counts `inversions` and `wrong`; no `minted` and no `wrong` where all is well.
    """
    kept = comparison.sort(batch.arrived)
    arrived = [
        _head("arrived", "as they arrived"),
        _list("arrived", rows.clocked("arrived", batch.arrived, batch)),
        _count("inversions", len(inversions(batch.arrived, batch.minted)), "inversion"),
        wires(batch.arrived, batch.minted, Mark.RING, "Lines from arrival to minting."),
    ]
    held = rows.settled("set", kept, batch, comparison)
    tall = ".tall" if batch.days > 1 or len(batch.nodes) > 1 else ""
    if not without:
        return div(f".tracks{tall}")[arrived, _head("set", "in the Set"), _list("set", held)]
    return div(f".tracks.three{tall}")[
        arrived,
        _head("minted", "as minted"),
        _list("minted", rows.clocked("minted", batch.minted, batch)),
        _count("wrong", len(inversions(kept, batch.minted)), "wrong pair"),
        wires(batch.minted, kept, Mark.CROSS, "Lines from minting to the Set."),
        _head("set", "in the Set", without),
        _list("set", held),
    ]


def _head(place: str, name: str, without: str = "") -> Element:
    return p(f".over.at-{place}")[span(".sc")[name], without and i[f" {without}"]]


def _list(name: str, items: list[Element]) -> Element:
    return ol(f".ids.at-{name}", data_part=name)[items]


def _count(name: str, count: int, noun: str) -> Element:
    return p(f".count.{name}" if count else f".count.{name}.zero")[
        b(data_part=name)[count], f" {noun}" if count == 1 else f" {noun}s"
    ]
