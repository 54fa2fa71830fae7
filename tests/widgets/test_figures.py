"""Each figure draws what it is given, with values known from outside."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from echomq import keyspace
from widgets.figures.brackets import Part, bracket
from widgets.figures.choices import choices
from widgets.figures.fsharp import literal
from widgets.figures.id_cells import cells
from widgets.figures.moment import in_words
from widgets.figures.reason import reason
from widgets.figures.slot_line import Pin, slot_line
from widgets.figures.spelling import columns, cut, in_line, is_unseen, spelled
from widgets.seam.html import span

Words = Callable[[object], str]
Tags = Callable[[object], list[tuple[str, dict[str, str | None]]]]


@pytest.mark.parametrize(
    ("ms", "said"),
    [
        (1_748_768_400_001, "1 June 2025, 09:00:00.001 UTC"),
        (1_704_067_200_000, "1 January 2024, 00:00:00.000 UTC"),
        (1_709_164_800_000 - 1, "28 February 2024, 23:59:59.999 UTC"),
        (1_709_164_800_000, "29 February 2024, 00:00:00.000 UTC"),
        (3_903_090_455_551, "6 September 2093, 15:47:35.551 UTC"),
        (-1, "31 December 1969, 23:59:59.999 UTC"),
    ],
)
def test_a_moment_in_words(ms: int, said: str) -> None:
    assert in_words(ms) == said


# Each character is named in the Unicode standard as a control, a format character, a space, a mark or no character.
@pytest.mark.parametrize(
    "character",
    "\0\x1f\x7f\x9f\xa0\xad\u0301\u05b0\u061c\u200b\u200d\u2028\u202e\u2066\u3000\ufe0f\ufeff\ufff9\uffff\ud800\udfff\ue000\U000e0001\U0010ffff",
)
def test_what_cannot_be_seen_is_unseen(character: str) -> None:
    assert is_unseen(character)


@pytest.mark.parametrize("character", " a~¡éяא中💀\u0590\ufffd")
def test_what_can_be_seen_is_not(character: str) -> None:
    assert not is_unseen(character)


@pytest.mark.parametrize(
    ("text", "said"),
    [("a\0b", "a<NUL>b"), ("\t", "<TAB>"), ("\x7f", "<DEL>"), ("\u202e", "<U+202E>"), ("\u200d", "<ZWJ>"), ("\U000e0001", "<U+E0001>"), ("{x}", "{x}")],
)  # fmt: skip
def test_unseen_characters_have_names(text: str, said: str) -> None:
    assert in_line(text) == said


def test_plain_text_is_spelled_as_it_is_and_other_text_in_an_isolate(words: Words) -> None:
    assert spelled("email") == "email"
    assert words(spelled("a\u202eb")) == "aU+202Eb"


def test_a_short_text_is_whole_and_a_long_one_says_what_is_left_out(words: Words) -> None:
    assert cut("email", 5).line == "email"
    shown = cut("abcdefghijklmnopqrstuvwxyz", 20)
    assert (shown.head, shown.hidden, shown.tail) == ("abcdefgh", 14, "wxyz")
    assert words(span[shown.nodes]) == "abcdefgh… 14 more …wxyz"
    assert cut("abcdefghij", 7, room=1).line == "abcd…ij"


def test_a_wide_text_is_cut_sooner() -> None:
    assert columns("email") == 5
    assert columns("💀💀") > columns("中中") > 2
    assert cut("💀" * 10, 20).hidden > 0
    assert cut("a" * 20, 20).hidden == 0


def test_each_part_has_a_bracket_of_its_own_shape() -> None:
    drawn = {part: str(bracket(part, 11)) for part in Part}
    shapes = [line.split('d="')[1] for part, line in drawn.items() if part is not Part.TYPE]
    assert len(set(shapes)) == len(Part) - 1  # literal and type share a line and differ in its dashes
    assert drawn[Part.SNOWFLAKE].count(" 3.5v2.5") == 10  # ticks between eleven digits


# The keys and their slots' rules: domain facts read from redis-server 7.0.15.
@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("123456789", "No byte is an opening brace, so all 9 bytes of the key are hashed (step 1 of the rule)."),
        ("x", "No byte is an opening brace, so the one byte of the key is hashed (step 1 of the rule)."),
        ("{abc", "The first opening brace is never closed, so all 4 bytes of the key are hashed (step 2 of the rule)."),
        ("foo{}{bar}", "Nothing stands in the first pair of braces, so all 10 bytes of the key are hashed; later pairs are not tried (step 3 of the rule)."),
        ("foo{bar}{zap}", "Bytes 5 to 7 stand between the first opening brace and the first closing one after it, so nothing else of the key is hashed (step 4 of the rule)."),
        ("}{a}", "Byte 3 stands between the first opening brace and the first closing one after it, so nothing else of the key is hashed (step 4 of the rule)."),
    ],
)  # fmt: skip
def test_the_reason_why_just_these_bytes(key: str, said: str) -> None:
    assert reason(keyspace.hashed_part(key), len(key.encode())) == said


# As the language specification of F# has it in 3.5: simple escapes, and u and U with four and eight digits.
@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("email", '"email"'),
        ('say "hi"', '"say \\"hi\\""'),
        ("a\\b", '"a\\\\b"'),
        ("\n\r\t\b\a\f\v", '"\\n\\r\\t\\b\\a\\f\\v"'),
        ("\0", '"\\u0000"'),
        ("\u202e", '"\\u202E"'),
        ("\ud83d", '"\\uD83D"'),
        ("\U000e0001", '"\\U000E0001"'),
        ("💀'{}%", '"💀\'{}%"'),
    ],
)
def test_a_text_as_an_fsharp_literal(text: str, written: str) -> None:
    assert literal(text) == written


def marked(tags: list[tuple[str, dict[str, str | None]]]) -> list[str]:
    return [
        (given.get("class") or "").removeprefix("square").strip()
        for tag, given in tags
        if (given.get("class") or "").startswith("square ") or given.get("class") == "square"
    ]


def test_the_places_of_an_id_show_which_are_wrong_and_which_are_empty(tags: Tags, words: Words) -> None:
    assert marked(tags(cells("job"))) == ["x"] * 3 + ["empty"] * 11
    assert marked(tags(cells("JOB0Dqhu1-acDY"))) == [""] * 9 + ["x"] + [""] * 4
    assert marked(tags(cells("JOB0Dqhu1EacDYZZ"))) == [""] * 14 + ["x"] * 2
    assert "11 missing" in words(cells("job"))
    assert "2 past the 14th" in words(cells("JOB0Dqhu1EacDYZZ"))


def test_many_places_too_many_are_counted(tags: Tags, words: Words) -> None:
    html = cells("JOB0Dqhu1EacDY" + "x" * 1_000)
    assert marked(tags(html)) == [""] * 14 + ["x"] * 6
    assert "+995" in words(html)  # five are drawn


def test_blanks_and_unseen_characters_have_names_in_their_places(words: Words) -> None:
    assert "SP" in words(cells("JOB 0Dqhu1EacD"))
    assert "U+202E" in words(cells("JOB\u202e0Dqhu1EacD"))


def test_the_slot_line_lies_in_percentages_and_owns_where_the_key_is(tags: Tags) -> None:
    html = slot_line(2, (Pin(8191, "x", "Key x"),))
    nodes = [given for tag, given in tags(html) if tag == "rect" and "node" in (given.get("class") or "")]
    assert [given["class"] for given in nodes] == ["node own", "node"]
    assert [(given["x"], given["width"]) for given in nodes] == [("0.000%", "50.000%"), ("50.000%", "50.000%")]
    [line] = [given for _, given in tags(html) if given.get("role") == "img"]
    assert (
        line["aria-label"]
        == "A line of 16,384 slots, shared by 2 nodes. Key x: slot 8191, on node A, which has slots 0 to 8191."
    )
    assert "viewbox" not in line


@pytest.mark.parametrize(
    ("slot", "side"),
    [(0, "start"), (5461, "start"), (5462, "middle"), (10922, "middle"), (10923, "end"), (16383, "end")],
)
def test_a_pins_label_hangs_where_there_is_room(tags: Tags, slot: int, side: str) -> None:
    [given] = [
        given for tag, given in tags(slot_line(3, (Pin(slot, "x", "x"),))) if tag == "text" and "text-anchor" in given
    ]
    assert given["text-anchor"] == side


def test_a_refused_key_has_a_pin_and_no_owner(tags: Tags) -> None:
    classes = [
        given.get("class") or ""
        for _, given in tags(
            slot_line(12, (Pin(7387, "pending", "x", refused=True), Pin(5857, "active", "x", refused=True)))
        )
    ]
    assert "node own" not in classes
    assert {"pin level0 bad", "pin level1 bad"} <= set(classes)


def test_a_refused_queue_has_one_row_for_all_ids(words: Words) -> None:
    said = words(choices(("a}b",), ("JOB0Dqhu1EacDY", "job")))
    assert said.count("queueKey requires") == 1
    assert "any id" in said
