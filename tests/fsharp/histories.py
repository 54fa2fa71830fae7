"""Random histories of a queue: all verbs, right and wrong tokens, times that stand still or go back."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from echomq.branded_id import compose
from echomq.job import Job
from echomq.stores.memory import MemoryStore
from fsharp.answers import in_python
from fsharp.questions import Question, Step, int64, taken
from fsharp.texts import any_text

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

LENGTH = 60
PORT_VERBS = ("enqueue", "claim", "complete", "retry", "promote", "reap")
ALL_VERBS = (*PORT_VERBS, "enqueueIn", "enqueueAt", "enqueueAtIn", "extend", "browse", "get")
GROUPS = (None, "", "a", "b")

IDS = [compose("JOB", 187490421964828672 + ahead) for ahead in (0, 1, 2, 4096, 4194304, 2**40, 2**62)]
IDS.append("JOBAzL8n0Y58m7")
REFUSED = ("job", "", "ORD0Dqhu1EacDY", "AAA0Dqhu1EacDY", "JOBzzzzzzzzzzz", "JOBAzL8n0Y58m8", "JOB0Dqhu1Eac\U0001f480")
# Beyond 2^53 JavaScript's own numbers would be wrong, beyond 2^63 F#'s.
STARTS = (-10, 0, 0, 1_764_489_600_000, 2**53 - 50, 2**62, -(2**62), 2**63 - 1_000)


def histories(chance: random.Random, count: int) -> Iterator[Question]:
    """`count` histories, each asked of Store and of Jobs; every second one has the port's verbs alone and is asked of
    Memory too.
    """
    for number in range(count):
        for_port = number % 2 == 1
        steps = list(_steps(chance, PORT_VERBS if for_port else ALL_VERBS))
        yield Question("Store.history", steps)
        yield Question("Jobs.history", steps)
        if for_port:
            yield Question("Memory.history", steps)
        yield Question("Lanes.turns", list(_turns(chance)))


def _steps(chance: random.Random, verbs: tuple[str, ...]) -> Iterator[Step]:
    store = MemoryStore()  # tells which token is the right one
    lent: dict[str, int] = {}
    now = chance.choice(STARTS)
    for _ in range(LENGTH):
        now += chance.choice((0, 0, 1, 3, 10, -2))
        step = _step(chance, chance.choice((*verbs, "enqueue", "claim", "claim")), now, lent)
        yield step
        with suppress(ValueError):
            verb, given = in_python(step.verb, [taken(argument) for argument in step.given])
            said = getattr(store, verb)(*given)
            if step.verb == "claim" and isinstance(said, Job):
                lent[said.id] = said.attempts


def _turns(chance: random.Random) -> Iterator[Step]:
    for _ in range(LENGTH // 4):
        adds = chance.random() < 0.6
        yield Step("add", [chance.choice(IDS), chance.choice(GROUPS)]) if adds else Step("take", [])


def _step(chance: random.Random, verb: str, now: int, lent: dict[str, int]) -> Step:
    # What is let in is where most is refused.
    allowed = 0.8 if verb.startswith("enqueue") else 0.93
    id = chance.choice(IDS if chance.random() < allowed else REFUSED)
    if lent and verb in ("complete", "retry", "extend") and chance.random() < 0.6:
        id = chance.choice(sorted(lent))
    token = lent.get(id, 0) if chance.random() < 0.8 else chance.choice((-(2**31), -1, 0, 1, 2, 3, 2**31 - 1))
    moment = int64(now)
    lease = int64(chance.choice((1, 2, 4, 4, 5, 9, 0, -1, 2**63 - 1)))
    limit = chance.choice((0, 1, 2, 3, 10, 10, 2**31 - 1, -1))
    match verb:
        case "enqueue" | "enqueueIn" | "enqueueAt" | "enqueueAtIn":
            group = [chance.choice(GROUPS)] if verb.endswith("In") else []
            due = [int64(now + chance.randrange(-3, 8))] if "At" in verb else []
            return Step(verb, [*group, id, any_text(chance, 5), *due])
        case "claim":
            return Step(verb, [moment, lease])
        case "complete":
            return Step(verb, [id, token])
        case "retry":
            delay, most = int64(chance.choice((0, 0, 2, 5, 5, -1, 2**63 - 1))), chance.choice((1, 2, 3, 3, 9, 0))
            return Step(verb, [id, token, moment, delay, most, any_text(chance, 4)])
        case "extend":
            return Step(verb, [id, token, moment, lease])
        case "promote" | "reap":
            return Step(verb, [moment, limit])
        case "browse":
            return Step(verb, [limit])
        case _:
            return Step(verb, [id])
