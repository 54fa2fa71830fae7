"""Slots moved from one master to another, key by key, while their keys are in use."""

from collections.abc import Sequence
from typing import cast

from servers import Node, known
from sitegen.servers.waiting import wait_until

MIGRATE_MS = 5000


def move(slot: int, source: Node, target: Node, masters: Sequence[Node]) -> int:
    """Move one slot as `valkey-cli --cluster reshard` does, though each key by itself; how many keys it had."""
    target.call("CLUSTER", "SETSLOT", slot, "IMPORTING", source.told("CLUSTER", "MYID"))
    source.call("CLUSTER", "SETSLOT", slot, "MIGRATING", target.told("CLUSTER", "MYID"))
    moved = 0
    while keys := cast("list[bytes]", source.call("CLUSTER", "GETKEYSINSLOT", slot, 1)):
        # One at a time: as long as possible, some of a queue's keys are here and some there.
        source.call("MIGRATE", "127.0.0.1", target.port, "", 0, MIGRATE_MS, "KEYS", *keys)
        moved += len(keys)
    name = target.told("CLUSTER", "MYID")
    for node in (target, source, *masters):
        node.call("CLUSTER", "SETSLOT", slot, "NODE", name)
    return moved


def move_whole(slot: int, source: Node, target: Node) -> None:
    """Move one slot as a Valkey of version 9 does by itself: its keys go over together, at one moment."""
    source.call("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", target.told("CLUSTER", "MYID"))
    wait_until(lambda: owns(target, slot))


def owns(node: Node, slot: int) -> bool:
    """Whether a node says that a slot is its own."""
    own = next(line for line in known(node) if "myself" in line[2])
    ranges = (part.partition("-") for part in own[8:] if not part.startswith("["))  # in brackets are those that move
    return any(int(first) <= slot <= int(last or first) for first, _, last in ranges)
