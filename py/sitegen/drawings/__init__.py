"""Figures that don't move: each is drawn once, by the build, from values the domain works out; this table is all of them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sitegen.drawings import bits, byte_order, fork, life, slots, stores, thread
from widgets.seam.html import Html

DRAWINGS: Mapping[str, Callable[..., Html]] = MappingProxyType(
    {
        "bits": bits.draw,
        "byte-order": byte_order.draw,
        "fork": fork.draw,
        "life": life.draw,
        "slots": slots.draw,
        "stores": stores.draw,
        "thread": thread.draw,
    }
)
"""By the name a fence gives. A drawing raises ValueError for arguments that it can't be made of."""
