"""Where to read on: a link, then `: ` and one line on what is there. `refs elsewhere` names pages outside this site."""

from markupsafe import Markup

from sitegen import attributes
from sitegen.fences import entries
from sitegen.fences.entries import Entry
from sitegen.scan import Fence
from sitegen.writer import Writer


def render(fence: Fence, writer: Writer) -> Markup:
    """An `ol.refs`, or a `dl.terms` where its entries are elsewhere in the course and so not links."""
    given = attributes.parse(fence.info, writer.problems)
    for word in given.words:
        if word.text != "elsewhere":
            writer.problem(word.place, f"refs doesn’t know the word {word.text}; it knows elsewhere")
    if "elsewhere" in given.said:
        rows = [_named(entry, writer) for entry in entries.read(fence, writer, least=1, most=2)]
        return Markup('<dl class="terms elsewhere">\n{}\n</dl>').format(Markup("\n").join(rows))
    rows = [
        Markup("<li><div>{}<span>{}</span></div></li>").format(writer.inline(entry.term), writer.inline(entry.parts[0]))
        for entry in entries.read(fence, writer, least=1, most=1)
    ]
    return Markup('<ol class="refs">\n{}\n</ol>').format(Markup("\n").join(rows))


def _named(entry: Entry, writer: Writer) -> Markup:
    """A page of the course that isn't on this site: a link only where the course's address is known."""
    term = writer.inline(entry.term)
    base = writer.site.file.course_address
    if base and len(entry.parts) == 2:
        path = entry.parts[1].text.strip().lstrip("/")
        term = Markup('<a href="{}/{}">{}</a>').format(base.rstrip("/"), path, term)
    return Markup("<div><dt>{}</dt><dd>{}</dd></div>").format(term, writer.inline(entry.parts[0]))
