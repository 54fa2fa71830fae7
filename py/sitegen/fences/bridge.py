"""From what came before to what comes now: two entries, an arrow between them."""

from markupsafe import Markup

from sitegen.fences import entries
from sitegen.scan import Fence
from sitegen.writer import Writer


def render(fence: Fence, writer: Writer) -> Markup:
    """A `div.bridge` from the first entry to the second."""
    found = entries.read(fence, writer, least=1, most=1)
    if len(found) != 2:
        writer.problem(fence.place, f"a bridge has two ends, this one has {len(found)}")
        return Markup("")
    ends = [
        Markup('<div><span class="sc">{}</span>{}</div>').format(
            writer.inline(entry.term), writer.inline(entry.parts[0])
        )
        for entry in found
    ]
    return Markup('<div class="bridge">{}<span aria-hidden="true">→</span>{}</div>').format(*ends)
