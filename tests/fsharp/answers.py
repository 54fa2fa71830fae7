"""Python's answers, in the words of the F#: `python -m fsharp.answers` reads questions and prints what it answers.

An answer is {"ok": value} or {"error": message}; numbers of 64 bits are written as text. A history's value has, for
each step, its answer, the counts, and the state as it looks when the last step is done.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from echomq import base62, branded_id, keyspace, transitions
from echomq.job import Job
from echomq.stores.memory import MemoryStore
from echomq.transitions import Admission, QueueState, Verdict
from echomq.transitions.lanes import Lanes
from fsharp.questions import Given, Question, taken

Answer: TypeAlias = dict[str, Any]

RESULTS = {
    Verdict.OK: ["Ok", None],
    Verdict.SCHEDULED: ["Ok", "Scheduled"],
    Verdict.DEAD: ["Ok", "Dead"],
    Verdict.GONE: ["Error", "Gone"],
    Verdict.STALE: ["Error", "Stale"],
}
LOOKS = ("browse", "get")
"""The verbs that answer without a next state."""


def _decoded(text: str) -> list[str]:
    namespace, number = branded_id.decode(text)
    return [namespace, str(number)]


def _ranges(count: int) -> list[list[int]]:
    return [[slots[0], slots[-1]] for slots in keyspace.node_ranges(count)]


FUNCTIONS: dict[str, Callable[..., object]] = {
    "Base62.encode": base62.encode,
    "Base62.decode": lambda digits: str(base62.decode(digits)),
    "BrandedId.isNamespace": branded_id.is_namespace,
    "BrandedId.isValid": branded_id.is_valid,
    "BrandedId.faults": lambda text: str(branded_id.faults(text)),
    "BrandedId.decode": _decoded,
    "BrandedId.compose": branded_id.compose,
    "Keyspace.composeUnchecked": keyspace.compose_unchecked,
    "Keyspace.queueRefusal": keyspace.queue_refusal,
    "Keyspace.queueKey": keyspace.queue_key,
    "Keyspace.jobKey": keyspace.job_key,
    "Keyspace.hashtag": keyspace.hashtag,
    "Keyspace.crc16": keyspace.crc16,
    "Keyspace.slot": keyspace.slot,
    "Keyspace.nodeRanges": _ranges,
}


def _turns(steps: Iterable[tuple[str, list[Given]]]) -> list[list[object]]:
    """What was taken at each step of `add` and `take`, and the lanes after it."""
    past: list[list[object]] = []
    lanes = Lanes()
    for verb, given in steps:
        taken = lanes.take() if verb == "take" else None
        id, lanes = taken or (None, lanes.put(*given) if verb == "add" else lanes)
        past.append([id, in_lanes(lanes)])
    return past


def answer(question: Question) -> Answer:
    name, given = question
    match name:
        case "Store.history" | "Jobs.history":
            return _outcome(_threaded, given)
        case "Memory.history":
            return _outcome(_remembered, given)
        case "Lanes.turns":
            return _outcome(_turns, given)
        case _:
            return _outcome(FUNCTIONS[name], *map(taken, given))


def in_python(verb: str, given: list[Given]) -> tuple[str, list[Given]]:
    """A call of F# as Python writes it: there a group comes last, and may be left out."""
    match verb, given:
        case "enqueueIn", [group, *rest]:
            return "enqueue", [*rest, group]
        case "enqueueAtIn", [group, *rest]:
            return "enqueue_at", [*rest, group]
        case "enqueueAt", _:
            return "enqueue_at", given
        case _:
            return verb, given


def _outcome(call: Callable[..., object], *given: Given) -> Answer:
    try:
        return {"ok": call(*given)}
    except ValueError as error:
        return {"error": str(error)}
    except Exception as error:  # noqa: BLE001 - not a refusal but a mistake, and so a difference
        return {"error": repr(error)}


def _threaded(steps: Iterable[tuple[str, list[Given]]]) -> object:
    """The state goes from step to step; who changed an old one would show it in the end."""
    past: list[tuple[Answer, object, QueueState]] = []
    state = QueueState()

    def step(verb: str, given: list[Given]) -> object:
        nonlocal state
        name, arguments = in_python(verb, [taken(argument) for argument in given])
        done = getattr(transitions, name)(state, *arguments)
        if verb in LOOKS:
            return shown(done)
        state, said = done
        return shown(said)

    for verb, given in steps:
        said = _outcome(step, verb, given)
        past.append((said, counted(state), state))
    return [[said, counts, looked(state)] for said, counts, state in past]


def _remembered(steps: Iterable[tuple[str, list[Given]]]) -> object:
    store = MemoryStore()

    def step(verb: str, given: list[Given]) -> object:
        return shown(getattr(store, verb)(*map(taken, given)))

    return [_outcome(step, verb, given) for verb, given in steps]


def shown(said: object) -> object:
    """An answer of a verb."""
    match said:
        case Job():
            return {
                "Id": said.id,
                "State": said.state.capitalize(),
                "Attempts": said.attempts,
                "Payload": said.payload,
                "Group": said.group,
                "Progress": said.progress,
                "LastError": said.last_error,
            }
        case Admission():
            return said.capitalize()
        case Verdict():
            return RESULTS[said]
        case _:
            return said


def counted(state: QueueState) -> dict[str, int]:
    return {name.capitalize(): number for name, number in transitions.counts(state)._asdict().items()}


def looked(state: QueueState) -> dict[str, object]:
    """A whole state, each collection in the order of its ids."""
    return {
        "Rows": [[id, shown(row)] for id, row in state.rows.items()],
        "Pending": list(state.pending),
        "Lanes": in_lanes(state.lanes),
        "Schedule": [[id, str(time)] for id, time in sorted(state.schedule.items())],
        "Active": [[id, str(time)] for id, time in sorted(state.active.items())],
        "Dead": list(state.dead),
    }


def in_lanes(lanes: Lanes) -> dict[str, object]:
    """The lanes in the order of their groups, None first, and in that of their turns."""
    waiting = [[group, list(ids)] for group, ids in sorted(lanes.items(), key=_none_first)]
    return {"Waiting": waiting, "Ring": list(lanes)}


def _none_first(entry: tuple[str | None, object]) -> tuple[bool, str]:
    group, _ = entry
    return group is not None, group or ""


if __name__ == "__main__":
    print(json.dumps([answer(Question(*asked)) for asked in json.load(sys.stdin)]))
