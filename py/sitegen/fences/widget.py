"""A living figure: the widget's own view of its first state, prerendered, and around it what the page script needs."""

import json

from markupsafe import Markup

from sitegen import attributes
from sitegen.fences import answered, head
from sitegen.front_matter import key_place
from sitegen.scan import Fence
from sitegen.writer import Writer
from widgets.seam.bridge import widget_named
from widgets.seam.state import to_json

OPTIONS = frozenset({"toc"})
WORDS = frozenset({"wide"})

_FRAME = Markup("""\
<figure class="widget{wide}" aria-labelledby="{id}-caption">
<{element} id="{id}" data-python="asleep" data-start="{state}" data-state="{state}">
<div class="in" data-view>{view}</div>{offers}
<div class="statusline ui">
<span class="python" data-status role="status">Answered by Python when this page was built.</span>
<span class="progress" data-progress></span>
<progress data-bar max="1" value="0" aria-label="Python’s files" hidden></progress>
<button type="button" class="chip say" data-wake hidden>Start Python</button>
<button type="button" class="chip say" data-stop hidden>Stop</button>
<span class="notice" data-notice role="status" hidden></span>
{ran}
<a data-link hidden href="#{id}">Link to this state</a>
</div>
</{element}>
<noscript>
{still}
</noscript>
<figcaption id="{id}-caption"><b class="sc">Figure {number}</b> {caption}</figcaption>
</figure>""")
_OFFER = Markup("""
<div class="offer statusline ui" data-offer="{}" hidden>
<button type="button" class="chip say"></button>
<span role="status"></span>
<progress max="1" value="0" aria-label="Its files" hidden></progress>
</div>""")


def render(fence: Fence, writer: Writer) -> Markup:
    """The figure. A widget that isn't there, or refuses what was written for it, is a problem at the fence."""
    element = (attributes.parse(fence.info, []).said or ("",))[0]
    halves = head.halve(fence, writer, words=WORDS | {element}, options=OPTIONS)
    table = head.table(halves.above, fence, writer)
    number = writer.number("figure")
    if not element:
        writer.problem(fence.place, "a widget’s fence names its element: ```widget keyspace-builder #keyspace")
    if halves.given.id is None:
        writer.problem(fence.place, "a widget needs an id, by which links carry its state: #keyspace")
    if table is None or not element or halves.given.id is None:
        return Markup("")
    for key, value in table.items():
        if not isinstance(value, str | int):
            wrong = f"{key} is a {type(value).__name__}; a widget takes texts, whole numbers, true and false"
            writer.problem(key_place(halves.above, key, fence.place), wrong)
            return Markup("")
    try:
        widget = widget_named(element)
        state = widget.initial(table)
    except (ValueError, LookupError) as error:
        writer.problem(fence.place, str(error))
        return Markup("")
    return _FRAME.format(
        wide=" wide" if "wide" in halves.given.said else "",
        id=halves.given.id,
        element=element,
        state=json.dumps(to_json(state)),
        view=Markup(writer.kit.ahead.drawn(widget, state)),
        offers=Markup("").join(_OFFER.format(name) for name in getattr(widget, "OFFERED", ())),
        ran=answered.render(widget, halves.given.id, fence, writer),
        still=Markup(writer.kit.ahead.stilled(widget, table)),
        number=number,
        caption=writer.inline(halves.below),
    )


def label(fence: Fence) -> tuple[str, str] | None:
    """A figure's place in the contents list, id and words; None where its fence has no `toc="…"`."""
    given = attributes.parse(fence.info, [])
    if given.id is None or "toc" not in given.options:
        return None
    return given.id, given.options["toc"]
