"""A still figure: ```` ```figure byte-order #by-bytes ````, the drawing's arguments in TOML, then `---` and its caption."""

import inspect
from collections.abc import Callable

from markupsafe import Markup

from sitegen import attributes
from sitegen.drawings import DRAWINGS
from sitegen.fences import head
from sitegen.scan import Fence
from sitegen.writer import Writer
from widgets.seam.html import Html

WORDS = frozenset({"wide"})

_FRAME = Markup("""\
<figure class="drawing{wide}" id="{id}" aria-labelledby="{id}-caption">
<div class="in">{drawn}</div>
<figcaption id="{id}-caption"><b class="sc">Figure {number}</b> {caption}</figcaption>
</figure>""")


def render(fence: Fence, writer: Writer) -> Markup:
    """A `figure.drawing`. A drawing that isn't there, or refuses what was written for it, is a problem at the fence."""
    name = (attributes.parse(fence.info, []).said or ("",))[0]
    halves = head.halve(fence, writer, words=WORDS | {name})
    table = head.table(halves.above, fence, writer)
    number = writer.number("figure")
    draw = DRAWINGS.get(name)
    if draw is None:
        there = ", ".join(DRAWINGS)
        writer.problem(fence.place, f"there is no drawing {name or 'without a name'}; there are {there}")
    if draw is None or table is None:
        return Markup("")
    if (wrong := _misfit(name, draw, table)) is not None:
        writer.problem(fence.place, wrong)
        return Markup("")
    try:
        drawn = draw(**table)
    except (ValueError, TypeError) as error:
        writer.problem(fence.place, f"{name} refuses: {error}")
        return Markup("")
    return _FRAME.format(
        wide=" wide" if "wide" in halves.given.said else "",
        id=halves.given.id or f"figure-{number}",
        drawn=Markup(str(drawn)),
        number=number,
        caption=writer.inline(halves.below),
    )


def _misfit(name: str, draw: Callable[..., Html], table: dict[str, object]) -> str | None:
    """Why a drawing can't take the arguments of a fence; None where it can."""
    try:
        inspect.signature(draw).bind(**table)
    except TypeError as error:
        takes = ", ".join(inspect.signature(draw).parameters) or "nothing"
        return f"{name} takes {takes}: {error}"
    return None
