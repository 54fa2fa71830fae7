"""What the tests of the store in SQLite are given: a file of their own, and a store on it that has begun."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from echomq.stores.sqlite import SqliteStore
from sqlite_file import begun


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "queue.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with begun(path) as store:
        yield store
