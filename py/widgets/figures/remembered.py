"""A piece of a picture is drawn once for the same arguments: from one keystroke to the next most pieces stay as they were."""

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, cast

from htpy import Renderable
from markupsafe import Markup

P = ParamSpec("P")

_KEPT = 8
"""How many drawings of one piece are kept: enough to go back and forth, and too few to grow by."""


def remembered(draw: Callable[P, Renderable]) -> Callable[P, Markup]:
    """Return `draw` with a memory; its arguments must be hashable and all that it depends on.

    It answers with finished HTML. That alone is a gain: htpy passes each scrap of an unfinished element up through all
    the elements around it.
    """

    def finished(*args: P.args, **kwargs: P.kwargs) -> Markup:
        return Markup(str(draw(*args, **kwargs)))  # noqa: S704 - htpy has escaped what was to be escaped

    return cast("Callable[P, Markup]", lru_cache(maxsize=_KEPT)(finished))
