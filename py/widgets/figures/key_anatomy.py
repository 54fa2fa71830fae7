"""A key of a job's row, drawn large: each part over its bracket, its name and what it is for.

The letters of the parts are the only text that can be selected, so that copying the picture gives the key.
"""

from math import ceil

from echomq import base62, branded_id, keyspace
from widgets.figures.brackets import Part, bracket
from widgets.figures.moment import in_words
from widgets.figures.remembered import remembered
from widgets.figures.spelling import COUNT, columns, cut, exact, is_unseen
from widgets.seam.html import Element, Node, b, code, div, fragment, i, output, p, span, sup

# With it the longest key has 64 columns, as many as the style sheet has sizes for.
_QUEUE_WIDTH = 39

_STEP = 4
"""Columns from one size of the letters to the next."""


@remembered
def anatomy(queue: str, branded: str) -> Element:
    """Return the picture of the key of `branded`, an id of the right shape, in `queue`, a name that is allowed."""
    shown = cut(queue, _QUEUE_WIDTH)
    tag = 2 + ceil(columns(shown.head) + columns(shown.tail)) + (COUNT if shown.hidden else 0)
    width = len(keyspace.PREFIX) + tag + len("job") + 3 + branded_id.WIDTH
    of_id, read = _of_id(branded)
    heard = (
        f"The parts of the key: literal {keyspace.PREFIX}, hashtag {{{_heard(queue)}}}, type job, "
        f"namespace {branded[: branded_id.NAMESPACE_WIDTH]}, snowflake {branded[branded_id.NAMESPACE_WIDTH :]}, {read}."
    )
    return div(f".anatomy{fit(width)}", role="img", aria_label=heard)[
        span(".run")[
            _BEFORE,
            _part(Part.HASHTAG, ["{", shown.nodes, "}"], tag, "hashtag", "chooses the slot"),
            _AFTER,
        ],
        of_id,
    ]


def fit(width: int) -> str:
    """Return the classes by which the style sheet sizes the letters of a key of `width` columns.

    `short` keys stand on one line in any wide figure, `middle` ones in the widest only; `long` ones, and all in a narrow
    figure, break before the id. `nNN` is the width, in steps: one letter more seldom makes all of them smaller.
    """
    room = "short" if width <= 32 else "middle" if width <= 44 else "long"
    return f".{room}.n{min(max(ceil(width / _STEP) * _STEP, 16), 64)}"


def as_text(key: str | None, queue: str) -> Element:
    """Return `key`, a key of `queue`, as text to copy: seen where the picture doesn't show all of it. Readout: `key`."""
    if key is None:
        return p(".vh")["The key: ", output(data_part="key")]
    # The name apart, so that it can't turn what follows: it may hold marks that change the direction.
    start = len(keyspace.PREFIX) + 2
    whole = output(data_part="key")[key[:start], exact(queue), key[start + len(queue) :]]
    if cut(queue, _QUEUE_WIDTH).hidden or any(map(is_unseen, queue)):
        return p(".exact")[span(".lab.sc")["the key, in full"], whole]
    return p(".vh")["The key: ", whole]


def _part(part: Part, letters: Node, width: int, label: Node, use: Node) -> Element:
    return span(f".part.{part}")[code[letters], span(".under")[bracket(part, width), b(".sc")[label], i[use]]]


@remembered
def _of_id(branded: str) -> tuple[Element, str]:
    """Return the parts of an id, to be seen, and what its digits stand for, to be heard."""
    namespace, digits = branded[: branded_id.NAMESPACE_WIDTH], branded[branded_id.NAMESPACE_WIDTH :]
    worth, read = _worth(branded)
    seen = span(".run")[
        _part(Part.NAMESPACE, namespace, branded_id.NAMESPACE_WIDTH, "namespace", "3 letters"),
        _part(Part.SNOWFLAKE, digits, base62.WIDTH, ["snowflake", span(".more")[", 11 digits"]], worth),
    ]
    return seen, read


def _colon() -> Element:
    return code(".sep")[":"]


def _worth(branded: str) -> tuple[Node, str]:
    """Return what the digits stand for, to be seen and to be heard."""
    try:
        flake = branded_id.parse(branded).snowflake
    except ValueError:
        return (
            [span(".bad")["well-formed, but no snowflake:"], " ", span["a number past 2", sup["63"], " − 1"]],
            "well-formed, but no snowflake: a number past 2 to the 63rd minus 1",
        )
    day, time = in_words(flake.ms).split(", ")
    said = (f"{day},", f"{time},", f"node {flake.node}, sequence {flake.sequence}")
    return [(span[words], " ") for words in said], f"minted {' '.join(said)}"


def _heard(queue: str) -> str:
    # Read aloud, a long name is a nuisance; its beginning tells it from others.
    return queue if len(queue) <= _QUEUE_WIDTH else f"{queue[:_QUEUE_WIDTH]} and {len(queue) - _QUEUE_WIDTH:,} more"


# What stands before a hashtag and after it is the same in every key of a row.
_BEFORE = fragment(span(".knot")[_part(Part.LITERAL, keyspace.PREFIX, 3, "literal", "always"), _colon()])
_AFTER = fragment(span(".knot")[_colon(), _part(Part.TYPE, "job", 3, "type", "a row"), _colon()])
