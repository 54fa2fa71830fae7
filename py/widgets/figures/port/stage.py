"""The two workers over one axis of time: what each got last, its leases, and a single now through both."""

from collections.abc import Mapping

from widgets.figures.branded import coloured
from widgets.figures.port.commands import WORKERS
from widgets.figures.port.leases import leases
from widgets.figures.port.observed import Ending, Lease, Play
from widgets.figures.port.time_axis import axis, now
from widgets.figures.port.told import seconds
from widgets.seam.html import Element, Node, b, code, div, p, span


def stage(play: Play, verbs: Mapping[str, Node], clock: Node) -> Element:
    """Return the picture; `verbs` are the buttons of each worker, `clock` those that stand by the clock.

    Readouts: clock (in seconds); a-id, a-token, b-id and b-token, without text while a worker got nothing.
    """
    return div(".duo")[
        [[_who(by, play.last[by], play.clock), div(f".bars.{by.lower()}")[leases(play, by)]] for by in WORKERS],
        div(".scale")[axis(play.clock)],
        div(".line")[now(play.clock)],
        [verbs[by] for by in WORKERS],
        div(".clock")[p[span(".lab.sc")["clock"], " ", span(data_part="clock")[play.clock // 1000], " s"], clock],
    ]


def _who(by: str, lease: Lease | None, clock: int) -> Element:
    name = by.lower()
    token = span(data_part=f"{name}-token")[lease.token if lease else None]
    return p(f".who.{name}")[
        b(".sc")[span["worker "], by],
        " ",
        code(".id", data_part=f"{name}-id")[coloured(lease.id) if lease else None],
        " ",
        span(".fate")["token " if lease else "", token, f", {_fate(lease, clock)}" if lease else "holds nothing"],
    ]


def _fate(lease: Lease, clock: int) -> str:
    """Return what became of the lease, which its worker needn't know."""
    if lease.ending is not None and lease.end is not None:
        by = f" by {lease.ended_by}" if lease.ended_by not in ("", lease.by) else ""
        when = seconds(lease.end)
        return f"dead at {when}" if lease.ending is Ending.DEAD else f"{lease.ending}{by} at {when}"
    if lease.deadline <= clock:
        return f"lapsed at {seconds(lease.deadline)}, not reaped"
    return f"until {seconds(lease.deadline)}"
