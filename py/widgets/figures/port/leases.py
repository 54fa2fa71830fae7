"""A worker's leases as bars over an axis of time: filled while the row is held, dashed where the lease has lapsed."""

from collections.abc import Sequence
from dataclasses import dataclass

from widgets.figures.port.observed import Ending, Entry, Lease, Play
from widgets.figures.port.time_axis import Window
from widgets.figures.port.told import seconds
from widgets.seam.html import Element, Node, g, path, rect, svg, text, tspan

# More bars than this are not drawn, nor more than fit on so many lanes.
_BARS, _LANES = 24, 3
# Heights in ems of the letters: of a lane, and of the bar in it.
_LANE, _BAR = 2.25, 1.75
# Time that a bar's number takes up, that its words take up, and that the word of a refusal does.
_NUMBER_MS, _WORDS_MS, _REFUSAL_MS = 10_000, 20_000, 15_000
# An id's last digits tell it from the others.
_TAIL = 5
# Signs: strokes in px, to the left of a bar's end. A cross is struck through its moment, or beside the end of a bar.
_SIGNS = {
    Ending.COMPLETED: "M-13 0l3.5 4l6-8.5",
    Ending.RETURNED: "M-4 4v-3a3 3 0 0 0-3-3h-6m3.5-3.5l-3.5 3.5l3.5 3.5",
    Ending.DEAD: "M-13-4h8v8h-8z",
}
_CROSS = "M-5-5l10 10m0-10l-10 10"
_CROSS_BESIDE = "M6-5l10 10m0-10l-10 10"


@dataclass(frozen=True, slots=True)
class _Bar:
    """A lease, the last refusal that its token met, the lane it is drawn in, and how far it reaches, in ms."""

    lease: Lease
    refusal: Entry | None
    lane: int
    reach: int

    @property
    def kind(self) -> str:
        """The class of the bar: filled, dashed or hollow."""
        if self.lease.end is None:
            return "lent"
        return "lapsed" if self.lease.ending is Ending.REAPED else "done"


def leases(play: Play, by: str) -> Element:
    """Return the leases of worker `by`, as far as the axis shows their time; where they overlap, one over the other."""
    window = Window.at(play.clock)
    bars, hidden = _bars(play, by, window)
    lanes = max((bar.lane for bar in bars), default=0) + 1
    said = " ".join(_heard(bar, play.clock) for bar in bars) or "none."
    more = f" {hidden} more are not drawn." if hidden else ""
    return svg(".lease", height=f"{lanes * _LANE}em", role="img", aria_label=f"Leases of worker {by}: {said}{more}")[
        [_drawn(bar, play.clock, window) for bar in bars],
        hidden > 0 and text(".more", x="100%", y=f"{_BAR / 2}em", text_anchor="end")[f"and {hidden} more"],
    ]


def _bars(play: Play, by: str, window: Window) -> tuple[list[_Bar], int]:
    """Lay the leases on lanes; where they are too many, the oldest are left out and counted."""
    refusals = {
        (entry.lease.id, entry.lease.token, entry.lease.start): entry
        for entry in play.log
        if isinstance(entry, Entry) and entry.by == by and entry.lease is not None and entry.is_refused
    }
    seen = [
        (lease, refusals.get((lease.id, lease.token, lease.start)))
        for lease in play.leases
        if lease.by == by and _reach(lease, play.clock) >= window.start
    ]
    least = max(0, len(seen) - _BARS)
    laid = ((_laid(seen[hidden:], play.clock), hidden) for hidden in range(least, len(seen) + 1))
    return next((bars, hidden) for bars, hidden in laid if all(bar.lane < _LANES for bar in bars))


def _laid(seen: Sequence[tuple[Lease, Entry | None]], clock: int) -> list[_Bar]:
    """Give each lease the first lane that is free when it begins."""
    taken: list[int] = []
    bars: list[_Bar] = []
    for lease, refusal in seen:
        reach = _reach(lease, clock)
        lane = next((at for at, until in enumerate(taken) if until <= lease.start), len(taken))
        taken[lane : lane + 1] = [max(reach, refusal.now + _REFUSAL_MS if refusal else 0)]
        bars.append(_Bar(lease, refusal, lane, reach))
    return bars


def _reach(lease: Lease, clock: int) -> int:
    return max(lease.deadline, clock) if lease.end is None else lease.end


def _drawn(bar: _Bar, clock: int, window: Window) -> Element:
    lease = bar.lease
    top, middle = f"{bar.lane * _LANE}em", f"{bar.lane * _LANE + _BAR / 2}em"

    def box(kind: str, start: int, stop: int) -> Node:
        seen = stop > max(start, window.start)
        width = window.width(start, stop)
        return seen and rect(f".{kind}", x=window.place(start), y=top, width=width, height=f"{_BAR}em")

    return g[
        box(bar.kind, lease.start, min(lease.deadline, bar.reach)),
        box("lapsed", lease.deadline, bar.reach),
        # The line of now runs behind the bars; through a filled one it is cut.
        lease.start < clock < lease.deadline
        and bar.kind == "lent"
        and rect(".cut", x=window.place(clock), y=top, width="2", height=f"{_BAR}em"),
        _words(bar, window, middle),
        [
            svg(x=window.place(bar.reach), y=middle)[path(d=shape)]
            for ending, shape in _SIGNS.items()
            if ending is lease.ending
        ],
        None if bar.refusal is None else _refused(bar, bar.refusal, window, middle),
    ]


def _refused(bar: _Bar, refusal: Entry, window: Window, y: str) -> Element:
    at_the_end = bar.reach == refusal.now
    return g(".refused")[
        svg(x=window.place(refusal.now), y=y)[path(d=_CROSS_BESIDE if at_the_end else _CROSS)],
        text(x=window.place(refusal.now), dx="1.75em" if at_the_end else "0.875em", y=y)[
            str(refusal.answer).capitalize()
        ],
    ]


def _words(bar: _Bar, window: Window, y: str) -> Node:
    room = bar.reach - max(bar.lease.start, window.start)
    if room < _NUMBER_MS:
        return None
    all_of_it = room >= _WORDS_MS
    return text(f".of.{bar.kind}", x=window.place(bar.lease.start), dx="0.5em", y=y)[
        all_of_it and tspan(".word")["token "],
        str(bar.lease.token),
        all_of_it and tspan(".tail")[f" …{bar.lease.id[-_TAIL:]}"],
    ]


def _heard(bar: _Bar, clock: int) -> str:
    lease = bar.lease
    said = f"{lease.id}, token {lease.token}, from {seconds(lease.start)} to {seconds(lease.deadline)}"
    if lease.ending is not None:
        said += f", {lease.ending} at {seconds(bar.reach)}"
    elif lease.deadline <= clock:
        said += ", lapsed and not reaped"
    if bar.refusal is not None:
        said += f", refused as {bar.refusal.answer} at {seconds(bar.refusal.now)}"
    return f"{said}."
