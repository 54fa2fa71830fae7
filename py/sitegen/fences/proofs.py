"""The whole site's proofs: how many of each kind and by whom, and then each of them, page by page."""

from collections import Counter
from collections.abc import Iterable

from markupsafe import Markup

from sitegen import links
from sitegen.fences import head
from sitegen.proof import Kind, Proof
from sitegen.scan import Fence
from sitegen.writer import Writer

_COUNTS = Markup("""\
<table class="data">
<caption>{}</caption>
<tbody>
{}
</tbody>
</table>""")
_PAGE = Markup("""\
<details class="checked"><summary>{}: {} checked</summary>
<p><a href="{}">To the page</a></p>
<table class="data checks">
<thead><tr><th scope="col">the page says</th><th scope="col">who was asked what</th></tr></thead>
<tbody>
{}
</tbody>
</table>
</details>""")


def counts(fence: Fence, writer: Writer) -> Markup:
    """Two tables: the proofs by their kind, and by their witness."""
    head.demand_empty(fence, writer)
    proofs = [proof for record in writer.records.values() for _, proof in record.checked]
    plain = sum(len(record.plain) for record in writer.records.values())
    kinds = Counter(proof.kind for proof in proofs)
    kinds[Kind.PLAIN] = plain
    witnesses = Counter(witness for proof in proofs for witness in proof.witnesses)
    unchecked = sum(not proof.answers for proof in proofs)
    rows = [*((str(kind), kinds[kind]) for kind in Kind if kinds[kind]), ("unchecked", unchecked)]
    asked = sorted(witnesses.items(), key=lambda row: -row[1])
    return Markup("\n").join(
        [
            _table(f"What was checked, {writer.kit.stamp.day}", rows),
            _table("Who was asked", asked),
        ]
    )


def listed(fence: Fence, writer: Writer) -> Markup:
    """A folded list for each page, with every question and answer; the plain numbers stand at its end."""
    head.demand_empty(fence, writer)
    return Markup("\n").join(_page(page.name, writer) for page in writer.site.pages if page.name in writer.records)


def _page(name: str, writer: Writer) -> Markup:
    page = writer.site.page(name)
    record = writer.records[name]
    if page is None or not (record.checked or record.plain):
        return Markup("")
    rows = [_row(proof) for _, proof in record.checked]
    if record.plain:
        said = ", ".join(proof.shown for proof in record.plain)
        rows.append(Markup('<tr><th scope="row">{}</th><td>{}</td></tr>').format(said, Kind.PLAIN))
    title = page.front.title
    there = links.between(writer.page.address, page.address)
    return _PAGE.format(title, len(record.checked), there, Markup("\n").join(rows))


def _row(proof: Proof) -> Markup:
    said = Markup("").join(
        Markup('<code>{}</code><span class="who">{}</span>').format(one.asked, one.witness) for one in proof.answers
    )
    return Markup('<tr><th scope="row">{}</th><td>{}</td></tr>').format(proof.shown, said)


def _table(caption: str, rows: Iterable[tuple[str, int]]) -> Markup:
    row = Markup('<tr><th scope="row">{}</th><td class="num">{}</td></tr>')
    return _COUNTS.format(caption, Markup("\n").join(row.format(*each) for each in rows))
