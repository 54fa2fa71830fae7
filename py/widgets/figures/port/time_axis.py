"""An axis of time in ten-second steps, and the single line of now that runs through all that stands above it.

Places are percentages, so the axis is as wide as its column and needs neither a view box nor a style attribute.
"""

from dataclasses import dataclass

from widgets.figures.port.told import seconds
from widgets.seam.html import Element, g, rect, svg, text

_STEP_MS = 10_000
_BEHIND_MS = 60_000
_AHEAD_MS = 30_000


@dataclass(frozen=True, slots=True)
class Window:
    """The stretch of time that is drawn, in ms."""

    start: int
    stop: int

    @staticmethod
    def at(clock: int) -> "Window":
        """Return the stretch for `clock`: the minute before it, half a minute after it, and at least one minute."""
        return Window(max(0, clock - _BEHIND_MS), max(_BEHIND_MS, clock + _AHEAD_MS))

    def place(self, ms: int) -> str:
        """Return where `ms` lies, in percent of the width; what is earlier lies at the beginning."""
        return self._percent(max(ms, self.start) - self.start)

    def width(self, start: int, stop: int) -> str:
        """Return how wide the stretch from `start` to `stop` is, as far as it can be seen."""
        return self._percent(stop - max(start, self.start))

    def word_at(self, ms: int) -> dict[str, str]:
        """Return the attributes that put a word at `ms`; at both ends of the axis it must lean inwards."""
        anchor = {self.start: "start", self.stop: "end"}.get(ms, "middle")
        return {"x": self.place(ms), "text_anchor": anchor, "dx": "0.375em" if anchor == "start" else "0"}

    def _percent(self, ms: int) -> str:
        return f"{ms * 100 / (self.stop - self.start):.3f}%"


def axis(clock: int) -> Element:
    """Return the ticks and their times."""
    window = Window.at(clock)
    heard = f"Time from {seconds(window.start)} to {seconds(window.stop)}; now is {seconds(clock)}."
    return svg(".times", role="img", aria_label=heard)[
        [
            g(class_="odd" if ms // _STEP_MS % 2 else "even")[
                rect(x=window.place(ms), width="1"),
                text(**window.word_at(ms))[seconds(ms)],
            ]
            for ms in range(window.start, window.stop + 1, _STEP_MS)
        ]
    ]


def now(clock: int) -> Element:
    """Return the line at `clock`, as high as what it is laid over, with its word at the foot."""
    window = Window.at(clock)
    return svg(".now", aria_hidden="true")[
        rect(x=window.place(clock), width="2", height="100%"),
        text(y="100%", **window.word_at(clock))["now"],
    ]
