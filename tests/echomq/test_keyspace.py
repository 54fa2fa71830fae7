"""A queue's keys wear its name in braces, and the bytes between the braces choose the slot."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echomq import keyspace
from echomq.keyspace import HashedPart, Rule

DATA = Path(__file__).parents[1] / "data"
VECTORS = json.loads((DATA / "keyslot_vectors.json").read_text(encoding="utf-8"))["vectors"]
SPLITS = json.loads((DATA / "node_splits.json").read_text(encoding="utf-8"))["splits"]
ID = "JOB0Dqhu1EacDY"

BRACES = "queueKey requires a non-empty queue name without '{' or '}'"
NUL = "queueKey requires a queue name without NUL"
SURROGATE = "queueKey requires a queue name without lone surrogates"


def of_vector(vector: dict[str, Any]) -> str:
    return f"{vector['note']!a:.40}-{vector['key_hex'][-40:]}"


queues = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="{}\0"), min_size=1)


def test_there_are_78_vectors() -> None:
    assert len(VECTORS) == 78


@pytest.mark.parametrize("vector", VECTORS, ids=of_vector)
def test_the_servers_slot_of_these_bytes(vector: dict[str, Any]) -> None:
    key = bytes.fromhex(vector["key_hex"])
    part = keyspace.hashed_part(key)
    assert part.data == bytes.fromhex(vector["tag_hex"]) == key[part.start : part.stop]
    assert part.is_whole_key == vector["whole_key"]
    assert f"{keyspace.crc16(part.data):04X}" == vector["crc16"]
    assert keyspace.slot(key) == vector["slot"]


@pytest.mark.parametrize("vector", [vector for vector in VECTORS if vector["key"] is not None], ids=of_vector)
def test_the_servers_slot_of_this_text(vector: dict[str, Any]) -> None:
    assert keyspace.hashtag(vector["key"]) == vector["tag"]
    assert keyspace.slot(vector["key"]) == vector["slot"]


@pytest.mark.parametrize(
    ("key", "part"),
    [
        ("email", HashedPart(Rule.NO_OPENING_BRACE, 0, 5, None, None, b"email")),
        ("a}b", HashedPart(Rule.NO_OPENING_BRACE, 0, 3, None, None, b"a}b")),
        ("a}{bc", HashedPart(Rule.NEVER_CLOSED, 0, 5, 2, None, b"a}{bc")),
        ("foo{}{bar}", HashedPart(Rule.EMPTY_PAIR, 0, 10, 3, 4, b"foo{}{bar}")),
        ("a}b{c}d", HashedPart(Rule.TAG, 4, 5, 3, 5, b"c")),
        ("é{{💀}}", HashedPart(Rule.TAG, 3, 8, 2, 8, "{💀".encode())),
    ],
)
def test_the_rule_says_which_braces_decided(key: str, part: HashedPart) -> None:
    assert keyspace.hashed_part(key) == part


@given(st.binary() | st.text("{}a\0é").map(lambda text: text.encode()))
def test_a_regular_expression_finds_the_same_tag(key: bytes) -> None:
    found = re.search(rb"\{([^}]*)\}", key)
    tag = found.group(1) if found else b""
    assert keyspace.hashed_part(key).data == (tag or key)


def test_a_key_that_is_neither_text_nor_bytes_is_refused() -> None:
    with pytest.raises(TypeError, match="bytes-like object is required, not 'int'"):
        keyspace.slot(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("ask", [keyspace.slot, keyspace.hashtag, keyspace.hashed_part])
def test_a_lone_surrogate_has_no_bytes_to_hash(ask: Callable[[str], object]) -> None:
    with pytest.raises(ValueError) as refusal:
        ask("a\udc80")
    assert str(refusal.value) == "character 2 of the key, U+DC80, is a lone surrogate: it has no UTF-8"


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (keyspace.queue_key("email", "pending"), "emq:{email}:pending"),
        (keyspace.job_key("email", ID), "emq:{email}:job:JOB0Dqhu1EacDY"),
        (keyspace.queue_key("a:b", "active"), "emq:{a:b}:active"),
    ],
)
def test_keys_follow_the_grammar(key: str, text: str) -> None:
    assert key == text


@given(queues, st.sampled_from(["pending", "schedule", "active", "dead", "a}{b"]))
def test_all_keys_of_a_queue_share_the_slot_of_its_name(queue: str, key_type: str) -> None:
    home = keyspace.slot(queue)
    assert keyspace.hashtag(keyspace.job_key(queue, ID)) == queue
    assert keyspace.slot(keyspace.queue_key(queue, key_type)) == keyspace.slot(keyspace.job_key(queue, ID)) == home


@pytest.mark.parametrize(
    ("queue", "message"),
    [
        ("", BRACES),
        ("}", BRACES),
        ("}x", BRACES),
        ("a}b", BRACES),
        ("a{b", BRACES),
        ("x}:{y", BRACES),
        ("a\0", NUL),
        ("a\ud800", SURROGATE),
        ("\0{", BRACES),
        ("\ud800\0", NUL),
    ],
    ids=ascii,
)
def test_a_name_that_would_scatter_its_queue_is_refused(queue: str, message: str) -> None:
    assert keyspace.queue_refusal(queue) == message
    for compose, second in ((keyspace.queue_key, "pending"), (keyspace.job_key, ID), (keyspace.job_key, "job")):
        with pytest.raises(ValueError) as refusal:
            compose(queue, second)
        assert str(refusal.value) == message


@pytest.mark.parametrize("queue", ["email", "123456789", "a:b", "почта", " ", "💀", "｛a｝"])
def test_a_name_without_braces_is_accepted(queue: str) -> None:
    assert keyspace.queue_refusal(queue) is None


@pytest.mark.parametrize("branded", ["job", "", "JOB", "JOB0Dqhu1EacDY\n", None])
def test_an_ill_formed_id_makes_no_key(branded: str) -> None:
    with pytest.raises(ValueError) as refusal:
        keyspace.job_key("email", branded)
    assert str(refusal.value) == "jobKey requires a valid branded id"


def test_a_type_that_has_no_utf8_makes_no_key() -> None:
    with pytest.raises(ValueError) as refusal:
        keyspace.queue_key("email", "\ud800")
    assert str(refusal.value) == "queueKey requires a key type without lone surrogates"


@pytest.mark.parametrize(
    ("queue", "slots"),
    [
        ("", {"pending": 7387, "active": 5857, f"job:{ID}": 11863, "job:JOB0Dqhu1EsDLc": 1406}),
        ("}x", {"pending": 10204, f"job:{ID}": 6046}),
        ("}", {"pending": 500}),
        ("a}b", {"pending": 15495}),
        ("a{b", {"pending": 13340}),
        ("x}:{y", {"pending": 16287}),
    ],
)
def test_where_the_keys_of_a_refused_name_would_have_gone(queue: str, slots: dict[str, int]) -> None:
    assert {key_type: keyspace.slot(keyspace.compose_unchecked(queue, key_type)) for key_type in slots} == slots


def test_the_row_of_a_job_is_a_type_of_key() -> None:
    assert keyspace.compose_unchecked("email", keyspace.row_type(ID)) == keyspace.job_key("email", ID)


@pytest.mark.parametrize("count", range(2, 13))
def test_slots_are_shared_as_the_command_line_client_shares_them(count: int) -> None:
    ranges = keyspace.node_ranges(count)
    assert [[slots.start, slots.stop - 1] for slots in ranges] == SPLITS[str(count)]
    for node, (first, last) in enumerate(SPLITS[str(count)]):
        assert keyspace.owner(first, count) == keyspace.owner(last, count) == node


def test_every_slot_has_one_owner_however_many_nodes() -> None:
    for count in (1, 2, 100, 16_384):
        assert [slot for slots in keyspace.node_ranges(count) for slot in slots] == list(range(16_384))
    assert keyspace.owner(10780, 3) == 1


@pytest.mark.parametrize("count", [0, -1, 16_385])
def test_a_cluster_has_between_one_node_and_one_a_slot(count: int) -> None:
    with pytest.raises(ValueError) as refusal:
        keyspace.node_ranges(count)
    assert str(refusal.value) == f"count must be 1 to 16384 nodes, got {count}"


@pytest.mark.parametrize("number", [-1, 16_384])
def test_a_slot_that_is_none_has_no_owner(number: int) -> None:
    with pytest.raises(ValueError) as refusal:
        keyspace.owner(number, 3)
    assert str(refusal.value) == f"slot must be 0 to 16383, got {number}"
