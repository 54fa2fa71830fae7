"""What Python writes in the reader's page is, byte for byte, what Python wrote when the page was built."""

from __future__ import annotations

import json
import random
import subprocess
from base64 import b64decode, b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sitegen.ahead import asked
from sitegen.runtime import make_library
from sitegen.toolchain import Toolchain
from widgets.figures.port.commands import STORIES, Command
from widgets.figures.slots.edge_cases import EDGES
from widgets.seam.bridge import answer

if TYPE_CHECKING:
    from collections.abc import Callable

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


def decoder_request(event: object = None, **changes: object) -> str:
    start = {"id": "JOB0Dqhu1EacDY", "before": "", "over": "", "offset": ""}
    return json.dumps({"widget": "id-decoder", "state": start | changes, "event": event, "world": WORLD})


def decoder_requests() -> list[str]:
    """Every id, after itself and after another; every button, and the steps over each border."""
    names = ("-1 day", "+1 day", "-1 s", "+1 s", "-1 ms", "+1 ms", "-1 node", "+1 node", "-1 sequence", "+1 sequence")
    presses = [{"kind": "press", "name": name, "value": ""} for name in ("mint", "clock", "no such button")]
    presses += [{"kind": "press", "name": "step", "value": name} for name in (*names, "+1 year")]
    return [
        *(decoder_request(id=branded, before=before, offset="+05:45") for branded in IDS for before in ("", IDS[1])),
        *(decoder_request(event, id=branded) for event in presses for branded in (IDS[0], IDS[2], IDS[3], "job")),
        *(decoder_request({"kind": "input", "name": "id", "value": text}) for text in (*QUEUES, *IDS)),
        decoder_request(over="up", offset="east"),
    ]


def slot_request(event: object = None, **changes: object) -> str:
    return json.dumps({"widget": "slot-calculator", "state": changes, "event": event, "world": WORLD})


def slot_requests() -> list[str]:
    """Every text as a key and among others, each edge, every step and every button, and numbers that only a link can hold."""
    names = ("first", "back", "next", "last", "play", "earlier", "later", "thousand", "no such button")
    keys = (*QUEUES, *IDS, *(edge.value for edge in EDGES), "{" + "t" * 500 + "}", "é" * 300 + "{}")
    return [
        *(slot_request(key=key, keys="", nodes=2 + at % 11) for at, key in enumerate(keys)),
        *(slot_request(step=step, shifts=True, keys="") for step in range(-1, 7)),
        *(slot_request(key="k" * 2_000, step=step, shifts=True, keys="") for step in (0, 9, 1_000, 1_995)),
        *(slot_request({"kind": "press", "name": name, "value": ""}, step=3, page=1) for name in names),
        *(slot_request({"kind": "input", "name": "step", "value": text}) for text in ("2", "9", "two")),
        slot_request(keys="\n".join((*QUEUES, *IDS, *keys)), nodes=12),
        slot_request(keys="\n".join(map(str, range(1_000))), page=10**6, nodes=-1, step=10**6),
        slot_request(page="one"),
    ]


def port_request(event: object = None, **changes: object) -> str:
    state = {"commands": [], "undone": 0} | changes
    return json.dumps({"widget": "store-port", "state": state, "event": event, "world": WORLD})


def port_requests() -> list[str]:
    """Every story step by step, every button, commands drawn by a fixed seed, and states that only a link can hold."""
    chance = random.Random(4_08_3)
    names = [str(command) for command in Command]
    presses = [{"kind": "press", "name": name, "value": ""} for name in (*names, "undo", "redo", "reset", "no such")]
    stories = [[str(command) for command in story.commands] for story in STORIES.values()]
    return [
        *(port_request(commands=story, undone=undone) for story in stories for undone in range(len(story) + 1)),
        *(port_request(event, commands=story, undone=1) for story in stories for event in presses),
        *(port_request(commands=chance.choices(names, k=size)) for size in (5, 20, 60, 200, 300) for _ in range(6)),
        *(port_request({"kind": "press", "name": "story", "value": name}) for name in (*STORIES, "no such")),
        port_request(commands=["explode"]),
        port_request(undone="one"),
    ]


def order_request(event: object = None, **changes: object) -> str:
    start = {"arrived": ["JOB0DqhyRvkwaW", "JOB0Dqhu1EacDY", "JOB0DqhuO7qya8"]}
    return json.dumps({"widget": "mint-order", "state": start | changes, "event": event, "world": WORLD})


def order_requests() -> list[str]:
    """Every set of conditions over ids that test them, every button and switch, and states that only a link can hold."""
    chance = random.Random(4_08_2)
    conditions = ("padded", "ascending", "ordinal", "one_namespace", "one_node")
    ids = ["JOB0Dqhu1EacDA", "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ", "JOB0Dqhu1EacDa", "JOB0Dqhu1EadHc", "JOB0zzzzzzx5ea",
           "JOB1000000Egme", "ORD0Dqhu1EacDY", "JOB0NbAb1xcFCy", "JOBAzL8n0Y58m7", "JOB00000000001", "JOB00000000144",
           "job", "JOBzzzzzzzzzzz", "\ud800"]  # fmt: skip
    sets = [
        {name: bool(number >> at & 1) for at, name in enumerate(conditions)} for number in range(2 ** len(conditions))
    ]
    presses = ("mint", "later", "node", "namespace", "shuffle", "pair", "reset", "no such button")
    deeds = [{"kind": "press", "name": name, "value": ""} for name in presses]
    deeds += [
        {"kind": "input", "name": name, "value": value} for name in conditions for value in ("true", "false", "1")
    ]
    starts: list[dict[str, object]] = [{}, {"arrived": ids}, {"arrived": []}, dict(sets[0])]
    drawn = [{"arrived": chance.sample(ids, 8), "minted": chance.sample(ids, 8)} for _ in range(3 * len(sets))]
    return [
        *(order_request(**(holding | given)) for holding, given in zip(sets * 3, drawn, strict=True)),
        *(order_request(deed, **start) for deed in deeds for start in starts),
        *(order_request(note=note, ordinal=False) for note in ("full", "ended", "added", "no such note")),
        order_request(arrived="JOB0Dqhu1EacDY"),
    ]


def stored_request(event: object = None, **changes: object) -> dict[str, Any]:
    return {"widget": "stored-order", "state": changes, "event": event, "world": WORLD}


def stored_requests() -> list[str]:
    """Every trap over three lists of ids, and every button, each with the letters that its stores answered."""
    traps = ("nocase", "locale", "score", "json")
    lists = (
        "JOB0Dqhu1EsDLc JOB0Dqhu1EacEa JOB0Dqhu1EacEA JOB0Dqhu1EacDY",
        "ORD0Dqhu1EacDY\nJOB0NbAb1xcFCy é \ud800",
        "",
    )
    wanted = [stored_request(trap=trap, ids=ids) for trap in traps for ids in lists]
    presses = ("shuffle", "reset", "no such button")
    wanted += [stored_request({"kind": "press", "name": name, "value": ""}, ids=lists[0]) for name in presses]
    return [json.dumps({**one, "letters": letters(one)}) for one in wanted]


def letters(question: dict[str, Any]) -> dict[str, list[str] | None]:
    """What the engines of the page answer to it."""
    given: dict[str, list[str] | None] = {"valkey": None, "postgres": None}
    while "asks" in (reply := json.loads(answer(json.dumps({**question, "letters": given})))):
        name, written = reply["asks"], reply["letter"]
        if (name, written) not in ANSWERED:
            ANSWERED[name, written] = b64encode(asked(ROOT, name, b64decode(written))).decode()
        given[name] = [written, ANSWERED[name, written]]
    return given


ANSWERED: dict[tuple[str, str], str] = {}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data, version = make_library(
        ROOT,
        [json.loads(text) for text in (request(), decoder_request(), slot_request(), port_request(), order_request())]
        + [stored_request()],
    )
    assert version.startswith("3.14.")
    path = tmp_path_factory.mktemp("library") / "library.zip"
    path.write_bytes(data)
    return path


def asked_of_pyodide(script: str, library: Path, texts: list[str]) -> list[Any]:
    """What a script beside this file says of `texts`, in the runtime of the page."""
    command = [
        str(Toolchain(ROOT).node),
        str(Path(__file__).with_name(script)),
        str(ROOT / "node_modules" / "pyodide"),
        str(library),
    ]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    said: list[Any] = json.loads(done.stdout)
    return said


def test_the_page_and_the_build_write_the_same_bytes(library: Path) -> None:
    texts = [
        *(requests() + decoder_requests() + slot_requests()),
        *(port_requests() + order_requests() + stored_requests()),
    ]
    live = asked_of_pyodide("live.mjs", library, texts)
    built = [answer(text) for text in texts]
    assert len(live) == len(texts) > 200
    for text, there, here in zip(texts, live, built, strict=True):
        assert there == here, text


def test_ten_thousand_events_leave_the_workers_memory_where_it_was(library: Path) -> None:
    typed = [f"{at:x}" for at in range(10_000)]  # no two alike: a memory of what was asked would grow
    kinds: list[Callable[[str], str]] = [
        *(lambda text: request({"kind": "input", "name": "queue", "value": text}),) * 9,
        *(lambda text: decoder_request({"kind": "input", "name": "id", "value": f"JOB0Dqhu1{text:>05}"}),) * 6,
        *(lambda text: slot_request({"kind": "input", "name": "key", "value": text}),) * 3,
        lambda text: port_request({"kind": "press", "name": "claim-a", "value": ""}, commands=["enqueue"] * len(text)),
        lambda text: order_request({"kind": "press", "name": "shuffle", "value": ""}, arrived=[f"JOB0Dqhu1{text:>05}"]),
    ]
    early, late = asked_of_pyodide(
        "memory.mjs", library, [kinds[at % len(kinds)](text) for at, text in enumerate(typed)]
    )
    assert late["bytes"] == early["bytes"]
    assert late["objects"] <= early["objects"] + 100
