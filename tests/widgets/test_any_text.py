"""Whatever a reader types or pastes, the view is whole, bounded and harmless: an answer or a refusal."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markupsafe import escape

from echomq import keyspace
from strange_texts import HOSTILE, LARGE, any_text, assert_harmless
from widgets.keyspace_builder import State, view

Parts = Callable[[object], dict[str, str]]
Tags = Callable[[object], list[tuple[str, dict[str, str | None]]]]

BESIDE = 40_000
"""Characters of HTML a view may take beside the texts it must hold exactly."""

nearly_ids = st.from_regex(r"[A-Z]{2}[A-Za-z][0-9A-Za-z]{9,13}", fullmatch=True)


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
