"""Many fences have two halves: what they are made from, then a line `---`, then their caption in Markdown."""

from dataclasses import dataclass
from typing import Any

from sitegen import attributes, front_matter
from sitegen.attributes import Attributes
from sitegen.scan import Fence
from sitegen.source import Source
from sitegen.writer import Writer


@dataclass(frozen=True, slots=True)
class Halves:
    """A fence's opening line, read; the half above `---`; the half below."""

    given: Attributes
    above: Source
    below: Source


def halve(fence: Fence, writer: Writer, *, words: frozenset[str], options: frozenset[str] = frozenset()) -> Halves:
    """Cut a fence in two and hold its opening line to the words and options it may have."""
    given = attributes.parse(fence.info, writer.problems)
    for word in given.words:
        if word.text not in words:
            known = f"it knows {', '.join(sorted(words))}" if words else "it takes none"
            writer.problem(word.place, f"a {fence.name} doesn’t know the word {word.text}; {known}")
    for option in given.options:
        if option not in options:
            known = f"it has {', '.join(sorted(options))}" if options else "it has none"
            writer.problem(given.place, f"a {fence.name} has no option {option}; {known}")
    above, below = fence.halves
    if below is None:
        writer.problem(fence.place, f"this {fence.name} has no caption: it follows a line ---")
    return Halves(given, above, Source(()) if below is None else below)


def table(source: Source, fence: Fence, writer: Writer) -> dict[str, Any] | None:
    """The TOML of a fence; None, with a problem at its place, where it is none."""
    return front_matter.toml(source, fence.place, writer.problems)


def demand_empty(fence: Fence, writer: Writer) -> None:
    """Leave a problem where something stands in a fence that the build fills by itself."""
    if fence.body or fence.info.text.strip():
        writer.problem(fence.place, f"a {fence.name} fence is empty: the build knows what stands in it")
