import pytest

from sitegen.inline import Code, Inline, Target, Value, take_apart
from sitegen.problems import Place, Problem
from sitegen.source import Line, Source


def taken(text: str) -> tuple[Inline, list[str]]:
    problems: list[Problem] = []
    inline = take_apart(Source.of(text, "x.md"), problems)
    return inline, [str(problem) for problem in problems]


@pytest.mark.parametrize(
    "expression",
    [
        'slot("emq:{email}:pending")',
        'hashtag("a}b{c}d")',
        'slot("}")',
        '{"}": 1}["}"]',
        'len("""{{}}""")',
        r'"\"}"',
        "f\"{'}'}\"",
    ],
)
def test_a_value_may_hold_braces_and_ends_where_its_expression_is_whole(expression: str) -> None:
    inline, problems = taken(f"is {{={expression}}} and {{more}}")
    assert inline.pieces == (Value(Place("x.md", 1, 4), expression, code=False),)
    assert inline.text == "is \ue0000\ue001 and {more}"
    assert problems == []


def test_a_value_without_an_end_is_a_problem_at_its_first_column() -> None:
    assert taken("one\nwith {=slot( here")[1] == ["x.md:2:6: {=slot( here has no closing brace on its line"]
    assert taken("{=slot(} here}")[1] == [
        "x.md:1:1: {=slot(} here} is no whole Python expression up to any closing brace on its line"
    ]


def test_a_code_span_keeps_its_text_from_markdown_and_from_values() -> None:
    inline, problems = taken("a `*x* {=y}` b ``c`d`` e")
    assert inline.pieces == (
        Code(Place("x.md", 1, 3), "*x* {=y}", ()),
        Code(Place("x.md", 1, 16), "c`d", ()),
    )
    assert (inline.text, problems) == ("a \ue0000\ue001 b \ue0001\ue001 e", [])


def test_a_code_span_may_run_over_a_line_but_not_over_a_paragraph() -> None:
    inline, problems = taken("a `b\nc` d")
    assert inline.pieces == (Code(Place("x.md", 1, 3), "b c", ()),)
    assert problems == []
    assert taken("one\ntwo `b\n\nc` d")[1] == [
        "x.md:2:5: this code span never closes: ` ends it, and \\` is a backtick that opens none",
        "x.md:4:2: this code span never closes: ` ends it, and \\` is a backtick that opens none",
    ]


def test_a_code_span_that_is_one_value_is_a_value_in_code() -> None:
    inline, _ = taken('`{=key("a}b")}`{.tag} and `{=a} {=b}`')
    assert inline.pieces == (
        Value(Place("x.md", 1, 2), 'key("a}b")', code=True, classes=("tag",)),
        Code(Place("x.md", 1, 27), "{=a} {=b}", ()),
    )


def test_classes_stand_right_behind_a_span() -> None:
    inline, _ = taken("`a`{.ns} `b`{.x .y} `c` {.z}")
    assert [piece.classes for piece in inline.pieces if isinstance(piece, Code)] == [("ns",), ("x", "y"), ()]
    assert inline.text.endswith("{.z}")


def test_backslashes_keep_backticks_and_values_from_opening() -> None:
    inline, problems = taken(r"\`a\` \{=b}")
    assert (inline.text, inline.pieces, problems) == (r"\`a\` \{=b}", (), [])


def test_link_targets_are_taken_out_with_their_place() -> None:
    inline, _ = taken("see [the `x`](keys.md#a) and\n[ref]: https://example.org/a_b_c")
    assert inline.pieces == (
        Code(Place("x.md", 1, 10), "x", ()),
        Target(Place("x.md", 1, 15), "keys.md#a"),
        Target(Place("x.md", 2, 8), "https://example.org/a_b_c"),
    )
    assert inline.text == "see [the \ue0000\ue001](\ue0001\ue001) and\n[ref]: \ue0002\ue001"


def test_a_private_character_cannot_pretend_to_be_a_token() -> None:
    inline, problems = taken("a\ue0000\ue001")
    assert inline.text == "a0"
    assert problems == [
        "x.md:1:2: U+E000 is a private character that the generator keeps for itself",
        "x.md:1:4: U+E001 is a private character that the generator keeps for itself",
    ]


def test_lines_cut_from_different_columns_keep_their_places() -> None:
    lines = (Line("one", Place("x.md", 4, 3)), Line("{=a", Place("x.md", 9, 7)))
    problems: list[Problem] = []
    take_apart(Source(lines), problems)
    assert [str(problem) for problem in problems] == ["x.md:9:7: {=a has no closing brace on its line"]
