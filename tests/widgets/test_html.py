"""The elements: their notation is htpy's, and htpy is the witness of what they become."""

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import htpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Template
from markupsafe import Markup

from widgets.seam import html
from widgets.seam.html import Node, button, code, div, fragment, input, label, span, svg, wbr  # noqa: A004 - HTML's name

# A carriage return is the one text that is written otherwise than htpy does; it has a test of its own.
TEXTS = st.text(st.characters(exclude_characters="\r"), max_size=12)
TAGS = st.sampled_from(["div", "span", "code", "svg", "path", "del_"])
NAMES = st.sampled_from(["data_part", "aria_label", "for_", "viewBox", "x"])
VALUES = TEXTS | st.integers() | st.sampled_from([None, True, False])
SELECTORS = st.sampled_from(["", ".a", ".a.b-c"])
LEAVES = TEXTS | st.integers() | st.sampled_from([None, True, False]) | st.builds(Markup, st.just("<b>&amp;</b>"))

# A tree that either library can make: ("element", tag, selector, attributes, child) or ("list", children) or a leaf.
TREES = st.recursive(
    LEAVES,
    lambda inner: (
        st.tuples(st.just("element"), TAGS, SELECTORS, st.dictionaries(NAMES, VALUES, max_size=3), inner)
        | st.tuples(st.just("list"), st.lists(inner, max_size=4))
    ),
    max_leaves=12,
)


def made(tree: Any, tag: Callable[[str], Any]) -> Any:  # noqa: ANN401 - a tree of either library
    match tree:
        case ("element", name, selector, attributes, child):
            opened = tag(name)(selector, **attributes) if selector else tag(name)(**attributes)
            return opened[made(child, tag)]
        case ("list", children):
            return [made(child, tag) for child in children]
        case _:
            return tree


@given(TREES)
def test_a_tree_is_written_as_htpy_writes_it(tree: object) -> None:
    ours = html.div[made(tree, lambda name: getattr(html, name))]
    theirs = htpy.div[made(tree, lambda name: getattr(htpy, name))]
    assert str(ours) == str(theirs)


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")))
def test_a_parser_reads_back_the_very_text_that_was_put_in(text: str) -> None:
    read: list[str] = []
    values: list[str | None] = []

    class Reader(HTMLParser):
        def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
            values.extend(value for _, value in attrs)

        def handle_data(self, data: str) -> None:
            read.append(data)

    parser = Reader()
    # The parsers of browsers first make every CR a line feed (HTML, 13.2.3.5), which Python's leaves to its caller.
    parser.feed(str(span(title=text)[text]).replace("\r\n", "\n").replace("\r", "\n"))
    parser.close()
    assert "".join(read) == text
    assert values == [text]


def test_what_a_reader_types_never_becomes_an_element_or_ends_an_attribute() -> None:
    typed = "</code><img src=x onerror='a()'>\" & `"
    assert str(code(title=typed)[typed]) == (
        '<code title="&lt;/code&gt;&lt;img src=x onerror=&#39;a()&#39;&gt;&#34; &amp; `">'
        "&lt;/code&gt;&lt;img src=x onerror=&#39;a()&#39;&gt;&#34; &amp; `</code>"
    )


def test_attributes_take_pythons_names() -> None:
    assert str(label(for_="x", data_part="y")["z"]) == '<label for="x" data-part="y">z</label>'
    assert str(button(".chip.say", hidden=True, disabled=False, title=None)) == (
        '<button class="chip say" hidden></button>'
    )
    assert str(svg(viewBox="0 0 1 1", width=2)) == '<svg viewBox="0 0 1 1" width="2"></svg>'


def test_an_element_without_children_is_an_element_of_its_own() -> None:
    row = div(".row")
    assert str(fragment(row["a"], row["b"], row)) == (
        '<div class="row">a</div><div class="row">b</div><div class="row"></div>'
    )
    assert str(row) == '<div class="row"></div>'


def test_what_is_put_in_last_is_all_there_is() -> None:
    assert str(div["a"](".row")) == '<div class="row"></div>'
    assert str(div["a"]["b"]) == "<div>b</div>"


def test_a_void_element_has_no_end_and_no_children() -> None:
    assert str(div[input(type="text", required=True), wbr]) == '<div><input type="text" required><wbr></div>'
    with pytest.raises(TypeError, match=r"^<wbr> has no children$"):
        wbr["a"]


def test_templates_take_it_as_html() -> None:
    assert Template("<p>{{ piece }}</p>", autoescape=True).render(piece=code["<"]) == "<p><code>&lt;</code></p>"


@pytest.mark.parametrize("given", [b"key", 1.5, object()])
def test_what_is_no_part_of_html_is_refused(given: Node) -> None:
    with pytest.raises(TypeError, match=r"is no part of HTML$"):
        div[given]


def test_classes_are_a_selector() -> None:
    with pytest.raises(ValueError, match=r"^a selector of classes begins with a dot, got 'row'$"):
        div("row")
