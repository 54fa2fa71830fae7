"""One id in three stores: how its key is declared, what is left of the id in it, and by what the store keeps it in order."""

from echomq import branded_id, keyspace
from sitegen import marks
from widgets.figures.brackets import Part
from widgets.seam.html import Element, Node, code, del_, span, table, tbody, td, th, thead, tr, wbr

_COLUMNS = ("store", "the key", "what it keeps of the id", "in order by")


def draw(queue: str, id: str) -> Element:
    """The key of job `id` of `queue` in SQLite, PostgreSQL, and Valkey or Redis."""
    branded = branded_id.parse(id)
    number: Node = [
        del_(f".{Part.NAMESPACE}")[branded.namespace],
        " ",
        code(f".{Part.SNOWFLAKE}")[branded.integer],
    ]
    whole = code[marks.identifier(id)]
    row = marks.code(keyspace.job_key(queue, id))
    members = marks.code(keyspace.queue_key(queue, "pending"))
    return table(".data.stores")[
        thead[tr[[th(".sc", scope="col")[column] for column in _COLUMNS]]],
        tbody[
            _row(
                "SQLite", code["id INTEGER PRIMARY KEY"], number, "the number: it is the rowid, and the table lies so"
            ),
            _row("PostgreSQL", code["id bigint PRIMARY KEY"], number, "the number, in the index of the primary key"),
            _row("Valkey, Redis", ["a string key ", wbr, row], whole, "nothing: top-level keys have no order"),
            _row("", ["a member of ", wbr, members, ", score 0"], whole, "its bytes, since all scores are equal"),
        ],
    ]


def _row(store: str, *cells: Node) -> Element:
    labelled = zip(_COLUMNS[1:], cells, strict=True)
    head = th(scope="row")[store] if store else td(".same")[span(".vh")["Valkey, Redis, too"]]
    return tr[head, [td(data_label=label)[cell] for label, cell in labelled]]
