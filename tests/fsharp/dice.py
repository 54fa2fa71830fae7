"""Random questions about every function that has no state, near misses above all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fsharp import texts
from fsharp.questions import Question, int64, octets

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

NAMESPACES = ("JOB", "ORD", "ZZZ", "job", "", "JO", "JOBS", "J0B", "{}", "A Z", "@AZ", "[AZ")
COUNTS = (-(2**31), -1, *range(80), 16_385, 2**31 - 1)


def rounds(chance: random.Random, count: int) -> Iterator[Question]:
    for _ in range(count):
        yield from _about_ids(chance)
        yield from _about_keys(chance)


def _about_ids(chance: random.Random) -> Iterator[Question]:
    id = texts.nearly_id(chance)
    yield Question("BrandedId.isValid", [id])
    yield Question("BrandedId.faults", [id])
    yield Question("BrandedId.decode", [id])
    yield Question("Base62.decode", [id[3:]])
    yield Question("Base62.decode", [texts.any_text(chance, 13)])
    number = int64(_number(chance))
    yield Question("Base62.encode", [number])
    namespace = chance.choice(NAMESPACES)
    yield Question("BrandedId.compose", [namespace, number])
    yield Question("BrandedId.compose", [texts.any_text(chance, 45), number])
    yield Question("BrandedId.isNamespace", [namespace])
    yield Question("BrandedId.isNamespace", [texts.any_text(chance, 4)])
    yield Question("Keyspace.jobKey", [texts.queue_name(chance), id])
    yield Question("Keyspace.jobKey", ["email", id])


def _about_keys(chance: random.Random) -> Iterator[Question]:
    queue = texts.queue_name(chance)
    key_type = chance.choice(("pending", "active", "job:", texts.any_text(chance, 8)))
    yield Question("Keyspace.queueRefusal", [queue])
    yield Question("Keyspace.queueKey", [queue, key_type])
    yield Question("Keyspace.composeUnchecked", [queue, key_type])
    for key in (texts.key(chance), f"emq:{{{queue}}}:{key_type}"):
        yield Question("Keyspace.hashtag", [key])
        yield Question("Keyspace.slot", [key])
    yield Question("Keyspace.crc16", [octets(chance.randbytes(chance.randrange(20)))])
    yield Question("Keyspace.nodeRanges", [chance.choice(COUNTS)])


def _number(chance: random.Random) -> int:
    match chance.randrange(5):
        case 0:
            return chance.choice(texts.BOUNDARIES)
        case 1:
            return chance.randrange(-5, 5)
        case 2:
            return -chance.randint(1, 2**63)
        case 3:
            return chance.randrange(62**4)
        case _:
            return chance.randrange(2**63)
