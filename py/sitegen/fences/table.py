"""A table of pipes, then `---`, then its caption; the first cell of a row is what the row is about."""

import re
from itertools import pairwise

from markupsafe import Markup

from sitegen.fences import head
from sitegen.inline import expression_end
from sitegen.scan import Fence
from sitegen.source import Line, Source
from sitegen.writer import Writer

_RULE = re.compile(r":?-+:?\Z")


def render(fence: Fence, writer: Writer) -> Markup:
    """A `table.data`. A column whose rule ends in a colon holds numbers, as in `|---|---:|`."""
    halves = head.halve(fence, writer, words=frozenset())
    rows = [_cells(line) for line in halves.above.lines if line.text.strip()]
    rules = [cell.text.strip() for cell in rows[1]] if len(rows) > 1 else []
    if len(rows) < 3 or not all(_RULE.match(rule) for rule in rules):
        writer.problem(fence.place, "a table is a row of heads, a rule |---|---:| and at least one row")
        return Markup("")
    numbers = [rule.endswith(":") for rule in rules]
    for row in rows:
        if len(row) != len(rules):
            place = row[0].place if row else fence.place
            writer.problem(place, f"this row has {len(row)} cells; the rule has {len(rules)}")
    heads = Markup("").join(
        Markup('<th scope="col" class="{}">{}</th>').format("num sc" if number else "sc", _inside(cell, writer))
        for cell, number in zip(rows[0], numbers, strict=False)
    )
    body = Markup("\n").join(_row(row, numbers, writer) for row in rows[2:])
    caption = Markup('<caption><b class="sc">Table {}</b> {}</caption>').format(
        writer.number("table"), writer.inline(halves.below)
    )
    frame = '<table class="data"{}>\n{}\n<thead><tr>{}</tr></thead>\n<tbody>\n{}\n</tbody>\n</table>'
    name = Markup(' id="{}"').format(halves.given.id) if halves.given.id else ""
    return Markup(frame).format(name, caption, heads, body)


def _row(row: list[Line], numbers: list[bool], writer: Writer) -> Markup:
    cells = [Markup('<th scope="row">{}</th>').format(_inside(row[0], writer))] if row else []
    for cell, number in zip(row[1:], numbers[1:], strict=False):
        cells.append(Markup('<td class="num">{}</td>' if number else "<td>{}</td>").format(_inside(cell, writer)))
    return Markup("<tr>{}</tr>").format(Markup("").join(cells))


def _inside(cell: Line, writer: Writer) -> Markup:
    start = len(cell.text) - len(cell.text.lstrip())
    return writer.inline(Source((cell.cut(start, len(cell.text.rstrip())),))) if cell.text.strip() else Markup("")


def _cells(line: Line) -> list[Line]:
    """The cells of `| a | b |`; a pipe inside a code span or a value parts nothing."""
    text = line.text
    cuts: list[int] = []
    at = 0
    while at < len(text):
        if text[at] == "\\":
            at += 2
        elif text[at] == "`" and (span := re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)").match(text, at)) is not None:
            at = span.end()
        elif text.startswith("{=", at) and (end := expression_end(text, at + 2)) is not None:
            at = end + 1
        else:
            if text[at] == "|":
                cuts.append(at)
            at += 1
    cells = [line.cut(start + 1, end) for start, end in pairwise([-1, *cuts, len(text)])]
    if cells and not cells[0].text.strip():
        del cells[0]
    if cells and not cells[-1].text.strip():
        del cells[-1]
    return cells
