"""Measures queues beside each other: how many jobs a second each lets in, and takes and completes, with one worker and one
connection.

All do the same work on the same servers: as many jobs, each of a number and the same text, let in one by one and each
answer awaited; then taken one by one and completed, with nothing done in between; and after that none may be left. They
take turns, round by round, so that a moment in which the machine was busy meets all of them; ratios are those of a round,
and the middle one of all rounds is told.
"""

import os
import platform
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sitegen.bench.field import FIELD, POSTGRES, Contestant, settings
from sitegen.bench.places import Places, places
from sitegen.bench.program import Program, playing
from sitegen.bench.trips import Relay, relay
from sitegen.toolchain import Toolchain

ROUNDS = 30
COUNTED = 100
"""Jobs of the round in which the answers are counted that a contestant waits for."""
TEXT = "x" * 100

PAGES, PAGE = 10, 8192
"""How often the disk is asked in a round, and for how many bytes: a page of PostgreSQL's."""

VERBS = ("enqueue", "work")

Figures = dict[str, Any]


def measure(root: Path, rivals: Toolchain, tell: Callable[[str], None]) -> Figures:
    """All figures; `tell` hears how far it is.

    Raises:
        ContestantError: where one didn't do the work, or not that alone.
        SetupError: where there is no server to do it on.

    """
    with tempfile.TemporaryDirectory(prefix="bench-") as name, places(Path(name)) as where:
        with _all_playing(root, rivals, where) as programs:
            tell("Warming up …")
            abouts = [program.about for program in programs]
            for program, one in zip(programs, FIELD, strict=True):
                _play(program, one.jobs)
            rounds = []
            disk: list[float] = []
            for number in range(ROUNDS):
                if number % 10 == 0:
                    tell(f"Round {number + 1} of {ROUNDS} …")
                disk.append(disk_ms(Path(name)))
                rounds.append(_round(programs, number))
        tell("Counting what each waits for …")
        counts = [_counted(root, rivals, where, one) for one in FIELD]
        return {
            "rounds": ROUNDS,
            "text": len(TEXT),
            "machine": {
                "system": platform.system(),
                "kind": platform.machine(),
                "processors": os.cpu_count(),
                "disk_ms": statistics.median(disk),
            },
            "python": platform.python_version(),
            "places": where.about
            | {one.place: about for one, about in zip(FIELD, abouts, strict=True) if "version" in about},
            "queues": [
                _told(one, about, took, count)
                for one, about, took, count in zip(FIELD, abouts, zip(*rounds, strict=True), counts, strict=True)
            ],
        }


def disk_ms(folder: Path) -> float:
    """Milliseconds until a page that was added to a file is on the disk of `folder`: what a commit can't go below."""
    took = []
    with (folder / "pages").open("ab", buffering=0) as file:
        for _ in range(PAGES):
            began = time.perf_counter()
            file.write(bytes(PAGE))
            os.fsync(file.fileno())
            took.append(time.perf_counter() - began)
    return statistics.median(took) * 1000


def _round(programs: Sequence[Program], number: int) -> list[dict[str, dict[str, float]]]:
    """What each took, in the order of the field; who begins changes with the `number` of the round."""
    first = number % len(FIELD)
    players = [*zip(programs, FIELD, strict=True)]
    took = [_play(program, one.jobs) for program, one in players[first:] + players[:first]]
    return took[len(took) - first :] + took[: len(took) - first]


def _play(program: Program, jobs: int) -> dict[str, dict[str, float]]:
    took = {"enqueue": program.enqueue(jobs, TEXT), "work": program.work(jobs)}
    program.be_empty()
    return took


@contextmanager
def _all_playing(root: Path, rivals: Toolchain, where: Places) -> Iterator[list[Program]]:
    with ExitStack() as stack:
        yield [stack.enter_context(_playing(root, rivals, where, one, where.port(one.place))) for one in FIELD]


@contextmanager
def _playing(root: Path, rivals: Toolchain, where: Places, one: Contestant, port: int | None) -> Iterator[Program]:
    name = f"{one.name} on {one.place}" + (f" ({one.way})" if one.way else "")
    command = one.command(root, rivals, where.address(one.place, one.program, port))
    with playing(name, command, settings(root), where.folder, where.folder / f"{name}.log") as program:
        yield program


def _counted(root: Path, rivals: Toolchain, where: Places, one: Contestant) -> dict[str, dict[str, float]]:
    """How many answers it waits for with each job, and how often PostgreSQL commits; nothing where there is no server."""
    port = where.port(one.place)
    if port is None:
        return {verb: {} for verb in VERBS}
    with relay(port) as line, _playing(root, rivals, where, one, line.port) as program:
        _play(program, COUNTED)  # whatever is to be prepared is prepared
        count = {
            "enqueue": _difference(where, one, line, lambda: program.enqueue(COUNTED, TEXT)),
            "work": _difference(where, one, line, lambda: program.work(COUNTED)),
        }
        program.be_empty()
        return count


def _difference(where: Places, one: Contestant, line: Relay, act: Callable[[], object]) -> dict[str, float]:
    def told() -> dict[str, int]:
        return {"answers": line.trips, **({"commits": where.commits()} if one.place == POSTGRES else {})}

    before = told()
    act()
    return {name: (after - before[name]) / COUNTED for name, after in told().items()}


def _told(
    one: Contestant,
    about: dict[str, str],
    took: Sequence[dict[str, dict[str, float]]],
    count: dict[str, dict[str, float]],
) -> Figures:
    """The figures of one contestant."""
    return {
        "name": one.name,
        "way": one.way,
        "place": one.place,
        "is_ours": one.is_ours,
        "is_measure": one.is_measure,
        "jobs": one.jobs,
        "about": {} if "version" in about else about,  # of what it stands on, the version is the place's
        **{
            verb: {
                "per_second": [one.jobs / each[verb]["seconds"] for each in took],
                "computing_ms": statistics.median(each[verb]["computing"] for each in took) / one.jobs * 1000,
                **count[verb],
            }
            for verb in VERBS
        },
    }
