"""A piece of a picture is drawn once for the same arguments: from one keystroke to the next most pieces stay as they were."""

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

_KEPT = 8
"""How many drawings of one piece are kept: enough to go back and forth, and too few to grow by."""


def remembered(draw: Callable[P, R]) -> Callable[P, R]:
    """Return `draw` with a memory; its arguments must be hashable and all that it depends on."""
    return cast("Callable[P, R]", lru_cache(maxsize=_KEPT)(draw))
