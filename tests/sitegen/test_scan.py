from typing import TYPE_CHECKING

from sitegen.scan import Block, Fence, Heading, Prose, blocks
from sitegen.source import Source

if TYPE_CHECKING:
    from sitegen.problems import Problem


def scanned(text: str) -> tuple[tuple[Block, ...], list[str]]:
    problems: list[Problem] = []
    found = blocks(Source.of(text, "x.md"), problems)
    return found, [str(problem) for problem in problems]


def test_a_longer_fence_holds_shorter_ones() -> None:
    (fence,), problems = scanned("````note\n```python\nx\n```\n````\n")
    assert isinstance(fence, Fence)
    assert (fence.name, fence.body.text, problems) == ("note", "```python\nx\n```", [])


def test_a_fence_of_tildes_holds_backticks_and_is_closed_by_tildes_only() -> None:
    found, problems = scanned("~~~text\n```\n~~~\nafter\n")
    assert isinstance(found[0], Fence)
    assert isinstance(found[1], Prose)
    assert (found[0].body.text, found[1].source.text, problems) == ("```", "after", [])


def test_a_longer_line_closes_a_fence_and_a_line_with_words_does_not() -> None:
    found, _ = scanned("```text\n``` no\n`````\nafter")
    assert isinstance(found[0], Fence)
    assert found[0].body.text == "``` no"


def test_a_fence_that_never_closes_is_a_problem_where_it_opens() -> None:
    found, problems = scanned("one\n\n  ```text\nx\n")
    assert problems == ["x.md:3:1: this fence never closes: a line ``` ends it"]
    assert isinstance(found[1], Fence)
    assert found[1].body.text == "x"


def test_backticks_in_a_line_that_opens_with_three_are_a_code_span_and_no_fence() -> None:
    (prose,), problems = scanned("```a``` is code")
    assert isinstance(prose, Prose)
    assert problems == []


def test_the_body_of_a_fence_knows_its_lines() -> None:
    (_, fence), _ = scanned("one\n\n```note Title here\n\ntext\n```\n")
    assert isinstance(fence, Fence)
    assert (fence.place.line, fence.info.text.strip()) == (3, "Title here")
    assert [line.place.line for line in fence.body.lines] == [4, 5]


def test_a_heading_has_a_title_an_id_and_a_short_form() -> None:
    (heading,), problems = scanned('##  The `{q}` of it {#the-q toc="Short one"}')
    assert isinstance(heading, Heading)
    assert (heading.level, heading.title.text) == (2, "The `{q}` of it")
    assert (heading.attributes.id, heading.attributes.options) == ("the-q", {"toc": "Short one"})
    assert heading.title.place(0).column == 5
    assert problems == []


def test_braces_at_the_end_of_a_title_are_text_unless_they_hold_attributes() -> None:
    (heading,), problems = scanned("### What is in {q}")
    assert isinstance(heading, Heading)
    assert (heading.title.text, heading.attributes.id, problems) == ("What is in {q}", None, [])


def test_every_wrong_attribute_is_a_problem_at_its_column() -> None:
    _, problems = scanned("## Title {#Big #a #b toc=Short}")
    assert problems == [
        "x.md:1:11: #Big is no id: small letters, digits and hyphens, a letter first",
        "x.md:1:19: a second id, #b: the first was #a",
        'x.md:1:22: toc=Short is neither a word, nor #id, nor key="value" in double quotes',
    ]


def test_a_comment_of_several_lines_is_left_out() -> None:
    found, problems = scanned("before\n\n<!-- not\n\n```note\n-->\nafter")
    assert [block.source.text for block in found if isinstance(block, Prose)] == ["before", "after"]
    assert (len(found), problems) == (2, [])
