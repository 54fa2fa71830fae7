"""Ids and what they decode to, as a table: for a reader without scripts every answer is there, worked out beforehand."""

from collections.abc import Iterable

from echomq import branded_id
from widgets.figures.branded import coloured
from widgets.figures.spelling import cut
from widgets.seam.html import Element, caption, code, table, tbody, td, th, thead, tr

_COLUMNS = ("id", "moment", "node", "sequence", "integer")
_WIDTH = 40


def decoded(ids: Iterable[str]) -> Element:
    """Return a table of `ids`, each with its moment, node, sequence and integer, or the words of its refusal."""
    return table(".data.decoded")[
        caption["What the figure would answer, worked out beforehand."],
        thead[tr[[th(scope="col")[column] for column in _COLUMNS]]],
        tbody[[_row(text) for text in ids]],
    ]


def _row(text: str) -> Element:
    try:
        known = branded_id.parse(text)
        flake = known.snowflake
    except ValueError as error:
        return tr[td[code[cut(text, _WIDTH).nodes]], td(colspan=str(len(_COLUMNS) - 1))[code(".bad")[str(error)]]]
    answers = (flake.moment, str(flake.node), str(flake.sequence), str(known.integer))
    return tr[
        td[code[coloured(text)]],
        [td(data_column=column)[code[answer]] for column, answer in zip(_COLUMNS[1:], answers, strict=True)],
    ]
