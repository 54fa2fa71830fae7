"""What the tests of the store port are given: each backing in turn, and a cluster."""

from collections.abc import Iterator

import pytest

from backings import BACKINGS, Backing, Fresh, Setting
from servers import Node, cluster


@pytest.fixture(scope="session")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Node]]:
    """A cluster: three masters, then three replicas."""
    with cluster(tmp_path_factory.mktemp("cluster")) as nodes:
        yield nodes


@pytest.fixture(scope="session", params=BACKINGS, ids=lambda backing: backing.name)
def fresh(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fresh]:
    """Opens empty stores of one backing; whoever asks for it is run once over each."""
    backing: Backing = request.param

    def cluster_port() -> int:
        nodes: list[Node] = request.getfixturevalue("nodes")
        return nodes[0].port

    with backing.opened(Setting(tmp_path_factory.mktemp("store"), cluster_port)) as opener:
        yield opener
