"""The port, compiled and running, and the questions of this run with everybody's answers."""

from __future__ import annotations

import os
import random
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from fsharp import dice, histories
from fsharp.dialogue import Dialogue, held
from fsharp.port import Port

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitegen.fable import Compiled

ROUNDS = 8_000
HISTORIES = 400


@pytest.fixture(scope="session")
def port(compiled: Compiled, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Port]:
    with closing(Port(tmp_path_factory.mktemp("port") / "port.mjs", compiled.modules, {})) as running:
        yield running


@pytest.fixture(scope="session")
def seed() -> int:
    return int(os.environ.get("FSHARP_SEED") or random.SystemRandom().getrandbits(64))


@pytest.fixture(scope="session")
def dialogue(port: Port, seed: int) -> Dialogue:
    return held(port, dice.rounds(random.Random(seed), ROUNDS))


@pytest.fixture(scope="session")
def lives(port: Port, seed: int) -> Dialogue:
    return held(port, histories.histories(random.Random(seed), HISTORIES))
