"""Three letters and eleven digits: what they say, what they refuse, and how they sort."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from echomq import base62, branded_id
from echomq.branded_id import BrandedId, Fault
from echomq.snowflake import EPOCH_MS, Snowflake

CASES = json.loads((Path(__file__).parents[1] / "data" / "id_cases.json").read_text(encoding="utf-8"))
IN_RANGE = [case for case in CASES["ids"] if case["in_range_63"]]
PAST_RANGE = [case for case in CASES["ids"] if not case["in_range_63"]]

namespaces = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=3, max_size=3)
integers = st.integers(0, 2**63 - 1)


def test_the_constants_are_the_published_ones() -> None:
    assert CASES["epoch_ms"] == EPOCH_MS
    assert CASES["alphabet"] == base62.ALPHABET
    assert CASES["max_payload"] == base62.encode(base62.MAX)
    assert branded_id.WIDTH == 14


@pytest.mark.parametrize("case", IN_RANGE, ids=lambda case: case["id"])
def test_an_id_in_range_gives_every_field(case: dict[str, Any]) -> None:
    branded = branded_id.parse(case["id"])
    flake = branded.snowflake
    assert branded_id.is_valid(case["id"])
    assert (branded.namespace, branded.payload) == (case["id"][:3], case["id"][3:])
    assert branded_id.decode(case["id"]) == (case["id"][:3], int(case["snowflake"]))
    assert branded.integer == int(case["snowflake"])
    assert flake.offset == case["ts_offset_ms"]
    assert (flake.node, flake.sequence) == (case["node"], case["seq"])
    assert flake.moment == case["minted_utc"].replace("+00:00", "Z")
    assert branded_id.compose(case["id"][:3], int(case["snowflake"])) == case["id"] == str(branded)


@pytest.mark.parametrize("case", PAST_RANGE, ids=lambda case: case["id"])
def test_an_id_past_the_range_is_well_formed_but_no_snowflake(case: dict[str, Any]) -> None:
    branded = branded_id.parse(case["id"])
    assert branded_id.is_valid(case["id"])
    assert not branded_id.faults(case["id"])
    for attempt in (
        lambda: branded_id.decode(case["id"]),
        lambda: branded.integer,
        lambda: branded.snowflake,
    ):
        with pytest.raises(ValueError) as refusal:
            attempt()
        assert str(refusal.value) == "payload exceeds 2^63-1 (AzL8n0Y58m7)"
    with pytest.raises(ValueError, match="number must be 0 to 9223372036854775807"):
        branded_id.compose(case["id"][:3], int(case["snowflake"]))


@pytest.mark.parametrize("text", CASES["shape"]["valid"])
def test_a_text_of_the_shape_is_valid(text: str) -> None:
    assert branded_id.is_valid(text)
    assert not branded_id.faults(text)
    assert str(branded_id.faults(text)) == "nothing is wrong with it"


@pytest.mark.parametrize("text", CASES["shape"]["invalid"], ids=ascii)
def test_any_other_text_is_not_and_has_faults_to_show(text: str | None) -> None:
    assert not branded_id.is_valid(text)
    if text is not None:
        assert branded_id.faults(text)
    for attempt in (branded_id.parse, branded_id.decode):
        with pytest.raises(ValueError, match=r"^not a branded id: (it|character)"):
            attempt(text)


@pytest.mark.parametrize(
    "thing", [None, 14, b"JOB0Dqhu1EacDY", ["J"] * 14, object()], ids=lambda thing: type(thing).__name__
)
def test_anything_may_be_asked_about(thing: object) -> None:
    assert not branded_id.is_valid(thing)
    assert not branded_id.is_namespace(thing)


def test_what_is_no_text_is_refused_by_its_type() -> None:
    with pytest.raises(ValueError) as refusal:
        branded_id.parse(None)
    assert str(refusal.value) == "not a branded id: it is of type NoneType, not str"


@given(st.text() | st.text("AZaz09_{}\n\0é٠Ａ", min_size=13, max_size=15))
@example("JOB0Dqhu1EacDY\n")
@example("\ud800")
def test_the_long_answer_and_the_short_one_agree(text: str) -> None:
    assert bool(branded_id.faults(text)) == (not branded_id.is_valid(text))


def test_faults_name_each_character_and_its_reason() -> None:
    found = branded_id.faults("jÓ-0Dqhu1Eac{é")
    assert (found.length, found.missing, found.surplus) == (14, 0, 0)
    assert found.characters == (
        Fault(0, "j", "'j' is lower case; a namespace letter is A-Z"),
        Fault(1, "Ó", "U+00D3 is not ASCII; a namespace letter is A-Z"),
        Fault(2, "-", "'-' is neither letter nor digit; a namespace letter is A-Z"),
        Fault(12, "{", "'{' is neither letter nor digit; a Base62 digit is 0-9, A-Z or a-z"),
        Fault(13, "é", "U+00E9 is not ASCII; a Base62 digit is 0-9, A-Z or a-z"),
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "it has 0 characters, not 14"),
        ("JOB", "it has 3 characters, not 14"),
        ("J0B0Dqhu1EacDY", "character 2: '0' is a digit; a namespace letter is A-Z"),
        ("JOB0Dqhu1EacDY\n", "it has 15 characters, not 14"),
        ("j", "it has 1 character, not 14; character 1: 'j' is lower case; a namespace letter is A-Z"),
        (
            "JOB____",
            (
                "it has 7 characters, not 14; "
                "character 4: '_' is neither letter nor digit; a Base62 digit is 0-9, A-Z or a-z; "
                "character 5: '_' is neither letter nor digit; a Base62 digit is 0-9, A-Z or a-z; "
                "character 6: '_' is neither letter nor digit; a Base62 digit is 0-9, A-Z or a-z; and 1 character more"
            ),
        ),
    ],
)
def test_the_refusal_says_what_was_given_and_what_is_right(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as refusal:
        branded_id.parse(text)
    assert str(refusal.value) == f"not a branded id: {sentence}"


def test_a_long_text_is_answered_with_numbers_not_with_itself() -> None:
    found = branded_id.faults("x" * 65_536)
    assert (found.length, found.surplus, len(found.characters)) == (65_536, 65_522, 3)
    assert str(found).startswith("it has 65,536 characters, not 14")
    assert len(str(found)) < 300


def test_missing_characters_are_counted() -> None:
    assert branded_id.faults("JOB").missing == 11


@pytest.mark.parametrize(
    ("namespace", "payload"), [("JO", "B0Dqhu1EacDY"), ("JOB0", "Dqhu1EacDY"), ("job", "0Dqhu1EacDY")]
)
def test_no_value_can_be_made_of_wrong_parts(namespace: str, payload: str) -> None:
    with pytest.raises(ValueError, match="not a branded id"):
        BrandedId(namespace, payload)


@pytest.mark.parametrize(
    ("namespace", "given"),
    [
        ("job", "'job'"),
        ("JO", "'JO'"),
        ("JOBS", "'JOBS'"),
        ("J0B", "'J0B'"),
        ("it's", "'it's'"),
        ("", "''"),
        ("J" * 40, f"'{'J' * 40}'"),
        # What can't be read at a glance is counted.
        ("J" * 41, "41 characters"),
        ("JÓB", "3 characters"),
        ("ＪＯＢ", "3 characters"),
        ("JOB\n", "4 characters"),
        ("💀", "1 character"),
        (None, "NoneType"),
    ],
)
def test_a_namespace_is_three_capital_letters(namespace: str, given: str) -> None:
    assert not branded_id.is_namespace(namespace)
    with pytest.raises(ValueError) as refusal:
        branded_id.compose(namespace, 0)
    assert str(refusal.value) == f"namespace must be three letters A-Z, got {given}"


@given(namespaces, integers)
def test_what_was_composed_decodes(namespace: str, integer: int) -> None:
    text = branded_id.compose(namespace, integer)
    assert len(text) == 14
    assert branded_id.decode(text) == (namespace, integer)


@given(namespaces, integers, integers)
@example("JOB", 187490421964828673, 187490421964828674)  # ...DZ and ...Da: case-blind orders swap them
def test_within_a_namespace_text_order_is_integer_order(namespace: str, one: int, other: int) -> None:
    texts = branded_id.compose(namespace, one), branded_id.compose(namespace, other)
    assert (texts[0].encode() < texts[1].encode()) == (one < other)
    assert (branded_id.parse(texts[0]) < branded_id.parse(texts[1])) == (one < other)


def test_the_published_mint_order_is_the_order_of_the_texts() -> None:
    order = CASES["order"]["mint_order"]
    assert all(earlier < later for earlier, later in pairwise(order))
    assert sorted(CASES["order"]["icu_en_or_NOCASE"]) == order != CASES["order"]["icu_en_or_NOCASE"]


def test_across_namespaces_the_letters_come_before_the_time() -> None:
    ids = [text.split()[0] for text in CASES["order"]["mixed_namespace_bytes"]]
    years = [branded_id.parse(id).snowflake.moment[:4] for id in ids]
    assert ids == sorted(ids)
    assert years == ["2026", "2025", "2025"]


def test_the_ids_of_one_millisecond_lie_in_the_published_range() -> None:
    published = CASES["id_range_for_one_ms"]
    ms = EPOCH_MS + published["ts_offset"]
    assert branded_id.compose("JOB", Snowflake(ms, 0, 0).pack()) == published["first"]
    assert branded_id.compose("JOB", Snowflake(ms, 1023, 4095).pack()) == published["last"]
