"""What Python writes in the reader's page is, byte for byte, what Python wrote when the page was built."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sitegen.runtime import make_library
from sitegen.toolchain import Toolchain
from widgets.seam.bridge import answer

ROOT = Path(__file__).parents[2]
WORLD = {"now": 1_764_489_600_000, "seed": 20_240_101, "zone_offset": 60}
START = {"queue": "email", "id": "JOB0Dqhu1EacDY", "nodes": 3, "form": "full"}

QUEUES = (
    "email",
    "sms",
    "123456789",
    "",
    "a}b",
    "}x",
    "a{b",
    "почта",
    "💀",
    "é",
    "e\u0301",
    "\u202eكلب",
    "<b>&\"'",
    "a\0b",
    "\ud800",
    "q" * 70,
    "k" * 5_000,
)
IDS = (
    "JOB0Dqhu1EacDY",
    "JOB0Dqhu1EsDLc",
    "JOB00000000000",
    "JOBAzL8n0Y58m7",
    "JOBAzL8n0Y58m8",
    "JOBzzzzzzzzzzz",
    "job",
    "",
    "JOB0Dqhu1EacDé",
    "JOB0Dqhu1EacDYY",
    "\udfff",
    "J" * 3_000,
)
EVENTS = (
    None,
    {"kind": "press", "name": "mint", "value": ""},
    {"kind": "input", "name": "queue", "value": "sms"},
    {"kind": "input", "name": "nodes", "value": "12"},
    {"kind": "input", "name": "nodes", "value": "many"},
    {"kind": "input", "name": "no such field", "value": ""},
)


def request(event: object = None, **changes: object) -> str:
    return json.dumps({"widget": "keyspace-builder", "state": START | changes, "event": event, "world": WORLD})


def requests() -> list[str]:
    """Every queue with every id, every event, both forms, node counts and moments drawn by a fixed seed."""
    chance = random.Random(8_08)
    pairs = [request(queue=queue, id=branded, nodes=chance.randint(2, 12)) for queue in QUEUES for branded in IDS]
    compact = [request(queue=queue, form="compact") for queue in QUEUES]
    events = [request(event) for event in EVENTS]
    strange = [
        "",
        "[]",
        "{}",
        '{"widget": "no-such"}',
        request(nodes="three"),
        request(nodes=10**6),
        request(form="round"),
    ]
    return pairs + compact + events + strange


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data, version = make_library(ROOT, [json.loads(request())])
    assert version.startswith("3.14.")
    path = tmp_path_factory.mktemp("library") / "library.zip"
    path.write_bytes(data)
    return path


def test_the_page_and_the_build_write_the_same_bytes(library: Path) -> None:
    asked = requests()
    command = [
        str(Toolchain(ROOT).node),
        str(Path(__file__).with_name("live.mjs")),
        str(ROOT / "node_modules" / "pyodide"),
        str(library),
    ]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    live: list[Any] = json.loads(done.stdout)
    built = [asyncio.run(answer(text)) for text in asked]
    assert len(live) == len(asked) > 200
    for text, there, here in zip(asked, live, built, strict=True):
        assert there == here, text
