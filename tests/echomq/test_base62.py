"""Eleven digits spell a number, and their byte order is its order."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from echomq import base62

numbers = st.integers(0, 2**63 - 1)


@pytest.mark.parametrize(
    ("number", "digits"),
    [
        (0, "00000000000"),
        (61, "0000000000z"),
        (62, "00000000010"),
        (62**10 - 1, "0zzzzzzzzzz"),
        (62**10, "10000000000"),
        (187490421964828672, "0Dqhu1EacDY"),
        (9223372036854775807, "AzL8n0Y58m7"),
    ],
)
def test_known_numbers_have_known_digits(number: int, digits: str) -> None:
    assert base62.encode(number) == digits
    assert base62.decode(digits) == number


def test_the_alphabet_ascends_by_byte() -> None:
    assert base62.ALPHABET.encode() == bytes(sorted(base62.ALPHABET.encode()))
    assert len(set(base62.ALPHABET)) == 62


@given(numbers)
def test_every_number_comes_back_from_its_digits(number: int) -> None:
    digits = base62.encode(number)
    assert len(digits) == 11
    assert digits.isascii()
    assert base62.decode(digits) == number


@given(numbers, numbers)
@example(62**10 - 1, 62**10)
@example(187490421964828673, 187490421964828674)
def test_digits_sort_as_their_numbers_do(one: int, other: int) -> None:
    assert (base62.encode(one).encode() < base62.encode(other).encode()) == (one < other)


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (-1, "number must be 0 to 9223372036854775807, got -1"),
        (2**63, "number must be 0 to 9223372036854775807, got 9223372036854775808"),
        (10**5000, "number must be 0 to 9223372036854775807, got an integer of 16610 bits"),
        (-(10**5000), "number must be 0 to 9223372036854775807, got an integer of 16610 bits"),
    ],
    ids=["-1", "2^63", "10^5000", "-10^5000"],  # Python would not print the long ones
)
def test_numbers_outside_63_bits_are_refused(number: int, message: str) -> None:
    with pytest.raises(ValueError) as refusal:
        base62.encode(number)
    assert str(refusal.value) == message


@pytest.mark.parametrize(("thing", "kind"), [(True, "bool"), (1.0, "float"), ("1", "str"), (None, "NoneType")])
def test_only_whole_numbers_are_encoded(thing: object, kind: str) -> None:
    with pytest.raises(TypeError) as refusal:
        base62.encode(thing)  # type: ignore[arg-type]
    assert str(refusal.value) == f"number must be an int, got {kind}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "payload must have 11 Base62 digits, got 0 characters"),
        ("0Dqhu1EacDYY", "payload must have 11 Base62 digits, got 12 characters"),
        ("0Dqhu1EacD-", "character 11 of the payload is '-'; a Base62 digit is 0-9, A-Z or a-z"),
        (" Dqhu1EacDY", "character 1 of the payload is U+0020; a Base62 digit is 0-9, A-Z or a-z"),
        ("0Dqhu1EacD\n", "character 11 of the payload is U+000A; a Base62 digit is 0-9, A-Z or a-z"),
        ("0Dqhu٠EacDY", "character 6 of the payload is U+0660; a Base62 digit is 0-9, A-Z or a-z"),
        ("0Dqhu\ud800EacDY", "character 6 of the payload is U+D800; a Base62 digit is 0-9, A-Z or a-z"),
        ("0Dqhu1Eac💀Y", "character 10 of the payload is U+1F480; a Base62 digit is 0-9, A-Z or a-z"),
        ("AzL8n0Y58m8", "payload exceeds 2^63-1 (AzL8n0Y58m7)"),
        ("LygHa16AHYG", "payload exceeds 2^63-1 (AzL8n0Y58m7)"),
        ("zzzzzzzzzzz", "payload exceeds 2^63-1 (AzL8n0Y58m7)"),
    ],
)
def test_what_spells_no_number_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(ValueError) as refusal:
        base62.decode(text)
    assert str(refusal.value) == message


def test_only_text_is_decoded() -> None:
    with pytest.raises(TypeError) as refusal:
        base62.decode(b"0Dqhu1EacDY")  # type: ignore[arg-type]
    assert str(refusal.value) == "payload must be a str, got bytes"
