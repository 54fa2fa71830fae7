"""How long a page takes, worked out from its text: words at 220 a minute, listings by the line, figures to play with."""

import re

from sitegen import front_matter, listing
from sitegen.content import Page, Site
from sitegen.scan import Block, Fence, Heading
from sitegen.source import Source

WORDS_A_MINUTE = 220
SECONDS_A_LINE = 2
SECONDS_A_WIDGET = 60
SECONDS_A_DRAWING = 20

_WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")


def minutes(site: Site, page: Page) -> int:
    """Whole minutes, one at least."""
    seconds = sum(_seconds(site, block) for block in page.parts.blocks)
    return max(1, round(seconds / 60))


def words(source: Source) -> int:
    """The words of a passage, code and all."""
    return len(_WORD.findall(source.text))


def _seconds(site: Site, block: Block) -> float:
    reading = 60 / WORDS_A_MINUTE
    match block:
        case Heading(title=title):
            return words(title) * reading
        case Fence(name="listing"):
            return _lines(site, block) * SECONDS_A_LINE + words(_caption(block)) * reading
        case Fence(name="widget"):
            return SECONDS_A_WIDGET + words(_caption(block)) * reading
        case Fence(name="figure"):
            return SECONDS_A_DRAWING + words(_caption(block)) * reading
        case Fence(body=body):
            return words(body) * reading
        case _:
            return words(block.source) * reading


def _caption(fence: Fence) -> Source:
    lines = fence.body.lines
    middle = next((at for at, line in enumerate(lines) if line.text.rstrip() == "---"), len(lines))
    return Source(lines[middle + 1 :])


def _lines(site: Site, fence: Fence) -> int:
    """The lines of a listing's first language: its second says the same again."""
    lines = fence.body.lines
    middle = next((at for at, line in enumerate(lines) if line.text.rstrip() == "---"), len(lines))
    table = front_matter.toml(Source(lines[:middle]), fence.place, []) or {}
    for where in table.values():
        path, _, names = str(where).partition(":")
        try:
            text = listing.cut(site.sources, path.strip(), listing.names_in(names), docstrings=False)
        except listing.MissingListingError:
            return 0
        return text.count("\n") + 1
    return 0
