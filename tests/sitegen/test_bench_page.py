"""What is made of the visits to a page: medians, ratios to PyScript's first visit, and the tables that tell them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sitegen.bench import page, page_report
from sitegen.bench.conditions import ELSEWHERE, HERE, Condition
from sitegen.bench.readme import PAGE
from sitegen.bench.starts import Start
from sitegen.bench.strokes import spread
from sitegen.bench.tallies import Rounds, tallied
from sitegen.bench.visits import Visit
from sitegen.bench.weights import weights

ROOT = Path(__file__).parents[2]


def seen(took: float, used: str | None = None, memory: float | None = 300.0, slower: float | None = None) -> Visit:
    return Visit(took, round(took) * 1_000, memory, took / 4, took / 10, used, slower)


def visits(*took: float, used: str | None = None, memory: float = 300.0) -> list[Visit]:
    return [seen(one, used, memory) for one in took]


ROUNDS: Rounds = {
    "snapshot": {
        "cold": visits(900, 500, 700, used="snapshot", memory=150),
        "warm": visits(350, 450, 400, used="snapshot"),
    },
    "trimmed": {"cold": visits(1400, 1500, 1300, used="trimmed"), "warm": visits(1000, 1100, 900, used="trimmed")},
    "choice": {"cold": [seen(700, "snapshot"), seen(1400, "trimmed"), seen(600, "snapshot")], "warm": visits(300)},
    "naive": {"cold": visits(3500, 2500, memory=200), "warm": visits(2000, memory=160)},
    "pyscript": {"cold": visits(2800, 2700, 3100), "warm": visits(2100, 2000, 2200)},
}

CONDITION = Condition("this machine", 3, 60, again=True)

FIGURES: dict[str, Any] = {
    "machine": {"system": "Linux", "kind": "x86_64", "processors": 2},
    "versions": {"Chromium": "156.0", "Pyodide": "314.0.7", "PyScript": "0.7.31", "Python": "3.11.7"},
    "conditions": [tallied(CONDITION, ROUNDS)],
    "keystroke_to_paint": {
        "beat": {"count": 200, "median": 14.04, "p95": 20.0, "p99": 25.26, "longest": 31.0},
        "no_beat": {"count": 200, "median": 4.5, "p95": 6.0, "p99": 7.0, "longest": 8.0},
    },
    "thousand_keys_to_paint": {"count": 15, "median": 60.0, "p95": 80.0, "p99": 90.0, "longest": 91.0},
    "build": {
        "files": 41,
        "bytes": 60_400_000,
        "seconds": 12.3,
        "is_cold": False,
        "shell": {"bytes": 215_000, "gzip": 134_000, "brotli": 130_000},
        "python": {"snapshot.bin": {"bytes": 21_000_000, "gzip": 6_000_000, "brotli": 4_500_000}},
        "snapshot": {"room": 1_000},
    },
}


def test_ratios_are_to_the_first_visit_of_pyscript_on_the_main_thread() -> None:
    started = FIGURES["conditions"][0]["starts"]
    cold, warm = started["snapshot"]["cold"], started["snapshot"]["warm"]
    assert cold["first_answer_ms"] == {"median": 700, "min": 500, "all": [900, 500, 700]}
    assert cold["ratio_to_pyscript"] == {"of_medians": 0.25, "of_minima": 500 / 2700}
    assert cold["ratio_to_naive"] == {"of_medians": 700 / 3000, "of_minima": 0.2}
    assert warm["ratio_to_pyscript"] == {"of_medians": 400 / 2800, "of_minima": 350 / 2700}
    assert started["pyscript"]["warm"]["ratio_to_pyscript"]["of_medians"] == 0.75


def test_memory_is_beside_that_of_naive_pyodide_on_the_same_visit() -> None:
    started = FIGURES["conditions"][0]["starts"]
    assert started["snapshot"]["cold"]["peak_memory_ratio_to_naive"] == 0.75
    assert started["snapshot"]["warm"]["peak_memory_ratio_to_naive"] == 300 / 160


def test_a_system_that_tells_nothing_of_memory_has_no_figure_of_it() -> None:
    rounds: Rounds = {name: {"cold": [seen(1000, memory=None)], "warm": []} for name in ROUNDS}
    condition = tallied(Condition("a line", 1, 60), rounds)
    assert condition["starts"]["choice"]["cold"]["peak_memory_mb"] is None
    assert condition["starts"]["choice"]["cold"]["peak_memory_ratio_to_naive"] is None
    assert "warm" not in condition["starts"]["choice"]
    assert "| this site, as it chooses | 1,000 | 1.00 |  |  | 1,000 |  |" in page_report.block(
        FIGURES | {"conditions": [condition]}
    )


def test_how_slow_it_was_is_what_was_measured() -> None:
    rounds: Rounds = {name: {"cold": [seen(1000, slower=3.9), seen(1000, slower=4.1)], "warm": []} for name in ROUNDS}
    condition = tallied(Condition("a slow machine", 2, 60, times=4), rounds)
    assert condition["cpu_times_measured"] == pytest.approx(4.0)
    report = page_report.report(FIGURES | {"conditions": [condition]})
    assert "A slow machine (2 rounds, measured: 4.00 times)" in report.splitlines()


def test_the_readmes_block() -> None:
    assert page_report.block(FIGURES).splitlines() == [
        "Milliseconds from the navigation to the first answer of Python, medians of 3 rounds in which all took turns, in Chromium",
        "156.0 on 2 processors (Linux, x86_64); all with Pyodide 314.0.7. Ratios are to the first visit of PyScript 0.7.31; KB",
        "are what a first visit fetches until then, packed by brotli, MB what the page’s process had in memory at most.",
        "",
        "| | first visit | ratio | second visit | ratio | KB | MB |",
        "|---|---|---|---|---|---|---|",
        "| this site, by its snapshot | 700 | 0.25 | 400 | 0.14 | 700 | 150 |",
        "| this site, by its trimmed library | 1,400 | 0.50 | 1,000 | 0.36 | 1,400 | 300 |",
        "| this site, as it chooses (snapshot or trimmed) | 700 | 0.25 | 300 | 0.11 | 700 | 300 |",
        "| Pyodide in a worker | 3,000 | 1.07 | 2,000 | 0.71 | 3,000 | 200 |",
        "| PyScript, main thread | 2,800 | 1.00 | 2,100 | 0.75 | 2,800 | 300 |",
        "",
        "| from a key to its painted answer, ms | median | 95 % | 99 % | longest |",
        "|---|---|---|---|---|",
        "| 200 keys, with the screen’s beat of 60 Hz | 14.0 | 20.0 | 25.3 | 31.0 |",
        "| 200 keys, with the beat lifted | 4.5 | 6.0 | 7.0 | 8.0 |",
        "| 1,000 keys at once, 15 times, with the screen’s beat of 60 Hz | 60.0 | 80.0 | 90.0 | 91.0 |",
        "",
        "The folder has 41 files of 60 MB, built in 12 s with what earlier builds kept. The shell of a page is 215 KB, 134 by",
        "gzip and 130 by brotli. For Python: snapshot.bin 21.0 MB, 4.50 by brotli. Its snapshot, room: 1000.",
    ]


def test_a_start_that_went_another_way_than_it_was_told_is_told_so() -> None:
    rounds = ROUNDS | {"snapshot": {"cold": visits(700, 710, used="trimmed"), "warm": []}}
    block = page_report.block(FIGURES | {"conditions": [tallied(CONDITION, rounds)]})
    assert "| this site, by its snapshot (trimmed) | 705 |" in block


def test_several_conditions_have_a_heading_each_in_the_readme() -> None:
    conditions = [tallied(one, ROUNDS) for one in (CONDITION, Condition("a slow line", 3, 60, megabits=1.6))]
    block = page_report.block(FIGURES | {"conditions": conditions}).splitlines()
    assert [line for line in block if line.startswith("| **")] == [
        "| **This machine (3 rounds)** | | | | | | |",
        "| **A slow line (3 rounds)** | | | | | | |",
    ]


def test_a_build_from_nothing_is_told_so() -> None:
    build = FIGURES["build"] | {"is_cold": True}
    assert "built in 12 s from nothing." in page_report.report(FIGURES | {"build": build})


def test_the_waits_of_many_keys() -> None:
    assert spread([float(number) for number in range(101)]) == {
        "count": 101,
        "median": 50.0,
        "p95": 95.0,
        "p99": 99.0,
        "longest": 100.0,
    }


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stand for the visits; the starts that were visited, in their order."""
    names: list[str] = []

    def visits(_: object, __: object, start: Start, condition: Condition) -> list[Visit]:
        names.append(start.name)
        return [seen(1000)] * (2 if condition.again else 1)

    monkeypatch.setattr(page, "_visits", visits)
    return names


NOBODY: Any = None


def measured(condition: Condition) -> Rounds:
    host: Any = SimpleNamespace()
    return page.rounds(NOBODY, dict.fromkeys(("site", "naive", "pyscript"), host), condition, lambda _: None)


def test_every_round_has_every_start_once_and_another_begins(asked: list[str]) -> None:
    found = measured(Condition("a line", 3, 60, again=True, naive_every=2))
    first, second, third = asked[:5], asked[5:9], asked[9:]
    assert sorted(first) == sorted(third) == ["choice", "naive", "pyscript", "snapshot", "trimmed"]
    assert sorted(second) == ["choice", "pyscript", "snapshot", "trimmed"]
    assert len({first[0], second[0], third[0]}) == 3
    assert (len(found["naive"]["cold"]), len(found["choice"]["warm"])) == (2, 3)


@pytest.mark.usefixtures("asked")
def test_rounds_end_with_their_time_but_not_before_the_second() -> None:
    assert len(measured(Condition("nowhere", 9, -1))["pyscript"]["cold"]) == 2


def test_slow_lines_are_those_of_which_readers_are_told() -> None:
    assert [(one.times, one.megabits, one.round_trip_ms) for one in (HERE, *ELSEWHERE)] == [
        (1, None, 0),
        (4, None, 0),
        (6, None, 0),
        (1, 10, 40),
        (1, 1.6, 150),
    ]


def test_a_build_is_weighed_as_it_travels(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "assets" / "python").mkdir(parents=True)
    files = {
        "assets/page.0123456789.js": ("shell", b"a" * 1_000, {}),
        "assets/python/snapshot.0123456789.bin": ("python", b"b" * 9_000, {"room": 77}),
        "assets/python/snapshot.embed.0123456789.js": ("python", b"c" * 3_000, {}),
    }
    assets = []
    for path, (group, data, more) in files.items():
        (site / path).write_bytes(data)
        assets.append({"path": path, "bytes": len(data), "gzip": 50, "hash": "", "group": group, **more})
    (site / "assets" / "manifest.json").write_text(json.dumps({"assets": assets}))
    told = weights(tmp_path, site)
    assert told["files"] == 4
    assert told["bytes"] > 13_000
    assert (told["shell"]["bytes"], told["shell"]["gzip"]) == (1_000, 50)
    assert 5 < told["shell"]["brotli"] < 50
    assert list(told["python"]) == ["snapshot.bin"]
    assert told["snapshot"] == {"room": 77}


def test_the_readmes_figures_are_of_the_versions_that_are_locked() -> None:
    """Whoever locks another version measures anew."""
    block = (ROOT / "README.md").read_text(encoding="utf-8").partition(PAGE.begin)[2].partition(PAGE.end)[0]
    npm = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    told = dict(re.findall(r"\b(Pyodide|PyScript)\s([\d.]+)\b", block))
    assert told == {
        "Pyodide": npm["node_modules/pyodide"]["version"],
        "PyScript": npm["node_modules/@pyscript/core"]["version"],
    }
