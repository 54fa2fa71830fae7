"""A page is an opening part, before its first `## `, and then its sections."""

from dataclasses import dataclass

from sitegen.problems import Problem
from sitegen.scan import Block, Heading


@dataclass(frozen=True, slots=True)
class Section:
    """A `## ` heading and what follows it. Its id is a promise: links to it must outlive its wording."""

    number: int
    id: str
    heading: Heading
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Parts:
    """The opening part and the sections in order."""

    opening: tuple[Block, ...]
    sections: tuple[Section, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks in order, the sections' headings among them."""
        inner = [block for section in self.sections for block in (section.heading, *section.blocks)]
        return (*self.opening, *inner)


_OPTIONS = {"toc"}


def divide(blocks: tuple[Block, ...], problems: list[Problem]) -> Parts:
    """Divide a page. A `# ` heading is a problem (the title is the front matter's), and so is a section without id."""
    opening: list[Block] = []
    sections: list[Section] = []
    inside: list[Block] = opening
    heads: list[tuple[Heading, list[Block]]] = []
    for block in blocks:
        if isinstance(block, Heading):
            _check(block, problems)
        if isinstance(block, Heading) and block.level == 2:
            inside = []
            heads.append((block, inside))
        else:
            inside.append(block)
    for number, (heading, content) in enumerate(heads, 1):
        name = heading.attributes.id or f"section-{number}"
        sections.append(Section(number, name, heading, tuple(content)))
    return Parts(tuple(opening), tuple(sections))


def _check(heading: Heading, problems: list[Problem]) -> None:
    given = heading.attributes
    if heading.level == 1:
        problems.append(Problem.at(heading.place, "a page has one title, its front matter’s; sections begin with ##"))
    if heading.level == 2 and given.id is None:
        wrong = "a section needs an id that outlives its wording: ## Title {#id}"
        problems.append(Problem.at(heading.place, wrong))
    problems += [
        Problem.at(word.place, f'a heading takes #id and toc="…"; {word.text} is neither') for word in given.words
    ]
    problems += [
        Problem.at(given.place, f"a heading has no option {option}; it has toc")
        for option in given.options
        if option not in _OPTIONS
    ]
