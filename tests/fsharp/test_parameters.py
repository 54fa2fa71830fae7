"""What F# refuses it blames on a parameter, and the name is one that its caller can look up in a signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fsharp.comparing import calls
from fsharp.histories import PORT_VERBS

if TYPE_CHECKING:
    from fsharp.dialogue import Dialogue
    from sitegen.fable import Compiled

_QUEUE_VERBS = {
    "enqueue": {"Store.enqueue: id", "Base62.decode: digits"},
    "enqueueIn": {"Store.enqueueIn: id", "Base62.decode: digits"},
    "enqueueAt": {"Store.enqueueAt: id", "Base62.decode: digits"},
    "enqueueAtIn": {"Store.enqueueAtIn: id", "Base62.decode: digits"},
    "claim": {"Store.claim: leaseMs"},
    "retry": {"Store.retry: delayMs", "Store.retry: maxAttempts"},
    "extend": {"Store.extend: leaseMs"},
    "promote": {"Store.promote: limit"},
    "reap": {"Store.reap: limit"},
    "browse": {"Store.browse: limit"},
    "complete": set(),
    "get": set(),
}
RAISED = {
    "Base62.encode": {"Base62.encode: number"},
    "Base62.decode": {"Base62.decode: digits"},
    "BrandedId.isNamespace": set(),
    "BrandedId.isValid": set(),
    "BrandedId.faults": set(),
    # A payload past 2^63-1 is Base62's to refuse.
    "BrandedId.decode": {"BrandedId.decode: id", "Base62.decode: digits"},
    "BrandedId.compose": {"BrandedId.compose: prefix", "Base62.encode: number"},
    "Keyspace.composeUnchecked": set(),
    "Keyspace.queueRefusal": set(),
    "Keyspace.queueKey": {"Keyspace.queueKey: queue", "Keyspace.queueKey: keyType"},
    "Keyspace.jobKey": {"Keyspace.jobKey: queue", "Keyspace.jobKey: branded"},
    "Keyspace.hashtag": {"Keyspace.hashtag: key"},
    "Keyspace.crc16": set(),
    "Keyspace.slot": {"Keyspace.hashtag: key"},
    "Keyspace.nodeRanges": {"Keyspace.nodeRanges: count"},
    "Lanes.turns": set(),
} | {
    f"{module}.{verb}": parameters
    for module in ("Store", "Jobs", "Memory")
    for verb, parameters in _QUEUE_VERBS.items()
    if module != "Memory" or verb in PORT_VERBS
}
"""What each function can raise: whose parameter, and which."""


def test_a_function_blames_its_own_parameters_and_those_of_what_it_calls(
    dialogue: Dialogue, lives: Dialogue, seed: int
) -> None:
    blamed: dict[str, set[str | None]] = {}
    for asked in (dialogue, lives):
        for question, answer in zip(asked.questions, asked.fsharp, strict=True):
            for call in calls(question, answer):
                names = blamed.setdefault(call.function, set())
                if "error" in call.outcome:
                    names.add(call.parameter)
    assert blamed == {name: {one.split(": ")[1] for one in raised} for name, raised in RAISED.items()}, (
        f"FSHARP_SEED={seed}"
    )


@pytest.mark.parametrize("raised", sorted(set().union(*RAISED.values())))
def test_the_signature_has_the_parameter(compiled: Compiled, raised: str) -> None:
    function, parameter = raised.split(": ")
    assert f" {parameter}: " in compiled.signatures[function]
