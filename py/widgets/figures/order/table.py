"""The orders as a table, for a reader without scripts: what arrived, what the Set makes of it, and what breaks it."""

from collections.abc import Mapping

from widgets.figures.order import conditions
from widgets.figures.order.batch import Batch
from widgets.figures.order.comparison import Comparison
from widgets.figures.order.next_ids import Condition
from widgets.figures.order.rows import coloured, decided, minted_at
from widgets.figures.order.wrong_pair import first_wrong_pair, why
from widgets.seam.html import Element, Node, caption, code, table, tbody, td, th, thead, tr

_COLUMNS = ("in the Set", "id", "minted at", "arrived", "settled by")


def orders(batch: Batch, comparison: Comparison, broken: Mapping[Condition, tuple[Batch, Comparison]]) -> Element:
    """Return a table of `batch` as `comparison` sorts it, and of what each missing condition makes of the batch in `broken`."""
    kept = comparison.sort(batch.arrived)
    return table(".data.orders")[
        caption["What the figure would answer, worked out beforehand."],
        thead[tr[[th(scope="col")[column] for column in _COLUMNS]]],
        tbody[
            [
                tr[
                    td[at + 1],
                    td[code[coloured(comparison.spelled(branded))]],
                    td[minted_at(branded, batch)],
                    td[batch.arrived.index(branded) + 1],
                    td[decided(kept[at - 1], branded, comparison) if at else "first"],
                ]
                for at, branded in enumerate(kept)
            ]
        ],
        [_broken(condition, *made) for condition, made in broken.items()],
    ]


def _broken(condition: Condition, batch: Batch, comparison: Comparison) -> Element:
    said: Node = f"without “{conditions.name(condition)}”: the first wrong pair"
    pair = first_wrong_pair(batch, comparison)
    reason = why(pair, batch, live=False) if pair else None
    return tbody[
        tr[th(colspan=str(len(_COLUMNS)), scope="rowgroup")[said]],
        tr[td(colspan=str(len(_COLUMNS)))[reason]],
    ]
