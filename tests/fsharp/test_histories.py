"""Whole lives of a queue: F#'s Store, Jobs and Memory say and hold after every step what Python's do.

States are looked at when the last step is done, so each old one is seen to be what it was.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from fsharp import comparing, histories
from fsharp.comparing import differences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fsharp.dialogue import Dialogue

SAID = {
    "enqueue": {"Enqueued", "Duplicate", "error"},
    "enqueueIn": {"Enqueued", "Duplicate", "error"},
    "enqueueAtIn": {"Scheduled", "Duplicate", "error"},
    "enqueueAt": {"Scheduled", "Duplicate", "error"},
    "claim": {"a job", "nothing", "error"},
    "complete": {"Ok None", "Error Gone", "Error Stale"},
    "retry": {"Ok Scheduled", "Ok Dead", "Error Gone", "Error Stale", "error"},
    "extend": {"Ok None", "Error Gone", "Error Stale", "error"},
    "promote": {"ids", "no ids", "error"},
    "reap": {"ids", "no ids", "error"},
    "browse": {"ids", "no ids", "error"},
    "get": {"a job", "nothing"},
}
"""All that a verb may say."""


def test_both_languages_live_alike(lives: Dialogue, seed: int) -> None:
    steps = [len(question.given) for question in lives.questions if question.function == "Store.history"]
    assert sum(steps) >= 20_000
    found = list(islice(differences(*lives), 3))
    assert not found, f"run again with FSHARP_SEED={seed}{''.join(found)}"


@pytest.mark.parametrize(
    ("module", "verbs"),
    [("Store", histories.ALL_VERBS), ("Jobs", histories.ALL_VERBS), ("Memory", histories.PORT_VERBS)],
)
def test_every_verb_says_all_that_it_can_say(lives: Dialogue, seed: int, module: str, verbs: tuple[str, ...]) -> None:
    heard: dict[str, Counter[str]] = {verb: Counter() for verb in verbs}
    for call in spoken(lives):
        owner, verb = call.function.split(".")
        if owner == module:
            heard[verb][in_short(call.outcome)] += 1
    for verb, said in heard.items():
        assert set(said) == SAID[verb], f"{verb}, FSHARP_SEED={seed}"
        assert min(said.values()) >= 20, f"{verb} said {said}, FSHARP_SEED={seed}"


def test_the_counts_at_each_step_are_those_of_the_state_that_was_kept(lives: Dialogue, seed: int) -> None:
    for call in spoken(lives):
        if call.after is not None:
            counts, state = call.after
            held = {name: len(ids) for name, ids in state.items() if name not in {"Rows", "Lanes"}}
            assert counts == held, f"after {call[:2]}, FSHARP_SEED={seed}"
            assert sum(counts.values()) == len(state["Rows"]), f"after {call[:2]}, FSHARP_SEED={seed}"


def spoken(lives: Dialogue) -> Iterator[comparing.Call]:
    for question, answer in zip(lives.questions, lives.fsharp, strict=True):
        yield from comparing.calls(question, answer)


def in_short(outcome: dict[str, object]) -> str:
    match outcome:
        case {"error": _}:
            return "error"
        case {"ok": None}:
            return "nothing"
        case {"ok": {}}:
            return "a job"
        case {"ok": ["Ok" | "Error" as word, rest]}:
            return f"{word} {rest}"
        case {"ok": []}:
            return "no ids"
        case {"ok": [*_]}:
            return "ids"
        case _:
            return str(outcome["ok"])
