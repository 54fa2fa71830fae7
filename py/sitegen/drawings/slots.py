"""Some queues on the line of slots: each has one slot, whatever its keys are."""

from collections.abc import Sequence

from echomq import keyspace
from widgets.figures.slot_line import Pin, slot_line
from widgets.seam.html import Element

# A fourth pin would have no level of its own.
_MOST = 3


def draw(queues: Sequence[str], nodes: int) -> Element:
    """The line of slots among `nodes`, with a pin for each of at most three `queues`."""
    if len(queues) > _MOST:
        message = f"the line has room for {_MOST} queues, not {len(queues)}"
        raise ValueError(message)
    return slot_line(nodes, [_pin(queue) for queue in queues])


def _pin(queue: str) -> Pin:
    number = keyspace.slot(keyspace.queue_key(queue, "pending"))
    return Pin(number, f"{number} ", f"Every key of the queue {queue}", tag=f"{{{queue}}}")
