"""Where ids go wrong, each tried at a store that does it."""

from collections.abc import Sequence
from enum import StrEnum

from widgets.figures.stored.collated import in_english, without_case
from widgets.figures.stored.lost_bits import as_scores, out_of_json
from widgets.figures.stored.told import Told
from widgets.seam.html import Element, div, fieldset, input, label, legend, p, section  # noqa: A004 - HTML's name


class Trap(StrEnum):
    """A way to keep ids that doesn't keep them."""

    NOCASE = "nocase"
    LOCALE = "locale"
    SCORE = "score"
    JSON = "json"


TITLES = {
    Trap.NOCASE: "NOCASE",
    Trap.LOCALE: "a locale’s collation",
    Trap.SCORE: "the number as a score",
    Trap.JSON: "a number in JSON",
}
_BITES = {
    Trap.NOCASE: (
        "It bites where a column of ids is declared like its neighbours, the names and addresses whose case nobody wants "
        "to mind."
    ),
    Trap.LOCALE: (
        "It bites in a database that was begun under a locale, as initdb does by itself: there a text column that names no "
        "collation has the database’s own. The same goes for every WHERE and for paging through a list."
    ),
    Trap.SCORE: (
        "It bites whoever takes the number for a ready-made score. A score is a double, so numbers that lie close become "
        "one, and a range begins or ends at the wrong id."
    ),
    Trap.JSON: (
        "It bites wherever the reader of the JSON has doubles alone: Lua here, and JavaScript everywhere. As a text, in "
        "quotes, the id comes through."
    ),
}


def choice(chosen: Trap) -> Element:
    """Return the choice of a trap. Field: trap."""
    return fieldset(".traps")[
        legend(".lab.sc")["Where it breaks"],
        div(".seg")[
            [
                label[input(type="radio", name="trap", value=trap.value, checked=trap is chosen), TITLES[trap]]
                for trap in Trap
            ]
        ],
    ]


def sprung(trap: Trap, told: Told, ids: Sequence[str]) -> Element:
    """Return what came of a trap. Readouts: kept- and its name, how many ids came through, and those of its panel."""
    came = _PANELS[trap](told, ids) if ids else p(".hint")["Without an id nothing can go wrong."]
    return section(".trap", aria_label=TITLES[trap])[came, p(".bites")[_BITES[trap]]]


_PANELS = {Trap.NOCASE: without_case, Trap.LOCALE: in_english, Trap.SCORE: as_scores, Trap.JSON: out_of_json}
