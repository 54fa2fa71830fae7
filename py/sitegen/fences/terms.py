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
            signature = entry.parts[1].text.strip()
            said += Markup('<code class="sig">{}</code>').format(signature.strip("`"))
        rows.append(Markup("<div><dt>{}</dt><dd>{}</dd></div>").format(writer.inline(entry.term), said))
    return Markup('<dl class="terms">\n{}\n</dl>').format(Markup("\n").join(rows))
