"""The choices of the builder as a table, for a reader without scripts: every answer is there, worked out beforehand."""

from collections.abc import Sequence

from echomq import branded_id, keyspace
from widgets.figures.brackets import Part
from widgets.figures.spelling import cut
from widgets.seam.html import Element, Node, caption, code, span, table, tbody, td, th, thead, tr, wbr

_COLUMNS = ("id", "key", "hashtag", "CRC-16", "slot")
_WIDTH = 40


def choices(queues: Sequence[str], ids: Sequence[str]) -> Element:
    """Return a table of each of `queues` with each of `ids`: key, hashtag, CRC and slot, or the words of the refusal.

    A queue name that is refused has one row for all ids.
    """
    return table(".data.choices")[
        caption["What the figure would answer, worked out beforehand."],
        thead[tr[[th(scope="col")[column] for column in _COLUMNS]]],
        [_group(queue, ids) for queue in queues],
    ]


def _group(queue: str, ids: Sequence[str]) -> Element:
    named: Node = ["queue ", code[cut(queue, _WIDTH).nodes]] if queue else "queue without a name"
    refused = keyspace.queue_refusal(queue) is not None
    return tbody[
        tr[th(colspan=str(len(_COLUMNS)), scope="rowgroup")[named]],
        _row(queue, ids[0], "any id")
        if refused
        else [_row(queue, text, code[cut(text, _WIDTH).nodes]) for text in ids],
    ]


def _row(queue: str, text: str, named: Node) -> Element:
    try:
        key = keyspace.job_key(queue, text)
    except ValueError as error:
        return tr[td[named], td(colspan=str(len(_COLUMNS) - 1))[code(".bad")[str(error)]]]
    data = keyspace.hashed_part(key).data
    return tr[
        td(".id-of-row")[named],
        td[code[_coloured(queue, text)]],
        td(".hashtag-of-row")[code(f".{Part.HASHTAG}")[cut(data.decode(), _WIDTH).nodes]],
        td[code[f"0x{keyspace.crc16(data):04X}"]],
        td[code[keyspace.slot(key)]],
    ]


def _coloured(queue: str, branded: str) -> Node:
    end = branded_id.NAMESPACE_WIDTH
    return [
        span(f".{Part.LITERAL}")[keyspace.PREFIX], ":", span(f".{Part.HASHTAG}")["{", cut(queue, _WIDTH).nodes, "}"], ":",
        span(f".{Part.TYPE}")["job"], ":", wbr, span(f".{Part.NAMESPACE}")[branded[:end]],
        span(f".{Part.SNOWFLAKE}")[branded[end:]],
    ]  # fmt: skip
