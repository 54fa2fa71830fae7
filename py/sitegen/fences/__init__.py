"""Each fence is one renderer; this table is all of them."""

from collections.abc import Mapping
from types import MappingProxyType

from sitegen.fences import (
    ask,
    bridge,
    colophon,
    dives,
    figure,
    ledger,
    legend,
    listing,
    note,
    proofs,
    references,
    script,
    table,
    terms,
    widget,
)
from sitegen.writer import Renderer

RENDERERS: Mapping[str, Renderer] = MappingProxyType(
    {
        "ask": ask.render,
        "bridge": bridge.render,
        "components": colophon.components,
        "dives": dives.render,
        "figure": figure.render,
        "ledger": ledger.render,
        "legend": legend.render,
        "listing": listing.render,
        "note": note.render,
        "proof-counts": proofs.counts,
        "proofs": proofs.listed,
        "refs": references.render,
        "script": script.render,
        "stamp": colophon.stamp,
        "table": table.render,
        "terms": terms.render,
        "widget": widget.render,
    }
)
