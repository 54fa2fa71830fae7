"""A branded id in a line of text: its two parts in their colours, and the one place where it may break."""

from echomq.branded_id import NAMESPACE_WIDTH
from widgets.figures.brackets import Part
from widgets.seam.html import Node, span, wbr


def coloured(branded: str) -> Node:
    """Return `branded` as text whose namespace and digits wear their classes."""
    return [
        span(f".{Part.NAMESPACE}")[branded[:NAMESPACE_WIDTH]],
        wbr,
        span(f".{Part.SNOWFLAKE}")[branded[NAMESPACE_WIDTH:]],
    ]
