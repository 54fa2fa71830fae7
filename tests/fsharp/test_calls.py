"""F# = Python = Valkey, call by call, on questions drawn anew in each run."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from fsharp import answers
from fsharp.comparing import differences
from oracle import listening

if TYPE_CHECKING:
    from pathlib import Path

    from fsharp.dialogue import Dialogue


def test_both_languages_answer_alike(dialogue: Dialogue, seed: int) -> None:
    assert len(dialogue.questions) >= 100_000
    found = list(islice(differences(*dialogue), 5))
    assert not found, f"run again with FSHARP_SEED={seed}{''.join(found)}"


def test_every_function_is_asked_what_it_answers_and_what_it_refuses(dialogue: Dialogue, seed: int) -> None:
    heard = Counter(
        (question.function, outcome)
        for question, answer in zip(dialogue.questions, dialogue.python, strict=True)
        for outcome in answer
    )
    without_refusal = {"isNamespace", "isValid", "faults", "composeUnchecked", "queueRefusal", "crc16"}
    for name in answers.FUNCTIONS:
        assert heard[name, "ok"] > 100, f"{name}, FSHARP_SEED={seed}"
        refuses = name.split(".")[1] not in without_refusal
        assert (heard[name, "error"] > 100) == refuses, f"{name}, FSHARP_SEED={seed}"


def test_the_server_has_the_same_slots(dialogue: Dialogue, seed: int, tmp_path: Path) -> None:
    told = {
        question.given[0]: answer["ok"]
        for question, answer in zip(dialogue.questions, dialogue.fsharp, strict=True)
        if question.function == "Keyspace.slot" and "ok" in answer
    }
    assert len(told) > 8_000
    with listening(tmp_path) as oracle:
        right = oracle.slots([key.encode() for key in told])
    wrong = [(key, ours, theirs) for (key, ours), theirs in zip(told.items(), right, strict=True) if ours != theirs]
    assert not wrong, f"{len(wrong)} keys, as {wrong[:5]!a}: run again with FSHARP_SEED={seed}"
