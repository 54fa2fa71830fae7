"""What the tests of the store port are given: each backing in turn."""

from collections.abc import Iterator

import pytest

from backings import BACKINGS, Backing, Fresh, Setting


@pytest.fixture(scope="session", params=BACKINGS, ids=lambda backing: backing.name)
def fresh(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fresh]:
    """Opens empty stores of one backing; whoever asks for it is run once over each."""
    backing: Backing = request.param
    with backing.opened(Setting(tmp_path_factory.mktemp("store"))) as opener:
        yield opener
