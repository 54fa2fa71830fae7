"""The comparison would notice: each of these mutants, of either language, answers a small dialogue differently."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fsharp.comparing import differences
from fsharp.dialogue import Dialogue, held
from fsharp.dice import rounds
from fsharp.histories import histories
from fsharp.mutants import FSHARP, PYTHON, Mutant
from fsharp.port import ROOT, SOURCES, Port
from sitegen import fable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fsharp.answers import Answer

SEED = 4_08
PACKAGE = ROOT / "py" / "echomq"
PATIENCE = 60
"""Seconds a mutant has to answer."""


@pytest.fixture(scope="module")
def small(port: Port) -> Dialogue:
    """Six thousand calls and twelve hundred steps, always the same."""
    chance = random.Random(SEED)
    return held(port, [*rounds(chance, 300), *histories(chance, 20)])


def test_without_a_mutation_nothing_is_different(small: Dialogue, tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / PACKAGE.name)
    assert list(differences(small.questions, in_python(tmp_path, small), small.fsharp)) == []


# All mutants of the F# are compiled as one project, since the compiler takes seconds to start. Each is one file in a
# namespace of its own, which opens the port's and so stands on the files before it.


def path_of(mutant: Mutant) -> str:
    return f"content/fsharp/Mutant{FSHARP.index(mutant)}/{mutant.file}.fs"


def namespaced(mutant: Mutant) -> str:
    source = mutant.of(SOURCES[f"{fable.FOLDER}{mutant.file}.fs"])
    return source.replace("namespace EchoMQ\n", f"namespace Mutant{FSHARP.index(mutant)}\n\nopen EchoMQ\n", 1)


@pytest.fixture(scope="module")
def mutants(compiled: fable.Compiled) -> fable.Compiled:
    assert compiled.problems == ()
    wrong = {path_of(mutant): namespaced(mutant) for mutant in FSHARP}
    return fable.compile_project(ROOT, "mutants", fable.port(SOURCES) | wrong, asked_about=())


@pytest.fixture(scope="module")
def mutated(mutants: fable.Compiled, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Port]:
    assert [str(problem) for problem in mutants.problems] == []
    variants = {str(mutant): (mutant.file, path_of(mutant).replace(".fs", ".js")) for mutant in FSHARP}
    with closing(Port(tmp_path_factory.mktemp("mutants") / "port.mjs", mutants.modules, variants)) as running:
        yield running


@pytest.mark.parametrize("mutant", FSHARP, ids=str)
def test_a_mutant_of_the_fsharp_is_noticed(mutant: Mutant, mutated: Port, small: Dialogue) -> None:
    theirs = mutated.answers(small.questions, str(mutant))
    assert next(differences(small.questions, small.python, theirs), ""), "nothing was different"


@pytest.mark.parametrize("mutant", PYTHON, ids=str)
def test_a_mutant_of_the_python_is_noticed(mutant: Mutant, small: Dialogue, tmp_path: Path) -> None:
    copy = shutil.copytree(PACKAGE, tmp_path / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__"))
    file = copy / mutant.file
    file.write_text(mutant.of(file.read_text(encoding="utf-8")), encoding="utf-8")
    ours = in_python(tmp_path, small)
    assert next(differences(small.questions, ours, small.fsharp), ""), "nothing was different"


def in_python(folder: Path, asked: Dialogue) -> list[Answer]:
    """What the package in `folder` answers, in a process that finds no other."""
    done = subprocess.run(
        [sys.executable, "-m", "fsharp.answers"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT / "tests"), "PYTHONDONTWRITEBYTECODE": "1"},
        input=json.dumps(asked.questions).encode(),
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr.decode()
    told: list[Answer] = json.loads(done.stdout)
    return told
