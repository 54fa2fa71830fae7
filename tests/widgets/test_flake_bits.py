"""The picture of the 63 bits: each is drawn once, in the field it belongs to, and those too many stand apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from widgets.figures.flake_bits import FIELDS, Field, fields, picture
from widgets.seam.html import Node

Parts = Callable[[object], dict[str, str]]
Words = Callable[[object], str]
Tags = Callable[[object], list[tuple[str, dict[str, str | None]]]]

NUMBER = 187_490_421_964_828_672
"""JOB0Dqhu1EacDY: 44701200000 ms after the epoch, node 7, sequence 0."""


def nothing(_: Field) -> Node:
    return None


def drawn(tags: Tags, html: object, kind: str) -> int:
    """How many cells of a kind there are: each begins with a move."""
    return sum(
        (given["d"] or "").count("M") for tag, given in tags(html) if tag == "path" and given.get("class") == kind
    )


@pytest.mark.parametrize(
    ("number", "ones"), [(0, 0), (1, 1), (NUMBER, 17), (2**63 - 1, 63)], ids=["none", "one", "an id", "all"]
)
def test_each_of_63_bits_is_drawn_once(tags: Tags, number: int, ones: int) -> None:
    html = fields(number, nothing)
    assert (drawn(tags, html, "one"), drawn(tags, html, "zero")) == (ones, 63 - ones)
    assert not [given for _, given in tags(html) if given.get("class") == "strip past"]


def test_the_digits_are_written_in_their_cells_in_order(tags: Tags, words: Words) -> None:
    html = fields(0b111 << 12, nothing)
    [ones] = [given for tag, given in tags(html) if tag == "text" and given["class"] == "one"]
    assert ones["x"] == "105 119 133"  # the last three of ten cells, 14 units each
    assert "000" in words(html)


def test_each_field_has_cells_of_its_own_shape() -> None:
    assert [field.count for field in FIELDS] == [41, 10, 12]
    assert len({field.cell for field in FIELDS}) == 3


@pytest.mark.parametrize(
    ("number", "surplus"),
    [(2**63, 1), (2**64 - 1, 1), (2**64, 2), (62**11 - 1, 3)],
    ids=["2^63", "2^64-1", "2^64", "z"],
)
def test_the_bits_too_many_stand_apart_at_the_left(tags: Tags, words: Words, number: int, surplus: int) -> None:
    html = fields(number, nothing)
    assert drawn(tags, html, "one") == number.bit_count()
    assert drawn(tags, html, "one") + drawn(tags, html, "zero") == 63 + surplus
    [past] = [given["viewbox"] for tag, given in tags(html) if given.get("class") == "strip past"]
    assert past == f"0 0 {14 * surplus} 32"
    assert f"{41 + surplus} bits where 41 belong" in words(html)


def test_without_a_number_63_cells_are_empty(tags: Tags) -> None:
    html = fields(None, nothing)
    assert drawn(tags, html, "empty") == 63
    assert drawn(tags, html, "one") == drawn(tags, html, "zero") == 0


def test_flipped_bits_bear_a_bar(tags: Tags) -> None:
    assert drawn(tags, fields(NUMBER, nothing, flipped=1 << 22 | 1 << 12 | 1), "flipped") == 3


def test_the_picture_for_a_page_says_what_each_field_holds(tags: Tags, words: Words) -> None:
    html = picture(NUMBER)
    [heard] = [given["aria-label"] for tag, given in tags(html) if tag == "div" and given.get("role") == "img"]
    assert heard == (
        "The bits of 187490421964828672: 41 of the time hold 44701200000, 10 of the node 7, 12 of the sequence 0."
    )
    assert "44701200000" in words(html)


@pytest.mark.parametrize("number", [-1, 2**63])
def test_no_page_can_show_what_is_no_snowflake(number: int) -> None:
    with pytest.raises(ValueError, match="number must be 0 to 9223372036854775807"):
        picture(number)
