"""What is said of the queues: medians, ratios of rounds, and reasons that were measured with them."""

from __future__ import annotations

from typing import Any

import pytest

from sitegen.bench import standings


def queue(name: str, place: str, rates: list[float], answers: float | None = None, **more: object) -> dict[str, Any]:
    count = {} if answers is None else {"answers": answers}
    figures = {"per_second": rates, "computing_ms": 0.25, **count}
    return {
        "name": name,
        "way": "",
        "place": place,
        "is_ours": name == "EchoMQ",
        "is_measure": False,
        "about": {},
        "enqueue": figures,
        "work": figures,
    } | more


FIGURES: dict[str, Any] = {
    "rounds": 3,
    "machine": {"system": "Linux", "kind": "x86_64", "processors": 2, "disk_ms": 0.123},
    "python": "3.11.7",
    "places": {"Valkey": {"version": "9.1.2", "appendfsync": "everysec"}},
    "queues": [
        queue("EchoMQ", "memory", [26_000.0, 27_449.0, 30_000.0]),
        queue("EchoMQ", "Valkey", [1000.0, 2000.0, 4000.0], 2.02, is_measure=True, about={"valkey": "6.2.0"}),
        queue("EchoMQ", "Valkey", [9000.0, 9000.0, 9000.0], 2.0, way="TcpLink"),
        # In the middle of the rounds EchoMQ does half as many, though its median is a fourth.
        queue(
            "BullMQ", "Valkey", [1500.0, 8000.0, 8000.0], 1.0, way="its Worker", about={"bullmq": "6.7.0", "pg": "8"}
        ),
        queue("rq", "Valkey", [200.0, 100.0, 400.0], 27.4, way="its SimpleWorker", about={"rq": "3.0.0"}),
    ],
}


def test_the_readmes_block_is_a_table_and_the_reasons() -> None:
    assert standings.block(FIGURES).splitlines() == [
        "Jobs a second with one worker and one connection, medians of 3 rounds in which all took turns, on 2 processors (Linux,",
        "x86_64, Python 3.11.7) and a disk that has a page in 0.12 ms; in brackets, how many times as many EchoMQ does there.",
        "“Answers” are those that are waited for with each job.",
        "",
        "| | enqueued | claimed and completed | answers |",
        "|---|---|---|---|",
        "| EchoMQ, memory | 27,000 | 27,000 |  |",
        "| **Valkey (9.1.2, appendfsync everysec)** | | | |",
        "| EchoMQ, valkey 6.2.0 | 2,000 | 2,000 | 2 + 2 |",
        "| EchoMQ, TcpLink | 9,000 | 9,000 | 2 + 2 |",
        "| BullMQ 6.7.0, its Worker, pg 8 | 8,000 (0.50) | 8,000 (0.50) | 1 + 1 |",
        "| rq 3.0.0, its SimpleWorker | 200 (10) | 200 (10) | 27 + 27 |",
        "",
        "Where others are ahead:",
        "",
        "- Valkey, enqueued: BullMQ, its Worker, does 2 times as many. A job of it waits for 1 answer and has its client compute",
        "  for 0.25 of 0.12 ms; one of EchoMQ waits for 2 answers and has its client compute for 0.25 of 0.5 ms.",
        "- Valkey, claimed and completed: BullMQ, its Worker, does 2 times as many. A job of it waits for 1 answer and has its",
        "  client compute for 0.25 of 0.12 ms; one of EchoMQ waits for 2 answers and has its client compute for 0.25 of 0.5 ms.",
    ]


def test_the_terminal_is_told_how_far_the_rounds_are_apart() -> None:
    report = standings.report(FIGURES).splitlines()
    [line] = [line for line in report if "rq 3.0.0" in line]
    assert line.split("  ")[1:] != []
    assert "200 ±38%" in line  # 100, 200, 400: the middle half lies from 150 to 300
    assert line.count("10.00") == 2
    assert line.endswith("27 + 27")


def test_commits_are_a_reason_too() -> None:
    both = {"per_second": [1000.0, 1000.0], "computing_ms": 0.2, "answers": 2.0, "commits": 2.02}
    theirs = {"per_second": [2000.0, 2000.0], "computing_ms": 0.1, "answers": 1.2, "commits": 1.0}
    level = {"per_second": [1020.0, 1020.0], "computing_ms": 0.1, "answers": 1.0, "commits": 1.0}
    figures = FIGURES | {
        "queues": [
            queue("EchoMQ", "PostgreSQL", [], is_measure=True, enqueue=both, work=both),
            queue("BullMQ", "PostgreSQL", [], way="its Worker", enqueue=level, work=theirs),
        ]
    }
    assert standings.reasons(figures) == [
        (
            "PostgreSQL, claimed and completed: BullMQ, its Worker, does 2 times as many. A job of it waits for 1.2 answers,"
            " takes 1 commit, and has its client compute for 0.1 of 0.5 ms; one of EchoMQ waits for 2 answers, takes 2"
            " commits, and has its client compute for 0.2 of 1 ms."
        )
    ]


@pytest.mark.parametrize("rates", [[1040.0, 2080.0, 4160.0], [500.0, 3000.0, 8000.0]])
def test_a_little_or_now_and_then_is_not_ahead(rates: list[float]) -> None:
    figures = FIGURES | {"queues": [FIGURES["queues"][1], queue("BullMQ", "Valkey", rates, 1.0)]}
    assert standings.reasons(figures) == []


def test_who_is_ahead_of_nobody_needs_no_reasons() -> None:
    alone = FIGURES | {"queues": FIGURES["queues"][:1]}
    assert standings.reasons(alone) == []
    assert "ahead" not in standings.block(alone)
