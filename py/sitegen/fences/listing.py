"""A numbered listing: `python = "py/echomq/keyspace.py: queue_key, job_key"`, `fsharp = …` or `lua = …` beside it, then `---`."""

from collections.abc import Mapping
from types import MappingProxyType

from markupsafe import Markup

from sitegen import listing
from sitegen.fences import head, languages
from sitegen.fences.languages import LANGUAGES, Shown
from sitegen.front_matter import key_place
from sitegen.problems import Place
from sitegen.proof import Kind, Proof
from sitegen.scan import Fence
from sitegen.witnesses import Answer
from sitegen.writer import Writer


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
    bar = languages.bar(shown, f"listing-{number}", f"listing {number}")
    caption = Markup('<figcaption id="{}-caption"><b class="sc">Listing {}</b> {}</figcaption>').format(
        name, number, writer.inline(halves.below)
    )
    frame = '<figure class="{}" id="{}" aria-labelledby="{}-caption">\n<div class="in">\n{}\n{}\n</div>\n{}\n</figure>'
    return Markup(frame).format(kind, name, name, bar, languages.texts(shown), caption)


def _cut(language: str, table: Mapping[str, object], place: Place, writer: Writer) -> Shown | None:
    path, _, names = str(table[language]).partition(":")
    path = path.strip()
    whole = table.get("docstrings") is True
    try:
        text = listing.cut(writer.site.sources, path, listing.names_in(names), docstrings=whole)
    except listing.MissingListingError as error:
        writer.problem(place, str(error))
        return None
    shown = languages.public(path)
    ran = {"fsharp": writer.kit.port.compiler, "lua": "Valkey, in the tests"}.get(
        language, f"Python {writer.kit.python_version}"
    )
    named = f"{shown}: {names.strip()}" if names.strip() else shown
    proof = writer.record.add(Proof(Kind.LISTING, named, path, (Answer(ran, path, text),)))
    types = (
        listing.types(writer.site.sources, writer.kit.port, path, listing.names_in(names))
        if language == "fsharp"
        else MappingProxyType({})
    )
    return Shown(language, shown, text, languages.hint(language, path, writer), types, proof)
