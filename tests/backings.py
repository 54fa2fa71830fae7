"""Every backing of the store port that the one suite is run over."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from echomq.port import StorePort
from echomq.stores.memory import MemoryStore


class Fresh(Protocol):
    """Opens one more store of a backing, empty, for ids of a namespace."""

    def __call__(self, namespace: str = "JOB") -> StorePort: ...


@dataclass(frozen=True, slots=True)
class Setting:
    """What a backing may stand on: a folder of its own, and servers that start when they are first asked for."""

    folder: Path


@dataclass(frozen=True, slots=True)
class Backing:
    """One place to keep a queue: its name, and how its stores are opened as long as a block lasts."""

    name: str
    opened: Callable[[Setting], AbstractContextManager[Fresh]]


@contextmanager
def memory(_: Setting) -> Iterator[Fresh]:
    yield MemoryStore


BACKINGS = (Backing("memory", memory),)
