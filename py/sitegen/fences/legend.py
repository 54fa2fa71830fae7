"""The five parts of a key, each in its colour and on its line, with the word for both."""

from markupsafe import Markup

from sitegen import marks
from sitegen.scan import Fence
from sitegen.writer import Writer

LINES = (
    ("lit", "emq", "literal, dotted"),
    ("tag", "{email}", "hashtag, heavy"),
    ("typ", "job", "type, dashed"),
    ("ns", "JOB", "namespace, double"),
    ("fl", "0Dqhu1EacDY", "snowflake, single"),
)


def render(fence: Fence, writer: Writer) -> Markup:
    """A `dl.legend`."""
    if fence.body or fence.info.text.strip():
        writer.problem(fence.place, "a legend fence is empty: the parts of a key are always the same five")
    rows = Markup("\n").join(
        Markup("<dt>{}</dt><dd>{}</dd>").format(marks.part(name, text), said) for name, text, said in LINES
    )
    return Markup('<dl class="legend">\n{}\n</dl>').format(rows)
