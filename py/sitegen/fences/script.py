"""A script of F#: what stands in it is compiled, its answers are checked, and a reader can run it again in the page, or edit it."""

from markupsafe import Markup

from sitegen import highlight, scripted
from sitegen.fences import head, languages
from sitegen.proof import Kind, Proof
from sitegen.scan import Fence
from sitegen.script import ECHO
from sitegen.witnesses import Answer
from sitegen.writer import Writer

_FRAME = Markup("""\
<figure class="listing script{wide}" id="{id}" aria-labelledby="{id}-caption">
<div class="in">
<div class="bar ui"><span class="lang">F#</span><span class="hint v" data-check="{proof}">compiled by Fable {version}</span>\
<button type="button" class="copy" data-copy hidden>Copy</button></div>
<pre data-l="fs" data-title="F#, compiled by Fable {version}" tabindex="0"><code>{code}</code></pre>
<div class="run ui" hidden><button type="button" class="chip say" data-run="{name}">Run this F#</button>\
<button type="button" class="chip say" data-edit hidden>Edit it</button><output></output></div>{types}
</div>
<figcaption id="{id}-caption"><b class="sc">Listing {number}</b> {caption}</figcaption>
</figure>""")


def render(fence: Fence, writer: Writer) -> Markup:
    """A `figure.listing.script`; its buttons wake with the page's scripts."""
    halves = head.halve(fence, writer, words=frozenset({"wide"}))
    number = writer.number("listing")
    if halves.given.id is None:
        writer.problem(fence.place, "a script has an id, by which it is run: ```script #slots")
        return Markup("")
    source = halves.above.trimmed()
    text = source.text
    compiler = writer.kit.port.compiler
    asked = scripted.name_of(writer.page, halves.given.id)
    first = source.place(0).line
    told = writer.kit.script_types.get(asked, {})
    types = {(line - first, column): text for (line, column), text in told.items()}
    said = sum(line.startswith(ECHO) for line in text.split("\n"))
    answers = f"{said} answer{'' if said == 1 else 's'}"
    proof = writer.record.add(Proof(Kind.SCRIPT, answers, asked, (Answer(compiler, asked, answers),)))
    return _FRAME.format(
        wide=" wide" if "wide" in halves.given.said else "",
        id=halves.given.id,
        version=writer.kit.port.version,
        code=highlight.html(text, "fsharp", types=types),
        types=languages.signatures(types, "fs"),
        name=asked,
        number=number,
        proof=proof,
        caption=writer.inline(halves.below),
    )
