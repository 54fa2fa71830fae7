"""What works and what doesn't: a name, `: full works` (or half, or open, and its word), then one sentence."""

from markupsafe import Markup

from sitegen import glyphs
from sitegen.fences import entries
from sitegen.scan import Fence
from sitegen.writer import Writer


def render(fence: Fence, writer: Writer) -> Markup:
    """A `dl.ledger`."""
    rows = []
    for entry in entries.read(fence, writer, least=2, most=2):
        circle, _, word = entry.parts[0].text.strip().partition(" ")
        if circle not in glyphs.CIRCLES or not word:
            there = ", ".join(glyphs.CIRCLES)
            wrong = f"a status is one of {there} and then a word, like “full works”; this is “{entry.parts[0].text}”"
            writer.problem(entry.parts[0].lines[0].place, wrong)
            continue
        row = Markup('<div><dt>{}</dt><dd class="st ui">{}</dd><dd class="say">{}</dd></div>')
        said = writer.inline(entry.parts[1])
        rows.append(row.format(writer.inline(entry.term), glyphs.status(circle, word), said))
    return Markup('<dl class="ledger">\n{}\n</dl>').format(Markup("\n").join(rows))
