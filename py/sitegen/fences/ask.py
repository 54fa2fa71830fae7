"""A question to answer before reading on: the question, one `- ` line for each choice, `---`, and the answer with why."""

from markupsafe import Markup

from sitegen.fences import head
from sitegen.scan import Fence
from sitegen.source import Line, Source
from sitegen.writer import Writer


def render(fence: Fence, writer: Writer) -> Markup:
    """A `fieldset.ask` of radio buttons, and the answer folded up below; it works without scripts."""
    halves = head.halve(fence, writer, words=frozenset())
    question: list[Line] = []
    choices: list[Line] = []
    for line in halves.above.lines:
        if line.text.startswith("- "):
            choices.append(line.cut(2))
        elif line.text.strip():
            question.append(line)
    if not question or len(choices) < 2:
        writer.problem(fence.place, "a question has a text and at least two choices, lines that begin with “- ”")
        return Markup("")
    name = f"ask-{writer.number('ask')}"
    asked = Markup('<legend><span class="sc">Predict first</span><span>{}</span></legend>').format(
        writer.inline(Source(tuple(question)))
    )
    labels = Markup("\n").join(
        Markup('<label><input type="radio" name="{}">{}</label>').format(name, writer.inline(Source((choice,))))
        for choice in choices
    )
    answer = writer.prose(halves.below)
    why = Markup('<details class="why"><summary class="ui">Show the answer and why</summary>\n{}\n</details>')
    return Markup('<fieldset class="ask">\n{}\n{}\n{}\n</fieldset>').format(asked, labels, why.format(answer))
