"""Keys in a table: which bytes of each are hashed, and why, its slot and the node that owns it."""

from collections.abc import Sequence

from echomq.keyspace import HashedPart
from widgets.figures.brackets import Part
from widgets.figures.reason import in_short
from widgets.figures.slot_line import node_letter
from widgets.figures.slots.many_keys import Placed, nodes_of
from widgets.figures.spelling import cut, spelled
from widgets.seam.html import Element, Node, code, span, table, tbody, td, th, thead, tr

# Columns of the monospaced face: a key that is longer loses its middle, or that of each of its three pieces.
_KEY, _BEFORE, _TAG, _AFTER = 44, 12, 20, 14


def key_table(rows: Sequence[Placed], nodes: int, caption: Node) -> Element:
    """Return a line for each of `rows` in a cluster of `nodes`."""
    owners = nodes_of([row.slot for row in rows], nodes)
    return table(".data.keys")[
        caption,
        thead[tr[
            th(scope="col")["key"], th(".part-of-row", scope="col")["hashed"], th(".why-of-row", scope="col")["why"],
            th(".num", scope="col")["slot"], th(".num", scope="col")["node"],
        ]],
        tbody[[_row(row, node_letter(owner)) for row, owner in zip(rows, owners, strict=True)]],
    ]  # fmt: skip


def _row(row: Placed, letter: str) -> Element:
    if row.part is None:
        return tr[td[code[_short(row.key, _KEY)]], td(".bad", colspan="4")[row.refusal]]
    return tr[
        td[code[_key(row.key, row.part)]],
        td(".part-of-row")[code(f".{Part.HASHTAG}")[_short(row.part.data.decode(), _TAG)]],
        td(".why-of-row")[in_short(row.part)],
        td(".num")[row.slot],
        td(".num")[letter],
    ]


def _key(key: str, part: HashedPart) -> Node:
    if part.is_whole_key:
        return span(".hashed")[_short(key, _KEY)]
    tag = part.data.decode()
    start = len(key.encode()[: part.start].decode())
    before, after = key[:start], key[start + len(tag) :]
    room = (_KEY, _KEY, _KEY) if len(key) <= _KEY else (_BEFORE, _TAG, _AFTER)
    return [_short(before, room[0]), span(".hashed")[_short(tag, room[1])], _short(after, room[2])]


def _short(text: str, width: int) -> Node:
    shown = cut(text, width, room=1)
    return [spelled(shown.head), shown.hidden > 0 and ["…", spelled(shown.tail)]]
