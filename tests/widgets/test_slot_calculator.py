"""The slot calculator answers as a server does, shows by which step of the rule, and takes the register byte by byte."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markupsafe import escape

from echomq import keyspace
from strange_texts import HOSTILE, LARGE, any_text, assert_harmless
from widgets.figures.slots.edge_cases import EDGES
from widgets.figures.slots.many_keys import ONE_QUEUE, PENDING, PRESETS, UNTAGGED
from widgets.seam.contract import Event, EventKind, World
from widgets.slot_calculator import END, RAN, State, initial, still, update, view

Parts = Callable[[object], dict[str, str]]
Words = Callable[[object], str]
Tags = Callable[[object], list[tuple[str, dict[str, str | None]]]]

VECTORS = json.loads(Path(__file__).parents[1].joinpath("data", "keyslot_vectors.json").read_text(encoding="utf-8"))[
    "vectors"
]
KEY = "emq:{email}:job:JOB0Dqhu1EacDY"
WORLD = World(now=0, seed=0, zone_offset=0)
BESIDE = 200_000
"""Characters of HTML a view may take beside the texts it must hold exactly."""


def typed(name: str, value: str) -> Event:
    return Event(EventKind.INPUT, name, value)


def after(state: State, *presses: str) -> State:
    for name in presses:
        state = update(state, Event(EventKind.PRESS, name, ""), WORLD)
    return state


# What redis-server 7.0.15 answers to CLUSTER KEYSLOT; keys that are no text in UTF-8 can't be typed.
TYPED = [vector for vector in VECTORS if vector["key"] is not None]


@pytest.mark.parametrize("vector", TYPED, ids=[str(at) for at in range(len(TYPED))])
def test_slot_crc_and_hashed_part_are_the_servers(parts: Parts, vector: dict[str, str | int]) -> None:
    shown = parts(view(State(key=str(vector["key"]))))
    assert shown["slot"] == str(vector["slot"])
    assert shown["crc"] == f"0x{vector['crc16']}"
    assert shown["hashtag"] == vector["tag"]
    assert shown["answer"] == str(vector["slot"])
    assert shown["refusal"] == ""


@pytest.mark.parametrize(
    ("key", "slot", "why"),
    [
        ("foo{}{bar}", "8363", "Nothing stands in the first pair of braces, so all 10 bytes"),
        ("💀", "9284", "No byte is an opening brace, so all 4 bytes"),
        ("a}b{c}d", "7365", "Byte 5 stands between"),
        ("\u00e9", "10180", "No byte is an opening brace, so all 2 bytes"),
        ("e\u0301", "8715", "No byte is an opening brace, so all 3 bytes"),
        ("{abc", "444", "The first opening brace is never closed, so all 4 bytes"),
        ("", "0", "The key is empty, so there is no byte to hash (step 1 of the rule)."),
        (KEY, "10780", "Bytes 6 to 10 stand between"),
    ],
)
def test_every_slot_has_its_reason(parts: Parts, key: str, slot: str, why: str) -> None:
    shown = parts(view(State(key=key)))
    assert shown["slot"] == slot
    assert shown["reason"].startswith(why)


@pytest.mark.parametrize(
    ("key", "found", "deciding"),
    [
        ("123456789", ["none: the whole key is hashed", "not reached", "not reached", "not reached"], 0),
        ("{abc", ["at byte 1", "none: the whole key is hashed", "not reached", "not reached"], 1),
        ("foo{}{bar}", ["at byte 4", "at byte 5", "no: the whole key is hashed, and no later pair is tried", "not reached"], 2),
        (KEY, ["at byte 5", "at byte 11", "yes, 5 bytes", "bytes 6 to 10"], 3),
        ("}{a}", ["at byte 2", "at byte 4", "yes, 1 byte", "byte 3"], 3),
        ("é{ab}", ["at byte 3", "at byte 6", "yes, 2 bytes", "bytes 4 to 5"], 3),
    ],
)  # fmt: skip
def test_each_step_of_the_rule_has_its_finding_and_one_decides(
    words: Words, tags: Tags, key: str, found: list[str], deciding: int
) -> None:
    html = str(view(State(key=key, keys="")))
    rule = html[html.index('<ol class="rule">') :]
    rule = rule[: rule.index("</ol>") + 5]
    steps = [given.get("class") for tag, given in tags(rule) if tag == "li"]
    assert steps == [None] * deciding + ["decides"] + ["idle"] * (3 - deciding)
    said = words(rule)
    for finding in found:
        assert finding in said
        said = said[said.index(finding) + len(finding) :]


def cells(html: object, tags: Tags) -> list[str]:
    """The classes of the cells of a key's bytes."""
    text = str(html)
    row = text[text.index('<ol class="bytes') :]
    return [given.get("class") or "" for tag, given in tags(row[: row.index("</ol>") + 5]) if tag == "li"]


def test_a_cell_a_byte_with_the_hashed_ones_and_the_braces_marked(words: Words, tags: Tags) -> None:
    html = view(State(key="a}b{cd}e", step=1, keys=""))
    assert cells(html, tags) == ["", "", "", "open", "h current", "h", "close", ""]
    for cell in ("a61", "}7D", "b62", "{7B4", "c635", "d646", "}7D7", "e65"):
        assert cell in words(html)  # a byte that the rule names bears its number
    assert "The key has 8 bytes; hashed are 5 to 6." in words(html)


def test_an_empty_pair_is_marked_though_all_is_hashed(tags: Tags) -> None:
    assert cells(view(State(key="f{}x", step=0)), tags) == ["h", "h open", "h close", "h"]
    assert cells(view(State(key="f{x", step=0)), tags) == ["h", "h open", "h"]


def test_a_character_of_several_bytes_is_as_wide_as_they_are(words: Words, tags: Tags) -> None:
    html = view(State(key="é中💀", step=0, keys=""))
    assert cells(html, tags) == ["h w2", "h w3", "h w4"]
    assert "C31A9" in words(html)
    assert "F09F9280" in words(html)


def test_the_byte_at_hand_is_marked_inside_its_character(tags: Tags) -> None:
    html = view(State(key="é", step=2))
    assert cells(html, tags) == ["h current w2"]
    assert [given.get("class") for tag, given in tags(html) if tag == "small"][:2] == [None, "current"]


def test_what_can_t_be_seen_has_a_name(words: Words) -> None:
    assert "SP20" in words(view(State(key="a b")))
    assert "NUL00" in words(view(State(key="a\0b")))


def test_a_long_key_keeps_its_ends_its_braces_and_the_byte_at_hand(words: Words, tags: Tags) -> None:
    key = f"{'é' * 500}{{{'t' * 1_000}}}{'z' * 500}"
    html = view(State(key=key, step=500, keys=""))
    drawn = cells(html, tags)
    assert len(drawn) < 64
    assert drawn.count("gap") == 4
    assert [kind for kind in drawn if kind in ("open", "close", "h current")] == ["open", "h current", "close"]
    assert "… 489 more …" in words(html)  # 8 are shown before it and 3 after


def test_the_register_starts_after_the_last_byte_with_its_slot(words: Words) -> None:
    assert "byte 5 of 5" in words(view(State()))
    assert "slot10780" in words(view(State()))


@pytest.mark.parametrize(
    ("presses", "step"),
    [
        (["first"], 0),
        (["back"], 4),
        (["back"] * 9, 0),
        (["next"], END),
        (["first", "next", "next"], 2),
        (["first", "last"], END),
        (["first", *["next"] * 5], END),
        (["play"], 0),
        (["play", "play"], 1),
        (["play"] * 6, END),
        (["back", "play"], END),
    ],
)
def test_the_buttons_lead_through_the_bytes(presses: list[str], step: int) -> None:
    assert after(State(), *presses).step == step


def test_play_says_when_it_is_done(tags: Tags) -> None:
    def done(state: State) -> bool:
        [play] = [given for tag, given in tags(view(state)) if tag == "button" and given["name"] == "play"]
        assert int(play["data-repeat"] or "") == 800
        return "data-done" in play

    assert done(State())
    running = after(State(), "play")
    assert not done(running)
    assert not done(after(running, "play", "play", "play", "play"))
    assert done(after(running, "play", "play", "play", "play", "play"))


@pytest.mark.parametrize(("key", "pace"), [("", 800), ("k" * 10, 700), ("k" * 5_000, 150)])
def test_a_run_takes_about_as_long_whatever_the_key(tags: Tags, key: str, pace: int) -> None:
    [play] = [given for tag, given in tags(view(State(key=key))) if tag == "button" and given["name"] == "play"]
    assert play["data-repeat"] == str(pace)


def test_the_slider_goes_from_the_start_to_the_last_byte(tags: Tags) -> None:
    [slider] = [given for tag, given in tags(view(State(step=3))) if given.get("type") == "range"]
    assert (slider["name"], slider["min"], slider["max"], slider["value"]) == ("step", "0", "5", "3")
    assert slider["aria-valuetext"] == "3 of 5"
    assert update(State(), typed("step", "2"), WORLD).step == 2
    assert update(State(), typed("step", "5"), WORLD).step == END
    for text in ("", "-1", "٣", "two"):
        assert update(State(step=1), typed("step", text), WORLD) == State(step=1)


def test_another_key_is_shown_after_its_last_byte() -> None:
    assert update(State(step=2, page=1, shifts=True), typed("key", "x"), WORLD) == State(
        key="x", step=END, page=1, shifts=True
    )


def test_the_eight_shifts_of_the_byte_at_hand_are_shown_on_demand(words: Words) -> None:
    assert "xor 1021" not in words(view(State()))
    state = update(State(step=1), typed("shifts", "true"), WORLD)
    assert "1 out, xor 1021" in words(view(state))
    assert "The bits of 65 turn over" in words(view(state))
    assert "No byte has been taken yet." in words(view(after(state, "first")))
    assert update(state, typed("shifts", "false"), WORLD) == State(step=1)


def test_half_a_surrogate_pair_is_refused_in_the_exceptions_words(parts: Parts, words: Words, tags: Tags) -> None:
    html = view(State(key="job\ud83d{x}", keys=""))
    shown = parts(html)
    assert shown["refusal"] == "character 4 of the key, U+D83D, is a lone surrogate: it has no UTF-8"
    assert [shown[name] for name in ("hashtag", "crc", "slot", "reason")] == [""] * 4
    assert cells(html, tags) == ["", "", "", "x", "", "", ""]
    assert shown["call"] == 'Keyspace.slot "job\\uD83D{x}"'
    assert shown["answer"] == f"System.ArgumentException: {shown['refusal']} (Parameter 'key')"
    assert "No bytes, so no slot and no owner." in words(html)
    assert cells(view(State(key="a" * 100 + "\ud83d" + "b" * 100)), tags).count("gap") == 2


def test_the_call_in_fsharp_marks_what_is_hashed(parts: Parts) -> None:
    shown = parts(view(State()))
    assert (shown["call"], shown["answer"]) == (f'Keyspace.slot "{KEY}"', "10780")
    html = str(view(State(key='say "{é}"')))
    assert '<span class="tag"><bdi dir="ltr">é</bdi></span>' in html[html.index('data-part="call"') :]
    assert parts(html)["call"] == 'Keyspace.slot "say \\"{é}\\""'
    assert "… 949 more …" in parts(view(State(key="k" * 1_000)))["call"]


def test_a_field_s_presets_are_the_edges_of_the_rule(tags: Tags, words: Words) -> None:
    values = [given["value"] for tag, given in tags(view(State())) if tag == "button" and given["name"] == "key"]
    assert values == [
        KEY, "{}", "{{}}", "}{a}", "a}b{c}d", "{abc", "foo{}{bar}", "\u00e9", "e\u0301", "\U0001f480", "123456789",
    ]  # fmt: skip
    remarks = {
        words(view(State(key=value or "", keys=""))).split("123456789")[1].split("The key has")[0] for value in values
    }
    assert len(remarks) == len(values)
    assert all(len(remark) > 40 for remark in remarks)


def test_the_scanner_that_went_on_hashed_what_the_remark_says(words: Words) -> None:
    assert keyspace.slot("}{bar") == 13139
    assert "slot 13139" in words(view(State(key="foo{}{bar}")))


def test_every_cluster_of_2_to_12_nodes_names_the_owner(parts: Parts) -> None:
    splits = json.loads(Path(__file__).parents[1].joinpath("data", "node_splits.json").read_text())["splits"]
    for nodes in range(2, 13):
        owner = next(at for at, (first, last) in enumerate(splits[str(nodes)]) if first <= 8363 <= last)
        assert parts(view(State(key="foo{}{bar}", nodes=nodes)))["owner"] == "ABCDEFGHIJKL"[owner]


def test_the_pin_tells_a_tag_from_a_key_of_its_own(words: Words) -> None:
    assert "every key tagged {email}" in words(view(State(keys="")))
    assert "this key" in words(view(State(key="foo{}{bar}", keys="")))


def test_an_event_that_means_nothing_changes_nothing() -> None:
    state = State(nodes=5)
    for event in (
        typed("nodes", "1"), typed("nodes", "many"), typed("page", "3"), typed("play", ""),
        Event(EventKind.PRESS, "key", "x"), Event(EventKind.PRESS, "explode", ""),
    ):  # fmt: skip
        assert update(state, event, WORLD) == state
    assert update(state, typed("nodes", "12"), WORLD) == State(nodes=12)


def test_an_author_may_give_any_field_and_hears_of_a_mistake() -> None:
    assert initial({}) == State()
    assert initial({"key": "x", "nodes": "12", "keys": "a\nb"}) == State(key="x", nodes=12, keys="a\nb")
    for attributes, said in (
        ({"kye": "x"}, "slot-calculator knows no kye; it takes key, step, shifts, keys, page, nodes"),
        ({"nodes": 13}, "nodes must be 2 to 12, got 13"),
        ({"key": 7}, "key must be a text, got 7"),
    ):
        with pytest.raises(ValueError) as refused:
            initial(attributes)
        assert str(refused.value) == said


def test_without_scripts_the_edges_stand_in_a_table(words: Words, tags: Tags) -> None:
    html = still({"key": "{x}y"})
    said = words(html)
    for vector in ("8363", "9284", "7365", "10180", "8715", "444", "15257", "4092", "15495", "12739", "10780"):
        assert vector in said
    assert "an empty pair: the whole key" in said
    assert "{x}y" in said
    assert not {"button", "input", "textarea", "script"} & {tag for tag, _ in tags(html)}


def test_the_code_that_ran_exists() -> None:
    assert RAN[0] == "echomq.keyspace:hashed_part"
    for name in RAN:
        module, _, symbol = name.partition(":")
        assert callable(getattr(import_module(module), symbol))


NAMES = ("key", "step", "shifts", "keys", "nodes", "page", "first", "back", "next", "last", "play", "earlier", "later", "thousand", "none")  # fmt: skip


@settings(deadline=None)
@given(
    state=st.builds(
        State, any_text, st.integers(-5, 2**53), st.booleans(), any_text, st.integers(-5, 2**53), st.integers(-5, 20)
    ),
    events=st.lists(st.builds(Event, st.sampled_from(EventKind), st.sampled_from(NAMES), any_text), max_size=4),
)
@example(state=State("", -1, shifts=True, keys="", page=-1, nodes=-1), events=[])
@example(state=State("\ud800", 3, shifts=True, keys="\ud800\n\ud801"), events=[])
def test_any_text_after_any_events_is_answered_or_refused(
    parts: Parts, tags: Tags, state: State, events: list[Event]
) -> None:
    for event in events:
        state = update(state, event, WORLD)
    html = str(view(state))
    assert html == str(view(state))
    assert_harmless(html, tags(html))
    shown = parts(html)
    try:
        expected = str(keyspace.slot(state.key)), keyspace.hashtag(state.key), ""
    except ValueError as error:
        expected = "", "", str(error)
    assert (shown["slot"], shown["hashtag"], shown["refusal"]) == expected
    assert len(html) < BESIDE


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("field", ["key", "keys"])
def test_hostile_text_stays_text(tags: Tags, field: str, text: str) -> None:
    html = str(view(State(**{field: text})))  # type: ignore[arg-type]
    assert_harmless(html, tags(html))


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE.keys())
@pytest.mark.parametrize("field", ["key", "keys"])
@pytest.mark.parametrize("step", [0, 30_000, END])
def test_64_kib_are_bounded_beside_what_is_exact(tags: Tags, field: str, text: str, step: int) -> None:
    html = str(view(State(step=step, **{field: text})))  # type: ignore[arg-type]
    assert_harmless(html, tags(html))
    # The field's value always, the hashtag where a key has one.
    assert len(html) < BESIDE + 2 * len(escape(text))


def test_every_control_is_named_and_labelled(tags: Tags) -> None:
    for tag, attributes in tags(view(State(shifts=True))):
        if tag in ("input", "select", "button", "textarea"):
            assert attributes["name"]
        if tag == "textarea" or attributes.get("type") == "text":
            assert attributes["aria-label"]
            assert [attributes[name] for name in ("spellcheck", "autocapitalize", "autocomplete")] == [
                "false", "off", "off",
            ]  # fmt: skip
        if tag == "button":
            assert (attributes["type"], "disabled" in attributes) == ("button", False)


def test_presets_say_which_is_chosen(tags: Tags) -> None:
    for key in (edge.value for edge in EDGES):
        for keys in (preset.value for preset in PRESETS):
            pressed = {
                (given["name"], given["value"])
                for _, given in tags(view(State(key=key, keys=keys)))
                if given.get("aria-pressed") == "true"
            }
            assert pressed == {("key", key), ("keys", keys)}


# Counted with redis-server 7.0.15: CLUSTER KEYSLOT of each key.
def test_many_keys_lie_in_a_table_and_are_counted(parts: Parts, words: Words) -> None:
    html = view(State(keys=f"{KEY}\nfoo{{}}{{bar}}\n\n💀\r\n{{abc\n{KEY}"))
    assert (parts(html)["keys"], parts(html)["slots"]) == ("4", "4")
    said = words(html)
    for row in (
        f"{KEY}emailbetween the braces10780B",
        "foo{}{bar}foo{}{bar}an empty pair: the whole key8363B",
        "💀💀no opening brace: the whole key9284B",
        "{abc{abcnever closed: the whole key444A",
    ):
        assert row in said


def test_one_queue_is_one_slot_and_the_same_keys_untagged_scatter(parts: Parts) -> None:
    shown = {text: parts(view(State(keys=text))) for text in (PENDING, ONE_QUEUE, UNTAGGED)}
    assert [(given["keys"], given["slots"]) for given in shown.values()] == [("12", "12"), ("10", "1"), ("10", "10")]


def columns(html: object, tags: Tags) -> list[str | None]:
    return [given["aria-label"] for _, given in tags(html) if given.get("class") == "shares"]


def test_the_spread_counts_the_keys_of_each_node(words: Words, tags: Tags) -> None:
    keys = "\n".join(f"{{{tag}}}" for tag in ("email", "123456789", "a", "sms", "foo"))
    # 10780 is B's; 12739, 15495, 13018 and 12182 are C's.
    html = view(State(keys=keys))
    assert columns(html, tags) == ["How many keys each node has: A 0, B 1, C 4."]
    assert "The fullest node has 4, the emptiest 0; the line across them marks an even share, 1.7." in words(html)
    assert columns(view(State(keys=keys, nodes=2)), tags) == ["How many keys each node has: A 0, B 5."]


def test_each_slot_is_a_tick_on_the_line() -> None:
    html = str(view(State(keys="{email}\n{email}x\n{123456789}")))
    assert 'd="M1347 0v1M1592 0v1"' in html  # 10780 and 12739, in eighths


def test_a_line_without_utf8_is_refused_among_others(parts: Parts, words: Words) -> None:
    html = view(State(keys="{a}\nx\ud83d\n\udc00"))
    assert parts(html)["keys"] == "1"
    assert "2 lines have no UTF-8, and so no slot." in words(html)
    assert "character 2 of the key, U+D83D, is a lone surrogate: it has no UTF-8" in words(html)
    alone = view(State(keys="\ud83d"))
    assert "keys" not in parts(alone)
    assert "1 line has no UTF-8" in words(alone)


def test_no_keys_are_asked_for(words: Words) -> None:
    assert "No keys yet" in words(view(State(keys="\n\r\n")))


def test_a_thousand_keys_are_all_counted_and_a_hundred_shown(parts: Parts, words: Words, tags: Tags) -> None:
    state = after(State(), "thousand")
    html = view(state)
    assert parts(html)["keys"] == "1000"
    assert "Keys 1 to 100 of 1,000; all of them are counted above." in words(html)
    assert "queue-099" in words(html)
    assert "queue-100" not in words(html).replace(state.keys.replace("\n", " "), "")
    later = after(state, "later", "later")
    assert "Keys 201 to 300 of 1,000" in words(view(later))
    assert "Keys 101 to 200 of 1,000" in words(view(after(later, "earlier")))
    assert after(later, *["later"] * 9).page == 9
    assert after(later, *["earlier"] * 9).page == 0
    assert update(later, typed("keys", "x"), WORLD).page == 0
    assert "Keys 901 to 1,000" in words(view(State(keys=state.keys, page=99)))
    rows = [tag for tag, _ in tags(html) if tag == "tr"]
    assert len(rows) < 130


def test_a_key_too_long_for_its_row_is_cut(words: Words) -> None:
    html = view(State(keys=f"{'b' * 50}{{{'t' * 50}}}{'z' * 50}\n{'w' * 90}"))
    assert "bbbbbbb…bb{tttttttttttt…tttttt}zzzzzzz…zzzz" in words(html)
    assert "w" * 45 not in words(html).split("slotnode")[1]


def test_a_text_area_keeps_its_first_line_break() -> None:
    # The parser of HTML drops the one right after the tag.
    assert ">\n\n{a}</textarea>" in str(view(State(keys="\n{a}")))
    assert "&#13;" in str(view(State(keys="a\rb")))
