"""The slots of a cluster whose size the reader chooses, and who owns the slot at hand."""

from echomq import keyspace
from echomq.keyspace import HashedPart
from widgets.figures.remembered import remembered
from widgets.figures.slot_line import MOST, Pin, node_letter, slot_line
from widgets.figures.spelling import cut
from widgets.figures.would_be import Address, pins
from widgets.seam.html import Element, Node, div, label, option, p, select, span

FEWEST = 2
SIZES = tuple(str(count) for count in range(FEWEST, MOST + 1))
"""What the field `nodes` offers."""


@remembered
def of_key(key: str, queue: str, nodes: int) -> Element:
    """Return the line with the slot of `key`, which is a key of `queue`, and the node that owns it. Readout: `owner`."""
    return of_pin(Pin(keyspace.slot(key), "every key of ", "Every key of the queue", tag=_braced(queue)), nodes)


def of_any(key: str, part: HashedPart, nodes: int) -> Element:
    """Return the line for a key of whatever kind, hashed by its `part`. Readout: `owner`."""
    slot = keyspace.slot(key)
    if part.is_whole_key:
        return of_pin(Pin(slot, "this key", "This key"), nodes)
    return of_pin(Pin(slot, "every key tagged ", "Every key with this tag", tag=_braced(part.data.decode())), nodes)


def of_pin(pin: Pin, nodes: int) -> Element:
    """Return the line with one slot and the node that owns it. Readout: `owner`."""
    owner = keyspace.owner(pin.slot, nodes)
    slots = keyspace.node_ranges(nodes)[owner]
    letter = span(data_part="owner")[node_letter(owner)]
    return _cluster(nodes, (pin,), ["Node ", letter, f", slots {slots.start} to {slots.stop - 1}, owns it."])


def of_none(nodes: int) -> Element:
    """Return the line without any slot, for a key that has no bytes."""
    return _cluster(nodes, (), "No bytes, so no slot and no owner.")


def of_refusal(found: tuple[Address, ...], nodes: int) -> Element:
    """Return the line with the slots that the keys of a refused name would have taken, or with none."""
    if not found:
        return _cluster(nodes, (), "No key, so no slot and no owner.")
    letters = sorted({node_letter(keyspace.owner(address.slot, nodes)) for address in found})
    *others, last = letters
    where = f"nodes {', '.join(others)} and {last}" if others else f"node {last}"
    return _cluster(nodes, pins(found), f"The keys would lie on {where}.")


def size(nodes: int) -> int:
    """Return the nearest number of nodes that can be drawn."""
    return min(max(nodes, FEWEST), MOST)


def demand_size(nodes: int) -> None:
    """Raise ValueError for a number of nodes that can't be drawn."""
    if nodes != size(nodes):
        message = f"nodes must be {FEWEST} to {MOST}, got {nodes}"
        raise ValueError(message)


def _braced(text: str) -> str:
    return f"{{{cut(text, 14, room=1).line}}}"


def _cluster(nodes: int, marks: tuple[Pin, ...], said: Node) -> Element:
    return div(".cluster")[slot_line(nodes, marks), p(".owns")[_size_field(nodes), span[said]]]


@remembered
def _size_field(nodes: int) -> Element:
    sizes = [option(value=size, selected=size == str(nodes))[size] for size in SIZES]
    return label["Cluster of ", select(".text", name="nodes")[sizes], " nodes"]
