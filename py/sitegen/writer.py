"""One page's Markdown becoming HTML: it keeps the page's count of figures and knows where each sentence came from."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from markdown import Markdown
from markupsafe import Markup, escape

from sitegen import bare, highlight, implied, inline, links, marks, proof, values, witnesses
from sitegen.content import Page, Site
from sitegen.inline import Code, Piece, Target, Value
from sitegen.kit import Kit
from sitegen.problems import Place, Problem
from sitegen.scan import Block, Fence, Heading, Prose
from sitegen.source import Source

_FIGURE = re.compile(r'figure\("([^"]*)"\)')


class Writer:
    """Turns blocks of one page into HTML. Whatever fails leaves a problem at its place and a gap in the text.

    `record` grows with what was checked on this page; `records` are those of the pages that were written before it, by
    name.
    """

    def __init__(
        self,
        site: Site,
        page: Page,
        kit: Kit,
        renderers: Mapping[str, "Renderer"],
        problems: list[Problem],
        records: Mapping[str, proof.Record] | None = None,
    ) -> None:
        self.site = site
        self.page = page
        self.kit = kit
        self.problems = problems
        self.record = proof.Record()
        self.records = records or {}
        self._renderers = renderers
        self._numbers: Counter[str] = Counter()
        self._markdown = _paragraphs_and_lists()
        self._line = _paragraphs_only()

    def problem(self, place: Place, text: str) -> None:
        """Note what is wrong."""
        self.problems.append(Problem.at(place, text))

    def number(self, what: str) -> int:
        """The next number of a figure, a listing or a table of this page."""
        self._numbers[what] += 1
        return self._numbers[what]

    def flow(self, blocks: Iterable[Block]) -> Markup:
        """Blocks, one after the other."""
        return Markup("\n").join(self._block(block) for block in blocks)

    def prose(self, source: Source) -> Markup:
        """Paragraphs, lists and quotations."""
        return self._converted(source, self._markdown)

    def inline(self, source: Source) -> Markup:
        """The same words without the paragraph around them."""
        html = self._converted(source, self._line)
        return Markup(re.sub(r"</p>\s*<p>", "<br>", html.removeprefix("<p>").removesuffix("</p>")))

    def title(self, text: str) -> Markup:
        """A title with the italic ampersand that the text face is proud of."""
        return Markup(str(escape(text)).replace(" &amp; ", " <em>&amp;</em> "))

    def _block(self, block: Block) -> Markup:
        match block:
            case Prose(source=source):
                return self.prose(source)
            case Heading():
                return self._small_heading(block)
            case Fence():
                return self._fence(block)

    def _small_heading(self, heading: Heading) -> Markup:
        level, name = f"h{heading.level}", heading.attributes.id
        title = self.inline(heading.title)
        if name is None:
            return Markup("<{0}>{1}</{0}>").format(level, title)
        link = Markup(' <a class="perma" href="#{}" aria-label="Link to this heading">¶</a>').format(name)
        return Markup('<{0} id="{1}">{2}{3}</{0}>').format(level, name, title, link)

    def _fence(self, fence: Fence) -> Markup:
        renderer = self._renderers.get(fence.name)
        if renderer is not None:
            return renderer(fence, self)
        if not highlight.known(fence.name):
            there = ", ".join(sorted(self._renderers))
            wrong = f"no fence is called {fence.name}, and no language either; fences are {there}"
            self.problem(fence.place, wrong)
        language = fence.name if highlight.known(fence.name) else "text"
        return Markup('<pre tabindex="0"><code>{}</code></pre>').format(highlight.html(fence.body.text, language))

    def _converted(self, source: Source, converter: Markdown) -> Markup:
        taken = inline.take_apart(source, self.problems)
        for found in taken.bare:
            self.problem(found.place, _unchecked(found.text))
        shown = [self._piece(piece) for piece in taken.pieces]
        html = converter.reset().convert(taken.text)
        return Markup(inline.TOKEN.sub(lambda token: str(shown[int(token[1])]), html))

    def _piece(self, piece: Piece) -> Markup:
        match piece:
            case Code(place, text, classes):
                self._check_classes(place, classes)
                self._check_name(place, text, classes)
                if "{=" in text and not classes:
                    wrong = "a value in a code span is the whole of it, `{=…}`; behind a span that only shows one, write {.plain}"
                    self.problem(place, wrong)
                return marks.code(text, classes)
            case Value(place, expression, as_code, classes):
                self._check_classes(place, classes)
                return self._value(place, expression, classes if as_code else None)
            case Target(place, address):
                try:
                    return escape(links.resolve(self.site, self.page, address))
                except links.BrokenLinkError as error:
                    self.problem(place, str(error))
                    return Markup("#")

    def _value(self, place: Place, expression: str, classes: tuple[str, ...] | None) -> Markup:
        """A value that all its witnesses agree on, with its mark; a problem and nothing where it has none, or they don't.

        With `classes` it is code.
        """
        try:
            asked = values.asked(expression)
            found = self._figure(asked.question) or values.evaluate(asked.question)
        except values.UnknownValueError as error:
            self.problem(place, str(error))
            return Markup("")
        kind = proof.Kind.PLAIN if asked.is_plain else proof.Kind.VALUE if asked.says is None else proof.Kind.CLAIM
        shown = asked.says or found
        number = self._proved(place, kind, asked.question, found, shown)
        if number is None:
            return Markup("")
        html = escape(shown) if classes is None else marks.code(shown, classes)
        return html if kind is proof.Kind.PLAIN else marks.checked(number, html)

    def _figure(self, question: str) -> str | None:
        """The number of a figure of this page, which `figure("keyspace")` asks for."""
        match = _FIGURE.fullmatch(question)
        number = None if match is None else self.page.figures.get(match[1])
        return None if number is None else str(number)

    def _check_name(self, place: Place, text: str, classes: tuple[str, ...]) -> None:
        """An id or a key in a code span must be what taking it apart and putting it together gives; a number must be asked."""
        if not classes and bare.is_number(text):
            self.problem(place, _unchecked(text))
        question = implied.question(text, classes)
        if question is None:
            return
        try:
            found = values.evaluate(question)
        except values.UnknownValueError as error:
            self.problem(
                place, f"{error}; a span that only looks like an id or a key is followed by {{.plain}} or {{.bad}}"
            )
            return
        kind = proof.Kind.KEY if text.startswith("emq:") else proof.Kind.ID
        self._proved(place, kind, question, found, text)

    def _proved(self, place: Place, kind: proof.Kind, question: str, found: str, says: str) -> int | None:
        """The number of the proof, once everybody who was asked agrees; each who doesn't is a problem."""
        said = self.kit.witnesses.get(question, ())
        wrong = [f"{one.witness} answers {one.said} to {one.asked}" for one in said if one.said != found]
        if found != says:
            wrong.insert(0, f"says {says}, but {question} is {found}")
        for words in wrong:
            self.problem(place, words)
        if wrong:
            return None
        return self.record.add(proof.Proof(kind, says, question, (witnesses.python(question, found), *said)))

    def _check_classes(self, place: Place, classes: tuple[str, ...]) -> None:
        for name in classes:
            if name not in marks.CLASSES:
                there = ", ".join(sorted(marks.CLASSES))
                self.problem(place, f"no class .{name} for code; there are {there}")


def _unchecked(text: str) -> str:
    if not bare.is_number(text):
        return f"{text} is taken on trust: in a code span it is taken apart, and {{.plain}} behind that says it is only words"
    return f'{text} is taken on trust: {{=slot("…")}} works a number out, and {{={text}}} says that it is a plain one'


Renderer: TypeAlias = Callable[[Fence, Writer], Markup]
"""What makes HTML of one kind of fence."""


def _paragraphs_and_lists() -> Markdown:
    """Markdown without what the scanner has taken over: code spans, headings, and code by indentation."""
    converter = Markdown(extensions=["sane_lists"], output_format="html")
    for name in ("code", "hashheader", "setextheader"):
        converter.parser.blockprocessors.deregister(name)
    converter.inlinePatterns.deregister("backtick")
    return converter


def _paragraphs_only() -> Markdown:
    converter = _paragraphs_and_lists()
    for name in ("hr", "olist", "ulist", "quote", "indent"):
        converter.parser.blockprocessors.deregister(name)
    return converter
