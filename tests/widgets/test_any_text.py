"""Whatever a reader types or pastes, the view is whole, bounded and harmless: an answer or a refusal."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markupsafe import escape

from echomq import keyspace
from widgets.keyspace_builder import State, view

Parts = Callable[[object], dict[str, str]]
Tags = Callable[[object], list[tuple[str, dict[str, str | None]]]]

FIELD = 64 * 1024
"""Bytes a field takes."""
BESIDE = 40_000
"""Characters of HTML a view may take beside the texts it must hold exactly."""

# Every code point, halves of surrogate pairs included, and often those that keys, HTML and F# take to be special.
any_text = st.text(
    st.one_of(
        st.sampled_from("{}\0\r\n\"'<>&\\\u202e\u200d\ufeff\ud800\U0001f480 é"), st.characters(exclude_categories=())
    ),
    max_size=80,
)
nearly_ids = st.from_regex(r"[A-Z]{2}[A-Za-z][0-9A-Za-z]{9,13}", fullmatch=True)

HOSTILE = {
    "markup": "<script>alert(1)</script>",
    "attribute": '" onmouseover="alert(1)" x=\'',
    "comment": "<!-- --><?php ?>",
    "right to left": "\u202eדואר\u2066",
    "emoji": "👩‍👩‍👧",
    "zalgo": "e" + "\u0301" * 500,
    "wide": "\ufdfd" * 50,
    "half a pair": "\ud83d",
    "halves of pairs": "\udc00\ud800" * 30,
    "controls": "".join(map(chr, range(0x20))) + "\x7f\x80\x9f",
    "last code point": "\U0010ffff",
    "braces": "}{" * 40,
}
LARGE = {
    "letters": "a" * FIELD,
    "two bytes each": "é" * (FIELD // 2),
    "unseen": "\u202e" * (FIELD // 3),
    "pictures": "💀" * (FIELD // 4),
    "braces": "}{" * (FIELD // 2),
    "alternating": "}a" * (FIELD // 2),
    "NUL": "\0" * FIELD,
    "halves of pairs": "\ud800" * (FIELD // 3),
    "markup": "<" * FIELD,
}


def assert_harmless(html: str, tags: list[tuple[str, dict[str, str | None]]]) -> None:
    names = {tag for tag, _ in tags}
    assert not names & {"script", "img", "style", "iframe", "a", "form"}
    for _, attributes in tags:
        assert not [name for name in attributes if name.startswith("on") or name in ("style", "id", "href", "src")]
    assert "<script" not in html.lower()


@settings(deadline=None)
@given(
    queue=any_text,
    branded=st.one_of(any_text, nearly_ids),
    nodes=st.integers(-5, 20),
    form=st.sampled_from(["full", "compact"]),
)
@example(queue="", branded="", nodes=3, form="full")
def test_any_text_is_answered_or_refused(
    parts: Parts, tags: Tags, queue: str, branded: str, nodes: int, form: str
) -> None:
    state = State(queue, branded, nodes, form)
    html = str(view(state))
    assert html == str(view(state))
    assert_harmless(html, tags(html))
    shown = parts(html)
    key, refusal, hashtag = "", "", ""
    try:
        key, hashtag = keyspace.job_key(queue, branded), queue
    except ValueError as error:
        refusal = str(error)
    assert (shown["key"], shown["hashtag"], shown["refusal"]) == (key, hashtag, refusal)
    assert (shown["crc"] == "") == (shown["slot"] == "") == (key == "")
    assert len(html) < BESIDE


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("field", ["queue", "id"])
def test_hostile_text_stays_text(parts: Parts, tags: Tags, field: str, text: str) -> None:
    html = str(view(State(**{field: text})))  # type: ignore[arg-type]
    assert_harmless(html, tags(html))
    answered = keyspace.queue_refusal(text) is None and field == "queue"
    assert (parts(html)["refusal"] == "") == answered


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE.keys())
@pytest.mark.parametrize("field", ["queue", "id"])
def test_64_kib_are_bounded_beside_what_is_exact(parts: Parts, tags: Tags, field: str, text: str) -> None:
    html = str(view(State(**{field: text})))  # type: ignore[arg-type]
    assert_harmless(html, tags(html))
    # The field's value always, the key and the hashtag where there is a key.
    copies = 3 if parts(html)["key"] else 1
    assert len(html) < BESIDE + copies * len(escape(text))


def test_every_control_is_named_and_labelled(tags: Tags) -> None:
    for tag, attributes in tags(view(State())):
        if tag in ("input", "select", "button"):
            assert attributes["name"]
        if tag == "input":
            assert attributes["aria-label"]
            assert (attributes["spellcheck"], attributes["autocapitalize"], attributes["autocomplete"]) == (
                "false",
                "off",
                "off",
            )
        if tag == "svg":
            assert "viewbox" not in attributes or attributes["aria-hidden"] == "true"
