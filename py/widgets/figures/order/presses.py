"""What can be done to the list: another order of arrival, another list, another id."""

from widgets.figures.order.next_ids import Following
from widgets.seam.html import Element, button, div, fieldset, legend


def presses() -> Element:
    """Return the buttons: `shuffle`, `pair`, `reset`, and one for each way of `Following`."""
    return div(".ctl.presses")[
        fieldset[
            legend(".vh")["The list"],
            div(".row")[
                _press("shuffle", "Shuffle"),
                _press("pair", "The pair that catches wrong orders"),
                _press("reset", "Reset"),
            ],
        ],
        fieldset[
            legend(".sc")["Mint another"],
            div(".row")[
                _press(Following.SAME_MS, "in the same millisecond"),
                _press(Following.NEXT_MS, "in the next millisecond"),
                _press(Following.OTHER_NODE, "by another node"),
                _press(Following.OTHER_NAMESPACE, "of another namespace"),
            ],
        ],
    ]


def _press(name: str, words: str) -> Element:
    return button(".chip.say", type="button", name=name)[words]
