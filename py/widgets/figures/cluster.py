"""The slots of a cluster whose size the reader chooses, and who owns the slot at hand."""

from htpy import Element, Node, div, label, option, p, select, span

from echomq import keyspace
from widgets.figures.slot_line import MOST, Pin, node_letter, slot_line
from widgets.figures.spelling import cut
from widgets.figures.would_be import Address, pins

FEWEST = 2
SIZES = tuple(str(count) for count in range(FEWEST, MOST + 1))
"""What the field `nodes` offers."""


def of_key(key: str, queue: str, nodes: int) -> Element:
    """Return the line with the slot of `key`, which is a key of `queue`, and the node that owns it. Readout: `owner`."""
    slot = keyspace.slot(key)
    owner = keyspace.owner(slot, nodes)
    slots = keyspace.node_ranges(nodes)[owner]
    pin = Pin(slot, "every key of ", "Every key of the queue", tag=f"{{{cut(queue, 14, room=1).line}}}")
    letter = span(data_part="owner")[node_letter(owner)]
    return _cluster(nodes, (pin,), ["Node ", letter, f", slots {slots.start} to {slots.stop - 1}, owns it."])


def of_refusal(found: tuple[Address, ...], nodes: int) -> Element:
    """Return the line with the slots that the keys of a refused name would have taken, or with none."""
    if not found:
        return _cluster(nodes, (), "No key, so no slot and no owner.")
    letters = sorted({node_letter(keyspace.owner(address.slot, nodes)) for address in found})
    *others, last = letters
    where = f"nodes {', '.join(others)} and {last}" if others else f"node {last}"
    return _cluster(nodes, pins(found), f"The keys would lie on {where}.")


def _cluster(nodes: int, marks: tuple[Pin, ...], said: Node) -> Element:
    sizes = [option(value=size, selected=size == str(nodes))[size] for size in SIZES]
    return div(".cluster")[
        slot_line(nodes, marks),
        p(".owns")[label["Cluster of ", select(".text", name="nodes")[sizes], " nodes"], span[said]],
    ]
