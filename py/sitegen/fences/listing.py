"""A numbered listing: `python = "py/echomq/keyspace.py: queue_key, job_key"`, and `fsharp = …` beside it, then `---`."""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from sitegen import highlight, listing, living
from sitegen.fences import head
from sitegen.front_matter import key_place
from sitegen.problems import Place
from sitegen.scan import Fence
from sitegen.writer import Writer

LANGUAGES = {"fsharp": "F#", "python": "Python"}
"""The languages a listing may be in, in the order a reader finds them, and what each is called."""
_SHORT = {"fsharp": "fs", "python": "py"}


_COPY = Markup('<button type="button" class="copy" data-copy hidden>Copy</button>')


@dataclass(frozen=True, slots=True)
class Shown:
    """One language of a listing: its key, the file as readers know it, the text, and what runs it."""

    language: str
    file: str
    text: str
    ran_by: str = ""


def render(fence: Fence, writer: Writer) -> Markup:
    """A `figure.listing`; with two languages, a switch above them that needs no script."""
    halves = head.halve(fence, writer, words=frozenset({"wide"}))
    table = head.table(halves.above, fence, writer)
    if table is None:
        return Markup("")
    for key in table:
        if key not in {*LANGUAGES, "docstrings"}:
            wrong = f"a listing has no language {key}; it has {', '.join(LANGUAGES)}"
            writer.problem(key_place(halves.above, key, fence.place), wrong)
    if not LANGUAGES.keys() & table:
        writer.problem(fence.place, 'a listing says what it shows: python = "py/echomq/keyspace.py: queue_key"')
    shown = [
        found
        for language in LANGUAGES
        if language in table
        and (found := _cut(language, table, key_place(halves.above, language, fence.place), writer))
    ]
    number = writer.number("listing")
    name = halves.given.id or f"listing-{number}"
    kind = "listing" + (" tabs" if len(shown) > 1 else "") + (" wide" if "wide" in halves.given.said else "")
    bar = _bar(shown, number)
    texts = Markup("\n").join(pre(found) for found in shown)
    caption = Markup('<figcaption id="{}-caption"><b class="sc">Listing {}</b> {}</figcaption>').format(
        name, number, writer.inline(halves.below)
    )
    frame = '<figure class="{}" id="{}" aria-labelledby="{}-caption">\n<div class="in">\n{}\n{}\n</div>\n{}\n</figure>'
    return Markup(frame).format(kind, name, name, bar, texts, caption)


def pre(shown: Shown) -> Markup:
    """The text itself, which scrolls by keyboard where it is wider than the page."""
    html = highlight.html(shown.text, shown.language, shown.file)
    return Markup('<pre data-l="{}" tabindex="0"><code>{}</code></pre>').format(_SHORT[shown.language], html)


def public(path: str) -> str:
    """A source file's path as readers know it: `echomq/keyspace.py`."""
    return path.removeprefix("py/").removeprefix("content/fsharp/")


def _cut(language: str, table: Mapping[str, object], place: Place, writer: Writer) -> Shown | None:
    path, _, names = str(table[language]).partition(":")
    path = path.strip()
    whole = table.get("docstrings") is True
    try:
        text = listing.cut(writer.site.sources, path, listing.names_in(names), docstrings=whole)
    except listing.MissingListingError as error:
        writer.problem(place, str(error))
        return None
    return Shown(language, public(path), text, _ran_by(path, writer) if language == "python" else "")


def _bar(shown: list[Shown], number: int) -> Markup:
    if len(shown) < 2:
        said = [
            Markup('<span class="lang">{}</span><span class="hint">{}</span><code>{}</code>').format(
                LANGUAGES[found.language], found.ran_by, found.file
            )
            for found in shown
        ]
        return Markup('<div class="bar ui">{}{}</div>').format(Markup("").join(said), _COPY)
    labels = Markup("").join(
        Markup('<label><input type="radio" name="listing-{}" value="{}"{}>{}</label>').format(
            number, _SHORT[found.language], Markup(" checked") if at == 0 else "", LANGUAGES[found.language]
        )
        for at, found in enumerate(shown)
    )
    frame = (
        '<fieldset class="bar seg ui"><legend class="vh">Language of listing {}</legend>{}<code>{}</code>{}</fieldset>'
    )
    return Markup(frame).format(number, labels, shown[0].file, _COPY)


def _ran_by(path: str, writer: Writer) -> str:
    """What runs this file, as far as this build can vouch for it."""
    if path in living.files_run_on(writer.page):
        return f"run by Python {writer.kit.python_short} in this page"
    return "run by this site’s tests"
