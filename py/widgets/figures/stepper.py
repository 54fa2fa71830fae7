"""Controls that lead through numbered steps: a slider, one step either way, both ends, and a run that goes by itself."""

from widgets.seam.html import Element, Node, button, div, input, label, span  # noqa: A004 - HTML's name

# A run takes about so long, in ms, but a step neither less nor more than these.
_RUN, _SHORTEST, _LONGEST = 7_000, 150, 800

PRESSES = frozenset({"first", "back", "next", "last", "play"})
"""The names of the buttons."""


def stepper(step: int, last: int, said: Node, *, named: str) -> Element:
    """Return the controls for `step` of 0 to `last`: the field `step` and the buttons first, back, next, last, play.

    `play` presses itself (`data-repeat`, static/js/page/repeat.js) until it is done, which is at the last step.
    """
    pace = min(max(_RUN // max(last, 1), _SHORTEST), _LONGEST)
    return div(".stepper", role="group", aria_label=named)[
        label(".slide")[
            span(".vh")["Step"],
            input(type="range", name="step", min="0", max=str(last), value=str(step), aria_valuetext=f"{step:,} of {last:,}"),
        ],
        div(".row")[
            [_button(name, name.capitalize()) for name in ("first", "back", "next", "last")],
            button(".chip.say", type="button", name="play", data_repeat=str(pace), data_done=step == last)[
                span(".still")["Play"], span(".running")["Pause"]
            ],
            span(".ui.hint")[said],
        ],
    ]  # fmt: skip


def _button(name: str, words: str) -> Element:
    return button(".chip.say", type="button", name=name)[words]


def moved(step: int, last: int, press: str) -> int:
    """Return the step after a `press` of one of the buttons; what runs begins at 0 when it is pressed at the end."""
    match press:
        case "first":
            return 0
        case "back":
            return max(step - 1, 0)
        case "play" if step >= last:
            return 0
        case "next" | "play":
            return min(step + 1, last)
        case _:
            return last
