"""The backing to come: it stands behind the same verbs, refuses bad names, and says that nobody is there yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fsharp import histories
from fsharp.questions import Given, Question, Step, int64

if TYPE_CHECKING:
    from fsharp.port import Port

COMING = {"error": "EchoMQ Valkey connector: coming soon"}
ID = "JOB0Dqhu1EacDY"
GIVEN: dict[str, list[Given]] = {
    "enqueue": [ID, "a"],
    "claim": [int64(1000), int64(30_000)],
    "complete": [ID, 1],
    "retry": [ID, 1, int64(2000), int64(100), 3, "no route"],
    "promote": [int64(1000), 10],
    "reap": [int64(1000), 10],
}


def test_every_verb_says_that_the_connector_is_coming(port: Port) -> None:
    assert tuple(GIVEN) == histories.PORT_VERBS
    (answer,) = port.answers([Question("Valkey.history", [Step(verb, given) for verb, given in GIVEN.items()])])
    assert answer["ok"] == [COMING] * len(GIVEN)


def test_so_does_the_connector_itself(port: Port) -> None:
    assert port.answers([Question("Connector.eval", ["enqueue", None, None])]) == [COMING]


@pytest.mark.parametrize("verb", ["enqueue", "complete", "retry"])
def test_an_ill_formed_id_is_refused_before_anybody_is_asked(port: Port, verb: str) -> None:
    (answer,) = port.answers([Question("Valkey.history", [Step(verb, ["job", *GIVEN[verb][1:]])])])
    assert answer["ok"] == [{"error": "jobKey requires a valid branded id (Parameter 'branded')"}]


@pytest.mark.parametrize(
    ("queue", "wrong"),
    [
        ("", "non-empty queue name without '{' or '}'"),
        ("a}b", "non-empty queue name without '{' or '}'"),
        ("a\0", "queue name without NUL"),
        ("\ud800", "queue name without lone surrogates"),
    ],
    ids=ascii,
)
def test_a_name_that_would_scatter_its_queue_is_refused_at_once(port: Port, queue: str, wrong: str) -> None:
    (answer,) = port.answers([Question("Valkey.create", [queue])])
    assert answer == {"error": f"queueKey requires a {wrong} (Parameter 'queue')"}
