"""Where a load is put: how workers reach it, and how it is looked at afterwards."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from echomq.links.client import to_cluster, to_server
from echomq.port import StorePort
from echomq.snowflake import unix_ms
from echomq.stores.memory import MemoryStore
from echomq.stores.sqlite import SqliteStore
from echomq.stores.valkey import ValkeyStore
from faults import rows
from faults.rows import Rows
from servers import Node, masters

QUEUE = "email"


@dataclass(frozen=True, slots=True)
class Place:
    """One queue or several, and as many stores on them as you like."""

    backing: str
    stores: Callable[[], AbstractContextManager[Sequence[StorePort]]]
    rows: Callable[[], Rows]
    address: str = ""
    """What tells another process where it is."""


def memory() -> Place:
    store = MemoryStore()

    @contextmanager
    def stores() -> Iterator[Sequence[StorePort]]:
        yield [store]

    return Place("memory", stores, lambda: rows.in_memory(store))


def sqlite(path: Path, clock: Callable[[], int] = unix_ms) -> Place:
    @contextmanager
    def stores() -> Iterator[Sequence[StorePort]]:
        with SqliteStore(path, clock=clock, patience_s=30) as store:
            yield [store]

    return Place("SQLite", stores, lambda: rows.in_sqlite(path), f"sqlite:{path}")


def valkey(port: int) -> Place:
    @contextmanager
    def stores() -> Iterator[Sequence[StorePort]]:
        with closing(to_server("127.0.0.1", port)) as commands:
            yield [ValkeyStore(commands, QUEUE)]

    def there() -> Rows:
        with closing(to_server("127.0.0.1", port)) as commands:
            return rows.on_valkey(commands, QUEUE)

    return Place("Valkey", stores, there, f"valkey:{port}")


def stores_at(address: str) -> AbstractContextManager[Sequence[StorePort]]:
    """Open stores where the `address` of a place says."""
    kind, _, rest = address.partition(":")
    return (sqlite(Path(rest)) if kind == "sqlite" else valkey(int(rest))).stores()


def cluster(
    nodes: Sequence[Node], queues: Sequence[str], door: Node, *, replicas: int = 0, patience_s: float = 5.0
) -> Place:
    """Many queues on a cluster of `nodes`, reached by `door`, which is one of them that stays."""

    @contextmanager
    def stores() -> Iterator[Sequence[StorePort]]:
        with closing(to_cluster("127.0.0.1", door.port, patience_s=patience_s, replicas=replicas)) as commands:
            yield [ValkeyStore(commands, queue) for queue in queues]

    def there() -> Rows:
        found: Rows = {}
        for queue in queues:
            parts = [part for node in masters(nodes) if (part := rows.on_valkey(node.commands, queue))]
            assert len(parts) <= 1, f"{queue} lies on several nodes"
            for part in parts:
                found |= part
        return found

    return Place("Valkey cluster", stores, there)
