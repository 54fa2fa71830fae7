"""Steps from one id to a near one: each adds to one field of the snowflake, and none carries into the next.

A step over a field's border is refused in the words of `Snowflake`, which takes no value that its bits can't hold.
"""

from dataclasses import dataclass, replace
from functools import cache

from echomq import branded_id, snowflake
from widgets.figures.flake_bits import NODE, SEQUENCE, TIME, Field
from widgets.figures.moment import in_words
from widgets.seam.html import Element, Node, button, div, span

_SECOND, _DAY = 1_000, 86_400_000


@dataclass(frozen=True, slots=True)
class Step:
    """Adds `amount` to `field`; the time counts in milliseconds. `unit` is what the button says after the sign."""

    field: Field
    amount: int
    unit: str = "1"

    @property
    def name(self) -> str:
        """What the button sends: `+1 ms`, `-1 node`."""
        sign = "+" if self.amount > 0 else "-"
        return f"{sign}{self.unit}" if self.field is TIME else f"{sign}{self.unit} {self.field.name}"

    def taken(self, branded: str) -> str:
        """Return the id one step from `branded`. Raises ValueError where there is none, or where that is no snowflake."""
        known = branded_id.parse(branded)
        flake = known.snowflake
        if self.field is TIME:
            near = replace(flake, ms=flake.ms + self.amount)
        elif self.field is NODE:
            near = replace(flake, node=flake.node + self.amount)
        else:
            near = replace(flake, sequence=flake.sequence + self.amount)
        return branded_id.compose(known.namespace, near.pack())


STEPS = (
    Step(TIME, -_DAY, "1 day"),
    Step(TIME, -_SECOND, "1 s"),
    Step(TIME, -1, "1 ms"),
    Step(TIME, 1, "1 ms"),
    Step(TIME, _SECOND, "1 s"),
    Step(TIME, _DAY, "1 day"),
    Step(NODE, -1),
    Step(NODE, 1),
    Step(SEQUENCE, -1),
    Step(SEQUENCE, 1),
)
NAMED = {step.name: step for step in STEPS}
"""The steps by what their buttons send."""


@cache
def buttons(field: Field) -> Element:
    """Return the buttons of the steps of `field`, each called `step`."""
    row = div(".row", role="group", aria_label=f"Step the {field.name}")
    return row[[_button(step) for step in STEPS if step.field is field]]


def why(step: Step) -> Node:
    """Return why an id may lie at the border that `step` would cross."""
    if step.field is TIME and step.amount < 0:
        return f"Time is counted from {in_words(snowflake.EPOCH_MS)}, and its bits know nothing before that."
    if step.field is TIME:
        return f"The {TIME.count} bits of the time are used up on {in_words(snowflake.MAX_MS)}."
    last = (1 << step.field.count) - 1
    if step.field is NODE:
        return (
            f"The {NODE.count} bits of the node name 0 to {last}. A step beyond would reach into the bits of the time, "
            "and make an id of another moment."
        )
    return (
        f"The {SEQUENCE.count} bits of the sequence number {last + 1:,} ids that one node mints in one millisecond, "
        f"0 to {last}. A step beyond would reach into the bits of the node; a mint takes the next millisecond instead."
    )


def _button(step: Step) -> Element:
    sign = "+" if step.amount > 0 else "−"
    said = None if step.field is TIME else span(".vh")[f" {step.field.name}"]
    return button(".chip.say", type="button", name="step", value=step.name)[f"{sign}{step.unit}", said]
