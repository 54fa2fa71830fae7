"""The register taken apart is the one that the standard library's CRC hides, and its picture shows it."""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections.abc import Callable
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.figures.slots.crc_register import fold, shift, shifts, take
from widgets.figures.slots.register_bits import bits, spoken
from widgets.figures.slots.register_table import register_table, shift_table

Words = Callable[[object], str]
Tags = Callable[[object], list[tuple[str, dict[str, str | None]]]]


@given(st.binary(max_size=200))
def test_byte_by_byte_the_register_comes_to_the_crc_of_the_standard_library(data: bytes) -> None:
    register = 0
    for count, byte in enumerate(data, 1):
        register = take(register, byte)
        assert register == crc_hqx(data[:count], 0)


def test_the_published_check_value() -> None:
    assert reduce(take, b"123456789", 0) == 0x31C3


def test_the_register_of_email_after_each_byte() -> None:
    seen = [0]
    for byte in b"email":
        seen.append(take(seen[-1], byte))
    assert [f"{register:04X}" for register in seen] == ["0000", "3C03", "49D4", "716A", "F939", "EA1C"]


def test_a_byte_is_laid_over_the_upper_half() -> None:
    assert fold(0x00FF, 0x65) == 0x65FF
    assert fold(0x6500, 0x65) == 0


def test_a_one_that_falls_out_leaves_the_polynomial() -> None:
    assert (shift(0x8000).fell, shift(0x8000).register) == (1, 0x1021)
    assert (shift(0x4000).fell, shift(0x4000).register) == (0, 0x8000)
    assert shift(0xFFFF).register == 0xFFFE ^ 0x1021


def test_a_byte_takes_eight_shifts() -> None:
    # e is 65 hex, 0110 0101: its bits fall out from the left, and the first polynomial reaches the top too late.
    assert [made.fell for made in shifts(0x6500)] == [0, 1, 1, 0, 0, 0, 1, 1]
    assert shifts(0x6500)[-1].register == 0x3C03


def test_bits_are_read_in_nibbles(tags: Tags) -> None:
    assert spoken(0xEA1C) == "1110 1010 0001 1100"
    [drawn] = [given for tag, given in tags(bits(0xEA1C)) if tag == "svg"]
    assert (drawn["role"], drawn["aria-label"]) == ("img", "1110 1010 0001 1100")


def test_a_one_is_a_filled_cell_and_a_zero_an_open_one(tags: Tags) -> None:
    cells = {given["class"]: (given["d"] or "").count("M") for tag, given in tags(bits(0xEA1C)) if tag == "path"}
    assert cells == {"off": 8, "on": 8}


def test_of_the_last_register_the_low_fourteen_bits_are_marked(tags: Tags) -> None:
    # EA1C begins with three ones: two are dropped, one is the slot's highest bit.
    cells = {
        given["class"]: (given["d"] or "").count("M")
        for tag, given in tags(bits(0xEA1C, as_slot=True))
        if tag == "path"
    }
    assert cells == {"off": 8, "on": 2, "on kept": 6}
    assert "on kept" not in {given.get("class") for _, given in tags(bits(0xC000, as_slot=True))}


def rows(html: object, tags: Tags) -> list[str]:
    """The bits that each line of a table shows, "" for a line whose bits aren't known yet."""
    return [
        given.get("aria-label") or ""
        for tag, given in tags(html)
        if tag == "svg" and (given.get("viewbox") or "").endswith(" 11")
    ]


def test_there_is_a_line_for_the_start_and_each_byte(words: Words, tags: Tags) -> None:
    html = register_table(b"email", 5)
    assert [line.replace(" ", "") for line in rows(html, tags)] == [
        f"{register:016b}" for register in (0, 0x3C03, 0x49D4, 0x716A, 0xF939, 0xEA1C)
    ]
    for end in ("0000", "3C03", "49D4", "716A", "F939", "EA1C"):
        assert end in words(html)
    assert "e65" in words(html)


@pytest.mark.parametrize(("step", "known", "end"), [(0, 1, "–"), (2, 3, "–"), (5, 6, "10780")])
def test_what_is_yet_to_come_is_blank_and_so_is_the_slot(
    words: Words, tags: Tags, step: int, known: int, end: str
) -> None:
    html = register_table(b"email", step)
    shown = rows(html, tags)
    assert len(shown) == 6
    assert [bool(line) for line in shown] == [True] * known + [False] * (6 - known)
    assert words(html).endswith(f"slot{end}")
    [now] = [given for tag, given in tags(html) if tag == "tr" and "aria-current" in given]
    assert now["aria-current"] == "step"


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (0, ["… 990 more bytes …"]),
        (500, ["… 495 more bytes …", "… 496 more bytes …"]),
        (1_000, ["… 990 more bytes …"]),
    ],
)
def test_of_many_bytes_the_first_the_last_and_those_at_hand_have_a_line(
    words: Words, tags: Tags, step: int, said: list[str]
) -> None:
    html = register_table(b"k" * 1_000, step)
    lines = [tag for tag, _ in tags(html) if tag == "tr"]
    assert len(lines) == 1 + 12 + 1
    assert re.findall("… [^…]+ …", words(html)) == said
    known = f"{crc_hqx(b'k' * step, 0):016b}"
    assert " ".join(known[at : at + 4] for at in (0, 4, 8, 12)) in rows(html, tags)


def test_a_character_of_several_bytes_stands_at_its_first(words: Words) -> None:
    said = words(register_table("é".encode(), 2))
    assert "éC3" in said
    assert "A9" in said
    assert said.count("é") == 1


def test_inside_one_byte_are_eight_shifts(words: Words, tags: Tags) -> None:
    html = shift_table(b"email", 1)
    assert [line.replace(" ", "") for line in rows(html, tags)] == [
        f"{register:016b}" for register in (0, 0x6500, *(made.register for made in shifts(0x6500)))
    ]
    assert words(html).count("1 out, xor 1021") == 4
    assert words(html).count("0 out") == 4
    assert words(html).endswith("3C03")
