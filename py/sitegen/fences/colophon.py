"""The two things only the colophon shows: what is shipped under which licence, and the build's stamp taken apart."""

from markupsafe import Markup

from sitegen import marks
from sitegen.fences import head
from sitegen.licences import Component
from sitegen.scan import Fence
from sitegen.writer import Writer


def components(fence: Fence, writer: Writer) -> Markup:
    """A `ul.works` of all that is shipped, each with its licence folded up beneath it."""
    head.demand_empty(fence, writer)
    return Markup('<ul class="works">\n{}\n</ul>').format(Markup("\n").join(map(_shipped, writer.kit.components)))


def _shipped(part: Component) -> Markup:
    row = '<li><b><a href="{}">{}</a></b><span class="st ui">{}, {}</span><span class="say">{}</span>{}</li>'
    folded = Markup("<details><summary>Licence of {}</summary>\n<pre>{}</pre></details>").format(part.name, part.text)
    text = folded if part.text else Markup("")
    return Markup(row).format(part.address, part.name, part.version, part.licence, part.does, text)


def stamp(fence: Fence, writer: Writer) -> Markup:
    """A `dl.terms` of the stamp's parts."""
    head.demand_empty(fence, writer)
    of = writer.kit.stamp
    said = (
        ("the id", marks.code(of.text)),
        ("namespace", marks.code(of.text[:3], ("ns",))),
        ("snowflake", marks.code(of.text[3:], ("fl",))),
        ("integer", marks.code(str(of.integer))),
        ("moment", Markup('<time datetime="{}">{}</time>').format(of.flake.moment, marks.code(of.flake.moment))),
        ("node", marks.code(str(of.flake.node))),
        ("sequence", marks.code(str(of.flake.sequence))),
    )
    rows = Markup("\n").join(Markup("<div><dt>{}</dt><dd>{}</dd></div>").format(term, value) for term, value in said)
    return Markup('<dl class="terms opened">\n{}\n</dl>').format(rows)
