"""Terms with what they mean and, where they are functions, their signature: a third line that is one code span."""

from markupsafe import Markup

from sitegen.fences import entries
from sitegen.scan import Fence
from sitegen.writer import Writer


def render(fence: Fence, writer: Writer) -> Markup:
    """A `dl.terms`."""
    rows = []
    for entry in entries.read(fence, writer, least=1, most=2):
        said = writer.inline(entry.parts[0])
        if len(entry.parts) == 2:
            said += _signature(entry.parts[1].text.strip().strip("`"))
        rows.append(Markup("<div><dt>{}</dt><dd>{}</dd></div>").format(writer.inline(entry.term), said))
    return Markup('<dl class="terms">\n{}\n</dl>').format(Markup("\n").join(rows))


def _signature(text: str) -> Markup:
    """The signature, which may break before an arrow and nowhere in it."""
    first, *more = text.split(" -> ")
    steps = [Markup(" <span>-&gt; {}</span>").format(step) for step in more]
    return Markup('<code class="sig">{}{}</code>').format(first, Markup("").join(steps))
