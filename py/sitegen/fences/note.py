"""A note for the margin: ```` ```note Title ````, and any Markdown inside."""

from markupsafe import Markup

from sitegen import scan
from sitegen.scan import Fence
from sitegen.source import Source
from sitegen.writer import Writer


def render(fence: Fence, writer: Writer) -> Markup:
    """The note; its title is run in where it has one."""
    at = len(fence.info.text) - len(fence.info.text.lstrip())
    title = Source((fence.info.cut(at),))
    body = writer.flow(scan.blocks(fence.body, writer.problems))
    number = writer.number("note")
    if not title:
        return Markup('<aside class="note" aria-label="Note {}">\n{}\n</aside>').format(number, body)
    frame = '<aside class="note" aria-labelledby="note-{0}">\n<b class="sc" id="note-{0}">{1}</b>\n{2}\n</aside>'
    return Markup(frame).format(number, writer.inline(title), body)
