"""All keys of a queue as one stem with a fork: what they share decides where they lie, and what differs comes after."""

from echomq import branded_id, keyspace
from sitegen import marks
from widgets.figures.brackets import Part, bracket
from widgets.seam.html import Element, Node, b, code, div, i, li, path, span, svg, ul

_ONCE = (
    ("pending", "ids that wait"),
    ("schedule", "ids that wait for a time"),
    ("active", "ids that are lent out"),
    ("dead", "ids that were given up"),
)


def draw(queue: str, ids: list[str]) -> Element:
    """The keys that `queue` has once, then those of the rows of `ids`. The queue and each id must pass their gates."""
    branches = [_branch(kind, held) for kind, held in _ONCE if keyspace.queue_key(queue, kind)]
    branches += [_row(branded) for branded in ids if keyspace.job_key(queue, branded)]
    tag = f"{{{queue}}}"
    return div(".fork")[
        div(".stem.anatomy")[
            _part(Part.LITERAL, keyspace.PREFIX, "literal", "always"),
            code(".sep")[":"],
            _part(Part.HASHTAG, tag, "hashtag", f"slot {keyspace.slot(keyspace.queue_key(queue, 'pending'))}"),
        ],
        _lines(len(branches)),
        ul(".branches")[branches],
    ]


def _part(part: Part, letters: str, label: str, use: str) -> Element:
    return span(f".part.{part}")[code[letters], span(".under")[bracket(part, len(letters)), b(".sc")[label], i[use]]]


def _branch(kind: str, held: str) -> Element:
    return li[code[":", span(f".{Part.TYPE}")[kind]], span[held]]


def _row(branded: str) -> Element:
    flake = branded_id.parse(branded).snowflake
    key: Node = [":", span(f".{Part.TYPE}")["job"], ":", marks.identifier(branded)]
    return li[code[key], span[f"the row of {flake.moment[11:23]}"]]


def _lines(count: int) -> Element:
    """From the middle of the left edge to the middle of each branch; ten units to a branch."""
    middle = count * 5
    curves = "".join(f"M0 {middle}C6 {middle} 4 {at} 10 {at}" for at in range(5, count * 10, 10))
    return svg(".twigs", viewBox=f"0 0 10 {count * 10}", preserveAspectRatio="none", aria_hidden="true")[path(d=curves)]
