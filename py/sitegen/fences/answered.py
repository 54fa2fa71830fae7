"""The code that answered: the Python functions that a widget runs, and beside them, function for function, the F#.

Where no F# is written for any of them, the Python stands alone, and the listing says so.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from markupsafe import Markup

from sitegen import listing, living, twins
from sitegen.fences import languages
from sitegen.fences.languages import Shown
from sitegen.scan import Fence
from sitegen.twins import UNWRITTEN, Missing, Twin
from sitegen.writer import Writer
from widgets.seam.contract import Widget

_COLUMNS = 60
_FRAME = Markup("""\
<details class="ran"><summary>The code that answered</summary>
<p>Python ran these functions to find the answer above. {}</p>
<div{}>
{}
{}
</div>
</details>""")


def render(widget: Widget, name: str, fence: Fence, writer: Writer) -> Markup:
    """A `details.ran` for the widget called `name` on its page; nothing where it names no function."""
    if not widget.RAN:
        return Markup("")
    found = [living.source_of(ran) for ran in widget.RAN]
    python = _joined(_cut([Twin(path, (symbol,)) for path, symbol in found], fence, writer), "#")
    shown = [Shown("python", "", python, languages.hint("python", found[0][0], writer))]
    pairs = [(symbol, twins.of(ran)) for ran, (_, symbol) in zip(widget.RAN, found, strict=True)]
    if any(twin != UNWRITTEN for _, twin in pairs):
        fsharp = _joined(_twins(pairs, fence, writer), "//")
        shown.insert(0, Shown("fsharp", "", fsharp, languages.hint("fsharp", "", writer)))
    bar = languages.bar(shown, f"ran-{name}", "the code that answered")
    kind = Markup(' class="tabs"') if len(shown) > 1 else ""
    return _FRAME.format(_beside([twin for _, twin in pairs]), kind, bar, languages.texts(shown))


def _beside(found: Sequence[Twin | Missing]) -> str:
    """What stands beside the Python, in words."""
    if all(twin == UNWRITTEN for twin in found):
        return "No F# half is written for them."
    has_gaps = any(isinstance(twin, Missing) for twin in found)
    how = ", or says why it has nothing to say" if has_gaps else ", function for function"
    return f"The F# beside them says the same{how}."


def _twins(pairs: Iterable[tuple[str, Twin | Missing]], fence: Fence, writer: Writer) -> Iterator[tuple[str, str]]:
    """The F#, each definition once, where the first that needs it stands; at the end what has none, and for what reason."""
    seen: set[tuple[str, str]] = set()
    without: dict[Missing, list[str]] = {}
    for symbol, twin in pairs:
        if isinstance(twin, Missing):
            without.setdefault(twin, []).append(symbol)
            continue
        fresh = tuple(name for name in twin.names if (twin.path, name) not in seen)
        seen.update((twin.path, name) for name in fresh)
        yield from _cut([Twin(twin.path, fresh)], fence, writer)
    for missing, symbols in without.items():
        yield "", _excuse(symbols, missing.reason)


def _cut(wanted: Iterable[Twin], fence: Fence, writer: Writer) -> Iterator[tuple[str, str]]:
    """File and text of each definition; one that isn't there is a problem of the widget's fence."""
    for twin in wanted:
        for name in twin.names:
            try:
                yield twin.path, listing.cut(writer.site.sources, twin.path, (name,))
            except listing.MissingListingError as error:
                writer.problem(fence.place, f"the code that answered is not there: {error}")


def _joined(pieces: Iterable[tuple[str, str]], comment: str) -> str:
    """The pieces below one another, with a line for the file wherever it is another one."""
    said: list[str] = []
    before = ""
    for path, text in pieces:
        said.append(text if path in {"", before} else f"{comment} {languages.public(path)}\n\n{text}")
        before = path or before
    return "\n\n\n".join(said)


def _excuse(symbols: list[str], reason: str) -> str:
    """A comment in place of a twin."""
    words = f"{', '.join(symbols)}: {reason[0].lower()}{reason[1:]}"
    return "\n".join(f"// {line}" for line in textwrap.wrap(words, _COLUMNS))
