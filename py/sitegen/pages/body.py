"""The words of a page in the places a layout has for them: lede, opening, sections, contents list."""

from dataclasses import dataclass

from markupsafe import Markup

from sitegen.fences import widget
from sitegen.problems import Place
from sitegen.scan import Block, Fence, Prose
from sitegen.sections import Section
from sitegen.source import Source
from sitegen.writer import Writer


@dataclass(frozen=True, slots=True)
class Written:
    """A section as the template needs it; `number` is "" on pages that don't count theirs."""

    id: str
    number: str
    title: Markup
    body: Markup


@dataclass(frozen=True, slots=True)
class Content:
    """One line of the contents list."""

    id: str
    number: str
    label: Markup


@dataclass(frozen=True, slots=True)
class Body:
    """A page's words. `living` is true where a widget stands before the first section, in the first view."""

    lede: Markup
    opening: Markup
    sections: tuple[Written, ...]
    contents: tuple[Content, ...]
    living: bool


def compose(writer: Writer, *, numbered: bool) -> Body:
    """Write a page. Its first paragraph is its lede; a page that begins with anything else has none, a problem."""
    parts = writer.page.parts
    lede, rest = _lede(parts.opening)
    if lede is None:
        wrong = "a page opens with a paragraph, its lede; a fence may follow it"
        writer.problem(_first_place(writer), wrong)
    # In this order, so that figures are counted as they are read.
    first = Markup("") if lede is None else writer.inline(lede)
    opening = writer.flow(rest)
    sections = tuple(_section(section, writer, numbered=numbered) for section in parts.sections)
    labels = [label for block in rest if isinstance(block, Fence) and (label := widget.label(block))]
    contents = [Content(name, "", Markup("{}").format(words)) for name, words in labels]
    for section, written in zip(parts.sections, sections, strict=True):
        short = section.heading.attributes.options.get("toc")
        contents.append(Content(written.id, written.number, writer.title(short) if short else written.title))
    living = any(isinstance(block, Fence) and block.name == "widget" for block in rest)
    return Body(first, opening, sections, tuple(contents), living)


def _section(section: Section, writer: Writer, *, numbered: bool) -> Written:
    title = writer.inline(section.heading.title)
    number = str(section.number) if numbered else ""
    return Written(section.id, number, title, writer.flow(section.blocks))


def _lede(blocks: tuple[Block, ...]) -> tuple[Source | None, tuple[Block, ...]]:
    if not blocks or not isinstance(blocks[0], Prose):
        return None, blocks
    lines = blocks[0].source.lines
    end = next((at for at, line in enumerate(lines) if not line.text.strip()), len(lines))
    rest = Source(lines[end:]).trimmed()
    return Source(lines[:end]), ((Prose(rest), *blocks[1:]) if rest else blocks[1:])


def _first_place(writer: Writer) -> Place:
    blocks = writer.page.parts.blocks
    if not blocks:
        return Place(writer.page.path)
    first = blocks[0]
    return first.source.place(0) if isinstance(first, Prose) else first.place
