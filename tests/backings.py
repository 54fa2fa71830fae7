"""Every backing of the store port that the one suite is run over."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Protocol

from echomq.links.client import to_cluster, to_server
from echomq.links.link import LinkCommands
from echomq.links.tcp import TcpLink
from echomq.port import StorePort
from echomq.stores.memory import MemoryStore
from echomq.stores.postgres import PostgresStore
from echomq.stores.sqlite import SqliteStore
from echomq.stores.valkey import ValkeyStore
from sitegen.servers.valkey import server

NUMBERS = count()
"""Each store has one of its own, also where a backing is opened again on the server of before."""


class Fresh(Protocol):
    """Opens one more store of a backing, empty, for ids of a namespace."""

    def __call__(self, namespace: str = "JOB") -> StorePort: ...


@dataclass(frozen=True, slots=True)
class Setting:
    """What a backing may stand on: a folder of its own, and servers that start when they are asked for: a cluster, by a
    port, and a PostgreSQL, by how to connect.
    """

    folder: Path
    cluster_port: Callable[[], int]
    conninfo: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Backing:
    """One place to keep a queue: its name, and how its stores are opened as long as a block lasts."""

    name: str
    opened: Callable[[Setting], AbstractContextManager[Fresh]]


@contextmanager
def memory(_: Setting) -> Iterator[Fresh]:
    yield MemoryStore


@contextmanager
def sqlite_in_memory(_: Setting) -> Iterator[Fresh]:
    with ExitStack() as stores:
        yield lambda namespace="JOB": stores.enter_context(SqliteStore(":memory:", namespace))


@contextmanager
def sqlite_in_a_file(setting: Setting) -> Iterator[Fresh]:
    with ExitStack() as stores:
        yield lambda namespace="JOB": stores.enter_context(
            SqliteStore(setting.folder / f"{next(NUMBERS)}.db", namespace)
        )


@contextmanager
def valkey_by_its_client(setting: Setting) -> Iterator[Fresh]:
    with server(setting.folder) as port, closing(to_server("127.0.0.1", port)) as commands:
        yield lambda namespace="JOB": ValkeyStore(commands, f"queue {next(NUMBERS)}", namespace)


@contextmanager
def valkey_over_a_link(setting: Setting) -> Iterator[Fresh]:
    with server(setting.folder) as port, TcpLink("127.0.0.1", port) as link:
        commands = LinkCommands(link)
        yield lambda namespace="JOB": ValkeyStore(commands, f"queue {next(NUMBERS)}", namespace)


@contextmanager
def valkey_cluster(setting: Setting) -> Iterator[Fresh]:
    with closing(to_cluster("127.0.0.1", setting.cluster_port())) as commands:
        yield lambda namespace="JOB": ValkeyStore(commands, f"queue {next(NUMBERS)}", namespace)


@contextmanager
def postgres(setting: Setting) -> Iterator[Fresh]:
    conninfo = setting.conninfo()
    # Each holds a connection, of which a server has only so many: no test uses more than a few at once.
    recent: deque[PostgresStore] = deque()

    def opened(namespace: str = "JOB") -> PostgresStore:
        if len(recent) == 20:
            recent.popleft().close()
        recent.append(PostgresStore(conninfo, namespace, schema=f"shared_{next(NUMBERS)}"))
        return recent[-1]

    yield opened
    for store in recent:
        store.close()


BACKINGS = (
    Backing("memory", memory),
    Backing("SQLite in memory", sqlite_in_memory),
    Backing("SQLite in a file", sqlite_in_a_file),
    Backing("Valkey by its client", valkey_by_its_client),
    Backing("Valkey over a link", valkey_over_a_link),
    Backing("Valkey cluster", valkey_cluster),
    Backing("PostgreSQL", postgres),
)
