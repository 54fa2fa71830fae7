"""The published cases, of which no implementation of ours decides: what F# answers to them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from fsharp.port import ROOT
from fsharp.questions import Question, Step, int64, octets

if TYPE_CHECKING:
    from fsharp.port import Port


def data(name: str) -> dict[str, Any]:
    cases: dict[str, Any] = json.loads((ROOT / "tests" / "data" / f"{name}.json").read_text(encoding="utf-8"))
    return cases


VECTORS = data("keyslot_vectors")["vectors"]
TEXTS = [vector for vector in VECTORS if vector["key"] is not None]
SPLITS = data("node_splits")["splits"]
IDS = data("id_cases")
SCENARIOS = data("store_scenarios")["scenarios"]
INT64 = {"enqueue_at": (2,), "claim": (0, 1), "retry": (2, 3), "extend": (2, 3), "promote": (0,), "reap": (0,)}
"""Which arguments of a verb have 64 bits in F#."""


def answered(port: Port, function: str, *given: object) -> object:
    (answer,) = port.answers([Question(function, list(given))])
    return answer.get("error", answer.get("ok"))


def test_the_register_is_the_servers_for_all_78_vectors(port: Port) -> None:
    answers = port.answers([Question("Keyspace.crc16", [octets(bytes.fromhex(one["tag_hex"]))]) for one in VECTORS])
    assert [f"{answer['ok']:04X}" for answer in answers] == [vector["crc16"] for vector in VECTORS]
    assert len(VECTORS) == 78


def test_hashtag_and_slot_are_the_servers_for_every_vector_that_is_a_text(port: Port) -> None:
    tags = port.answers([Question("Keyspace.hashtag", [vector["key"]]) for vector in TEXTS])
    slots = port.answers([Question("Keyspace.slot", [vector["key"]]) for vector in TEXTS])
    told = [(tag["ok"], slot["ok"]) for tag, slot in zip(tags, slots, strict=True)]
    assert told == [(vector["tag"], vector["slot"]) for vector in TEXTS]
    assert len(TEXTS) > 60


@pytest.mark.parametrize("count", SPLITS, ids=lambda count: f"{count} nodes")
def test_slots_are_shared_as_the_command_line_client_shares_them(port: Port, count: str) -> None:
    assert answered(port, "Keyspace.nodeRanges", int(count)) == SPLITS[count]


@pytest.mark.parametrize("count", [1, 16_384])
def test_slots_are_shared_among_one_node_and_one_a_slot(port: Port, count: int) -> None:
    width = 16_384 // count
    ranges = [[first, first + width - 1] for first in range(0, 16_384, width)]
    assert answered(port, "Keyspace.nodeRanges", count) == ranges


@pytest.mark.parametrize("case", IDS["ids"], ids=lambda case: case["id"])
def test_an_id_decodes_to_its_number_and_back_if_it_is_in_range(port: Port, case: dict[str, Any]) -> None:
    id, number = case["id"], case["snowflake"]
    assert answered(port, "BrandedId.isValid", id) is True
    if case["in_range_63"]:
        assert answered(port, "BrandedId.decode", id) == [id[:3], number]
        assert answered(port, "BrandedId.compose", id[:3], int64(int(number))) == id
    else:
        said = "payload exceeds 2^63-1 (AzL8n0Y58m7) (Parameter 'digits')"
        assert answered(port, "BrandedId.decode", id) == said


def test_the_shape_alone_makes_a_text_valid(port: Port) -> None:
    shape = IDS["shape"]
    for text in shape["valid"]:
        assert answered(port, "BrandedId.isValid", text) is True, text
        assert answered(port, "BrandedId.faults", text) == "nothing is wrong with it", text
    for text in filter(None, shape["invalid"]):
        assert answered(port, "BrandedId.isValid", text) is False, text
        said = answered(port, "BrandedId.faults", text)
        assert answered(port, "BrandedId.decode", text) == f"not a branded id: {said} (Parameter 'id')", text


LAST = 9_223_372_036_854_775_807


def test_no_time_is_past_the_last_int64(port: Port) -> None:
    id = "JOB0Dqhu1EacDY"
    steps = [
        Step("enqueue", [id, "a"]),
        Step("claim", [int64(LAST), int64(1)]),
        Step("claim", [int64(LAST - 1), int64(1)]),
        Step("extend", [id, 1, int64(1), int64(LAST)]),
        Step("extend", [id, 1, int64(0), int64(LAST)]),
        Step("retry", [id, 1, int64(LAST - 5), int64(6), 3, ""]),
        Step("retry", [id, 1, int64(-LAST - 1), int64(LAST), 3, ""]),
    ]
    (answer,) = port.answers([Question("Store.history", steps)])
    _, over, lent, longer, extended, later, back = answer["ok"]
    assert [one[0].get("error") for one in (over, longer, later)] == [
        f"leaseMs must end by {LAST}, got 1 from {LAST} on (Parameter 'leaseMs')",
        f"leaseMs must end by {LAST}, got {LAST} from 1 on (Parameter 'leaseMs')",
        f"delayMs must end by {LAST}, got 6 from {LAST - 5} on (Parameter 'delayMs')",
    ]
    assert [one[2]["Active"] for one in (over, lent, longer, extended, later)] == [
        [],
        *([[id, str(LAST)]] for _ in range(4)),
    ]
    assert back[2]["Schedule"] == [[id, "-1"]]


def test_there_are_24_scenarios_with_123_steps() -> None:
    assert len(SCENARIOS) == 24
    assert sum(len(scenario["steps"]) for scenario in SCENARIOS) == 123


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["name"])
@pytest.mark.parametrize("module", ["Store", "Jobs"])
def test_scenario(port: Port, scenario: dict[str, Any], module: str) -> None:
    steps = scenario["steps"]
    (answer,) = port.answers([Question(f"{module}.history", [in_fsharp(step) for step in steps])])
    for number, (step, (said, counts, _)) in enumerate(zip(steps, answer["ok"], strict=True), start=1):
        told = (in_words(said["ok"]), list(counts.values()))
        assert told == (step["result"], step["counts"]), f"step {number}, {step['verb']}"


def in_fsharp(step: dict[str, Any]) -> Step:
    wide = INT64.get(step["verb"], ())
    given = [int64(value) if at in wide else value for at, value in enumerate(step["args"])]
    return Step(step["verb"].replace("_at", "At"), given)


def in_words(said: Any) -> object:  # noqa: ANN401 - whatever JSON holds
    """An answer as the scenarios write it."""
    match said:
        case {"Id": id, "Payload": payload, "Attempts": attempts}:
            return [id, payload, attempts]
        case ["Ok" | "Error" as word, rest]:
            return (rest or word).lower()
        case str():
            return said.lower()
        case _:
            return said
