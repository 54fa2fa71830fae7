"""Terms with what they mean. One that is a function of the F# port names it in a third line, and shows its signature."""

from markupsafe import Markup

from sitegen.fences import entries
from sitegen.proof import Kind, Proof
from sitegen.scan import Fence
from sitegen.source import Source
from sitegen.witnesses import Answer
from sitegen.writer import Writer


def render(fence: Fence, writer: Writer) -> Markup:
    """A `dl.terms`."""
    rows = []
    for entry in entries.read(fence, writer, least=1, most=2):
        said = writer.inline(entry.parts[0])
        if len(entry.parts) == 2:
            said += _signature(entry.parts[1], writer)
        rows.append(Markup("<div><dt>{}</dt><dd>{}</dd></div>").format(writer.inline(entry.term), said))
    return Markup('<dl class="terms">\n{}\n</dl>').format(Markup("\n").join(rows))


def _signature(named: Source, writer: Writer) -> Markup:
    """The signature as the compiler told it; it may break before an arrow and nowhere in it."""
    name = named.text.strip().strip("`")
    text = writer.kit.port.signatures.get(name)
    if text is None:
        like = [there for there in writer.kit.port.signatures if there.rpartition(".")[2] == name.rpartition(".")[2]]
        wrong = f"the F# port has no function {name}" + (f"; it has {', '.join(like)}" if like else "")
        writer.problem(named.place(0), wrong)
        return Markup("")
    told = Answer(writer.kit.port.compiler, name, text)
    writer.record.add(Proof(Kind.SIGNATURE, text, name, (told,)))
    first, *more = text.split(" -> ")
    steps = [Markup(" <span>-&gt; {}</span>").format(step) for step in more]
    return Markup('<code class="sig">{}{}</code>').format(first, Markup("").join(steps))
