"""Two columns that compare ids by other rules than their bytes: without case, and as a locale would have it."""

from collections.abc import Sequence

from widgets.figures.stored.order import wrong_pairs
from widgets.figures.stored.rows import listed, shown, transcript_of
from widgets.figures.stored.shelves import ABSENT
from widgets.figures.stored.sql import ENGLISH
from widgets.figures.stored.told import Asked, Listing, Place, Told
from widgets.seam.html import Element, Node, b, code, div, p, samp


def without_case(told: Told, ids: Sequence[str]) -> Node:
    """Return what came of a column of SQLite that ignores case. Readouts: kept-nocase, and the list nocase."""
    listing = told.listings[Place.NOCASE]
    refused = [insert for insert in listing.filled if insert.refusal]
    return [
        div(".beside")[
            div[
                p[code[listing.made]],
                refused and div(".deeds")[list(map(_refused, refused, listing.more))],
                p(role="status")[
                    "SQLite kept ", b(data_part="kept-nocase")[len(listing.read.rows)], f" of {len(ids)}. ",
                    "Two that differ in case alone are one to it." if refused else "No two of these differ in case alone.",
                    " ", _order(listing, ids),
                ],
            ],
            div(".list")[p(".over")["its order"], listed("nocase", listing, ids)],
        ],
        transcript_of(listing),
    ]  # fmt: skip


def in_english(told: Told, ids: Sequence[str]) -> Node:
    """Return what came of a column of PostgreSQL with an English collation, beside one of bytes.

    Readouts: kept-locale, and the lists english and bytes.
    """
    if Place.ENGLISH not in told.listings:
        return p(".hint")[ABSENT]
    english, plain = told.listings[Place.ENGLISH], told.listings[Place.POSTGRES_TEXT]
    if english.read.refusal:
        return p(".bad")[english.read.refusal]
    return [
        div(".beside")[
            div[
                p[code[ENGLISH]],
                p[code[english.made]],
                p(role="status")[
                    "PostgreSQL kept ", b(data_part="kept-locale")[len(english.read.rows)], f" of {len(ids)}. ",
                    _order(english, ids),
                ],
                p[[_after(mine, his) for mine, his in zip(english.more, plain.more, strict=True)]],
            ],
            div(".list")[p(".over")["in English"], listed("english", english, ids)],
            div(".list")[p(".over")["by bytes"], listed("bytes", plain, ids)],
        ],
        transcript_of(english),
    ]  # fmt: skip


def _refused(insert: Asked, found: Asked) -> Element:
    return p[
        code[insert.words], samp(".bad")[insert.refusal],
        code[found.words], samp[", ".join(found.rows)],
    ]  # fmt: skip


def _order(listing: Listing, ids: Sequence[str]) -> Node:
    pairs = wrong_pairs(listing.read.rows, ids)
    if not pairs:
        return "These it lists as they were minted. "
    first, then = pairs[0]
    return ["It lists ", code[shown(first)], " before ", code[shown(then)], ", whose number is smaller. "]


def _after(mine: Asked, his: Asked) -> Node:
    return [code[mine.words], f" finds {len(mine.rows)}; by bytes there are {len(his.rows)}. "]
