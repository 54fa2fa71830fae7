"""A definition list as authors write it: a line for the term, then lines that begin with `: ` for what is said of it."""

from dataclasses import dataclass

from sitegen.scan import Fence
from sitegen.source import Line, Source
from sitegen.writer import Writer


@dataclass(frozen=True, slots=True)
class Entry:
    """One term and its parts, in order; each part may run over several lines."""

    term: Source
    parts: tuple[Source, ...]


def read(fence: Fence, writer: Writer, *, least: int, most: int) -> tuple[Entry, ...]:
    """The entries of a fence, each with `least` to `most` parts; any other number is a problem at its term."""
    entries: list[tuple[Line, list[list[Line]]]] = []
    for line in fence.body.lines:
        if not line.text.strip():
            continue
        if line.text.startswith(": ") and entries:
            entries[-1][1].append([line.cut(2)])
        elif line.text.startswith("  ") and entries and entries[-1][1]:
            entries[-1][1][-1].append(line.cut(len(line.text) - len(line.text.lstrip())))
        elif line.text.startswith((": ", " ")):
            writer.problem(line.place, f"a {fence.name} begins with a term; this line says something of none")
        else:
            entries.append((line, []))
    if not entries:
        writer.problem(fence.place, f"this {fence.name} is empty")
    for term, parts in entries:
        if not least <= len(parts) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            wrong = f"this entry has {len(parts)} lines beginning with “: ”; a {fence.name} wants {wanted}"
            writer.problem(term.place, wrong)
    return tuple(
        Entry(Source((term,)), tuple(Source(tuple(part)) for part in parts))
        for term, parts in entries
        if least <= len(parts) <= most
    )
