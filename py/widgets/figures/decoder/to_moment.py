"""From an id's integer to its moment in three steps: the time's bits, the epoch added, the date that makes."""

from echomq import snowflake
from echomq.snowflake import Snowflake
from widgets.figures.decoder.local_time import local
from widgets.figures.flake_bits import TIME
from widgets.seam.html import Element, Node, button, code, dd, div, dl, dt, p, span, sup


def to_moment(flake: Snowflake | None, offset: str) -> Element:
    """Return the steps for `flake`, the last of them by a clock at `offset` from UTC; without a flake they are empty.

    Readouts: `moment` (`2025-06-01T09:00:00.001Z`), and `local`, which is empty too where no offset is known.
    """
    counted, unix, moment, here = ("", "", "", None)
    if flake is not None:
        counted, unix, moment, here = str(flake.offset), str(flake.ms), flake.moment, local(flake.ms, offset)
    return div[
        dl(".chain.to-moment" + ("" if flake else ".nothing"))[
            _step(["integer ÷ 2", sup[str(TIME.below)]], span[counted]),
            _step(f"+ epoch, {snowflake.EPOCH_MS}", span[unix]),
            _step("moment", span(data_part="moment")[moment], ".out"),
        ],
        p(".here" if here else ".here.unasked")[
            span["In local time, with today’s offset: " if here else "In local time: "],
            code(data_part="local")[here],
            None if here else button(".chip.say", type="button", name="clock")["ask this clock"],
        ],
    ]


def _step(label: Node, value: Node, classes: str = "") -> Element:
    return div[dt(".sc")[label], dd(classes)[value] if classes else dd[value]]
