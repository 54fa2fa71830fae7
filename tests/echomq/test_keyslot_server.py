"""A real Valkey is asked for the slot of thousands of keys, hostile ones above all, and must agree."""

import os
import random
from collections.abc import Iterator
from itertools import product

import pytest

from echomq import keyspace
from oracle import Oracle, listening

RANDOM_KEYS = 20_000


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Oracle]:
    with listening(tmp_path_factory.mktemp("valkey")) as oracle:
        yield oracle


@pytest.fixture(scope="module")
def seed() -> int:
    return int(os.environ.get("KEYSLOT_SEED") or random.SystemRandom().getrandbits(64))


def from_alphabet(chance: random.Random, alphabet: bytes, longest: int) -> bytes:
    return bytes(chance.choices(alphabet, k=chance.randint(0, longest)))


def code_points(chance: random.Random) -> bytes:
    """Text of all planes in UTF-8, braces strewn in."""
    points = (
        chance.choice((0x7B, 0x7D, chance.randrange(0xD800), chance.randrange(0xE000, 0x110000))) for _ in range(12)
    )
    return "".join(map(chr, points)).encode()


def random_key(chance: random.Random) -> bytes:
    match chance.randrange(7):
        case 0:  # mostly braces
            return from_alphabet(chance, b"{}{}ab", 14)
        case 1:  # NULs before, within and after tags
            return from_alphabet(chance, b"\0\0{}a", 14)
        case 2:  # any bytes: hardly ever UTF-8
            return chance.randbytes(chance.randrange(60))
        case 3:  # broken UTF-8 around braces
            return from_alphabet(chance, b"{}\x80\xbf\xc3\xe2\xf0\xff\xed\xa0", 14)
        case 4:
            return code_points(chance)
        case 5:  # our own grammar, with names it would refuse
            name = from_alphabet(chance, b"{}ab:\0\xff", 6)
            return b"emq:{%b}:%b" % (name, chance.choice((b"pending", b"active", b"job:JOB0Dqhu1EacDY")))
        case _:  # long, the braces far apart or missing
            key = bytearray(chance.randbytes(chance.choice((255, 256, 1000, 5000))))
            for _ in range(chance.randrange(3)):
                key[chance.randrange(len(key))] = chance.choice(b"{}")
            return bytes(key)


def assert_agreement(oracle: Oracle, keys: list[bytes], origin: str) -> None:
    for key, right in zip(keys, oracle.slots(keys), strict=True):
        ours = keyspace.slot(key)
        assert ours == right, f"{key!r}: the server says {right}, we say {ours} ({origin})"


def test_the_server_agrees_on_random_keys(oracle: Oracle, seed: int) -> None:
    chance = random.Random(seed)
    keys = [random_key(chance) for _ in range(RANDOM_KEYS)]
    assert len(set(keys)) > RANDOM_KEYS // 2
    assert_agreement(oracle, keys, f"run again with KEYSLOT_SEED={seed}")


def test_the_server_agrees_on_every_arrangement_of_braces_up_to_seven_bytes(oracle: Oracle) -> None:
    keys = [bytes(key) for length in range(8) for key in product(b"{}a", repeat=length)]
    assert len(keys) == 3280
    assert_agreement(oracle, keys, "all of them are tried")


def test_the_server_agrees_on_keys_as_long_as_a_field_takes(oracle: Oracle, seed: int) -> None:
    filler = random.Random(seed).randbytes(65_536).replace(b"{", b"(").replace(b"}", b")")
    keys = [filler, b"{" + filler, b"{" + filler + b"}", filler + b"{}" + filler, filler + b"{tag}" + filler]
    assert_agreement(oracle, keys, f"run again with KEYSLOT_SEED={seed}")


def test_the_server_takes_a_text_as_its_utf8(oracle: Oracle, seed: int) -> None:
    chance = random.Random(seed)
    texts = [code_points(chance).decode() for _ in range(500)]
    assert [keyspace.slot(text) for text in texts] == oracle.slots([text.encode() for text in texts]), (
        f"run again with KEYSLOT_SEED={seed}"
    )


def test_the_server_puts_every_key_of_an_accepted_queue_into_one_slot(oracle: Oracle, seed: int) -> None:
    chance = random.Random(seed)
    names = [code_points(chance).decode().translate({0: "0", 0x7B: "(", 0x7D: ")"}) for _ in range(300)]
    for name in names:
        keys = [keyspace.queue_key(name, kind) for kind in ("pending", "schedule", "active", "dead")]
        keys.append(keyspace.job_key(name, "JOB0Dqhu1EacDY"))
        assert len(set(oracle.slots([key.encode() for key in keys]))) == 1, f"{name!a} (KEYSLOT_SEED={seed})"
