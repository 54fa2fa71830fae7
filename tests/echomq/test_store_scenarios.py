"""The published scenarios over every backing, step by step: every answer and every count."""

import json
from pathlib import Path
from typing import Any

import pytest

from backings import Fresh
from echomq.job import Job

SCENARIOS = json.loads(
    (Path(__file__).parents[1] / "data" / "store_scenarios.json").read_text(encoding="utf-8"),
)["scenarios"]


def test_there_are_24_scenarios_with_123_steps() -> None:
    assert len(SCENARIOS) == 24
    assert sum(len(scenario["steps"]) for scenario in SCENARIOS) == 123


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["name"])
def test_scenario(fresh: Fresh, scenario: dict[str, Any]) -> None:
    store = fresh()
    for number, step in enumerate(scenario["steps"], start=1):
        answer = getattr(store, step["verb"])(*step["args"])
        if isinstance(answer, Job):
            answer = [answer.id, answer.payload, answer.attempts]
        assert (answer, list(store.counts())) == (step["result"], step["counts"]), f"step {number}, {step['verb']}"
