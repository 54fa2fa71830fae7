"""HTML written out ahead: a piece that looks the same in view after view is made once, and only copied from then on."""

from htpy import Element
from markupsafe import Markup


def written(element: Element) -> Markup:
    """Return the HTML of `element`, to stand in other elements as it is. Meant for functions that are cached."""
    return Markup(str(element))  # noqa: S704 - htpy has escaped what was text
