"""A question to answer before reading on: the question, one `- ` line for each choice, `---`, and the answer with why.

Under a choice, a line that is indented says what there is to say to those who chose it.
"""

from dataclasses import dataclass, field

from markupsafe import Markup

from sitegen.fences import head
from sitegen.scan import Fence
from sitegen.source import Line, Source
from sitegen.writer import Writer


@dataclass(frozen=True, slots=True)
class _Choice:
    text: Line
    reply: list[Line] = field(default_factory=list[Line])


def render(fence: Fence, writer: Writer) -> Markup:
    """A `fieldset.ask` of radio buttons, and the answer folded up below; it works without scripts."""
    halves = head.halve(fence, writer, words=frozenset())
    question: list[Line] = []
    choices: list[_Choice] = []
    for line in halves.above.lines:
        if line.text.startswith("- "):
            choices.append(_Choice(line.cut(2)))
        elif line.text.startswith("  ") and choices:
            choices[-1].reply.append(line.cut(len(line.text) - len(line.text.lstrip())))
        elif line.text.strip():
            question.append(line)
    if not question or len(choices) < 2:
        writer.problem(fence.place, "a question has a text and at least two choices, lines that begin with “- ”")
        return Markup("")
    name = f"ask-{writer.number('ask')}"
    asked = Markup('<legend><span class="sc">Predict first</span><span>{}</span></legend>').format(
        writer.inline(Source(tuple(question)))
    )
    labels = Markup("\n").join(_choice(choice, name, writer) for choice in choices)
    answer = writer.prose(halves.below)
    why = Markup('<details class="why"><summary class="ui">Show the answer and why</summary>\n{}\n</details>')
    return Markup('<fieldset class="ask">\n{}\n{}\n{}\n</fieldset>').format(asked, labels, why.format(answer))


def _choice(choice: _Choice, name: str, writer: Writer) -> Markup:
    """A choice, and after it the reply, which the style sheet shows while that choice is the one."""
    label = Markup('<label><input type="radio" name="{}"><span>{}</span></label>').format(
        name, writer.inline(Source((choice.text,)))
    )
    if not choice.reply:
        return label
    return label + Markup('\n<p class="reply">{}</p>').format(writer.inline(Source(tuple(choice.reply))))
