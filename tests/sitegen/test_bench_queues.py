"""A measuring of our own queues alone: what each did is known, whatever the time that it took."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from demanded import lacking
from sitegen.bench import field, places, queues, standings
from sitegen.bench.program import ContestantError
from sitegen.installation import SetupError
from sitegen.servers import postgres
from sitegen.toolchain import Toolchain

ROOT = Path(__file__).parents[2]
JOBS = 20
OURS = tuple(replace(one, jobs=JOBS) for one in field.FIELD if one.is_ours)
NOBODY = Toolchain(Path("/nowhere"))


@pytest.fixture(scope="module")
def measured() -> dict[str, Any]:
    if not postgres.builds():
        lacking("THE QUEUES WERE NOT MEASURED: there is no PostgreSQL here")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(queues, "FIELD", OURS)
        patch.setattr(queues, "ROUNDS", 2)
        patch.setattr(queues, "COUNTED", JOBS)
        told: list[str] = []
        figures = queues.measure(ROOT, NOBODY, told.append)
    assert [line for line in told if line.startswith("Round")] == ["Round 1 of 2 …"]
    return figures


def test_each_place_has_figures_of_each_round(measured: dict[str, Any]) -> None:
    assert [(one["place"], one["way"]) for one in measured["queues"]] == [
        ("memory", ""),
        ("SQLite in memory", ""),
        ("SQLite in a file", ""),
        ("Valkey", ""),
        ("Valkey", "TcpLink"),
        ("PostgreSQL", ""),
    ]
    for one in measured["queues"]:
        for verb in ("enqueue", "work"):
            assert len(one[verb]["per_second"]) == 2
            assert min(one[verb]["per_second"]) > 0


def test_a_verb_waits_for_one_answer_and_commits_once(measured: dict[str, Any]) -> None:
    """And so does the claim that finds nothing, by which a worker sees that it is done; but it changes nothing."""
    counted = {(one["place"], one["way"]): (one["enqueue"], one["work"]) for one in measured["queues"]}
    for place in (("Valkey", ""), ("Valkey", "TcpLink"), ("PostgreSQL", "")):
        enqueue, work = counted[place]
        assert enqueue["answers"] * JOBS == JOBS
        assert work["answers"] * JOBS == 2 * JOBS + 1
    enqueue, work = counted["PostgreSQL", ""]
    assert (enqueue["commits"] * JOBS, work["commits"] * JOBS) == (JOBS, 2 * JOBS)
    assert "answers" not in counted["SQLite in a file", ""][0]


def test_what_would_outlive_a_fall_is_told_by_the_places_themselves(measured: dict[str, Any]) -> None:
    told = {
        place: {name: about[name] for name in about if name != "version"} for place, about in measured["places"].items()
    }
    assert told == {
        "SQLite in memory": {},
        "SQLite in a file": {"journal_mode": "wal", "synchronous": "full"},
        "Valkey": {"appendonly": "yes", "appendfsync": "everysec"},
        "PostgreSQL": {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"},
    }


def test_the_figures_make_a_table(measured: dict[str, Any]) -> None:
    assert standings.report(measured).count("EchoMQ") == 1 + len(OURS)


def test_who_begins_changes_from_round_to_round(monkeypatch: pytest.MonkeyPatch) -> None:
    began: list[str] = []

    class Playing:
        def __init__(self, name: str) -> None:
            self._name = name

        def enqueue(self, jobs: int, _: str) -> dict[str, float]:
            began.append(self._name)
            return {"seconds": float(jobs)}

        def work(self, _: int) -> dict[str, float]:
            return {"seconds": 0.0}

        def be_empty(self) -> None:
            pass

    monkeypatch.setattr(queues, "FIELD", [replace(OURS[0], jobs=jobs) for jobs in (1, 2, 3)])
    programs: Any = [Playing(name) for name in "abc"]
    rounds = [queues._round(programs, number) for number in range(4)]
    assert "".join(began) == "abcbcacababc"
    assert all([took["enqueue"]["seconds"] for took in each] == [1.0, 2.0, 3.0] for each in rounds)


def test_one_that_cannot_play_ends_the_measuring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "FIELD", [replace(OURS[0], name="Rival", program="no_such_queue")])
    monkeypatch.setattr(queues, "places", lambda _: nullcontext(places.Places(tmp_path, 0, 0, {})))
    with pytest.raises(ContestantError, match=r"(?s)^Rival on memory failed\. It said: .*no_such_queue"):
        queues.measure(ROOT, NOBODY, lambda _: None)


def test_without_postgresql_nothing_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "builds", dict)
    with (
        pytest.raises(SetupError, match="Nothing was measured, because there is no PostgreSQL here"),
        places.places(tmp_path),
    ):
        pass


def test_rivals_run_where_they_were_installed() -> None:
    there = Toolchain(Path("/there"))
    commands = [one.command(ROOT, there, "4242") for one in field.FIELD if not one.is_ours]
    assert all("4242" in command for command in commands)
    assert {command[0] for command in commands} == {str(there.python), str(Toolchain(ROOT).node)}
    assert all("/there" in command for command in commands if command[0] != str(there.python))
