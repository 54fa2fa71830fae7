"""Two ways in which a number becomes a double, and what is left of it: as a score, and in JSON."""

from collections.abc import Sequence

from echomq import branded_id
from widgets.figures.stored.rows import shown, transcript, transcript_of
from widgets.figures.stored.shelves import NAMES
from widgets.figures.stored.sql import json_of
from widgets.figures.stored.told import Asked, Place, Reading, Store, Told
from widgets.seam.html import Element, Node, b, caption, code, p, section, table, tbody, td, th, thead, tr, wbr

_READERS = {
    Store.SQLITE: "SQLite’s json_extract",
    Store.POSTGRES: "PostgreSQL’s jsonb",
    Store.VALKEY: "cjson in Valkey’s Lua",
}


def as_scores(told: Told, ids: Sequence[str]) -> Node:
    """Return what came of numbers that a sorted set has for scores. Readout: kept-score."""
    listing = told.listings[Place.SCORE]
    later = sum(1 for branded in ids if _number(branded) > min(map(_number, ids)))
    return [
        p[code[listing.filled[0].words], " and so on: each id, and for its score its own number."],
        _readings("What the set holds", {"its score": told.scores}, ids),
        p(role="status")[
            b(data_part="kept-score")[_kept(told.scores)], f" of {len(ids)} kept their number. Different scores: ",
            len({reading.answer for reading in told.scores}), ".",
        ],
        [
            p[code[after.words], f" asks for all that come after the first. There are {later}, and it finds {len(after.rows)}."]
            for after in listing.more
        ],
        transcript_of(listing),
    ]  # fmt: skip


def out_of_json(told: Told, ids: Sequence[str]) -> Node:
    """Return what each store read out of JSON. Readout: kept-json."""
    lua = told.json[Store.VALKEY]
    others = [store for store in _READERS if store in told.json and store is not Store.VALKEY]
    read = {_READERS[store]: told.json[store] for store in (*others, Store.VALKEY)}
    return [
        p[code[json_of(ids[0])], " and so on. Each store is given the same texts, and asked for the number in them."],
        _readings("What came out of the JSON", read, ids),
        p(role="status")[
            "Out of Lua ", b(data_part="kept-json")[_kept(lua)], f" of {len(ids)} came as they had gone in; ",
            " and ".join(f"out of {NAMES[store]} {_kept(told.json[store])}" for store in others), ".",
        ],
        transcript("All that was asked", [Asked(one.words, (one.answer,)) for came in read.values() for one in came]),
    ]  # fmt: skip


def _readings(title: str, columns: dict[str, tuple[Reading, ...]], ids: Sequence[str]) -> Element:
    answers = {head: {reading.id: reading.answer for reading in readings} for head, readings in columns.items()}
    return section(".lying", tabindex="0", aria_label=title)[
        table(".data")[
            caption(".vh")[title],
            thead[tr[[th(scope="col")[head] for head in ("id", "its number", *columns)]]],
            tbody[
                [
                    tr[
                        td[code[shown(branded)]],
                        td[code[shown(str(_number(branded)))]],
                        [_answer(branded, came[branded]) for came in answers.values()],
                    ]
                    for branded in sorted(ids, key=_number)
                ]
            ],
        ]
    ]


def _answer(branded: str, answer: str) -> Element:
    off = _read(answer) - _number(branded)
    return td[code(".bad")[answer, " ", wbr, f"{off:+}"]] if off else td[code[answer]]


def _kept(readings: Sequence[Reading]) -> int:
    return sum(1 for reading in readings if _read(reading.answer) == _number(reading.id))


def _read(answer: str) -> int:
    """Return the number that a store wrote, as a whole one or with an exponent: then it is a double, and stands for one."""
    return int(answer) if answer.isdigit() else int(float(answer))


def _number(branded: str) -> int:
    return branded_id.decode(branded)[1]
