"""The id decoder takes apart what decodes, and says of everything else in the exception's words what keeps it from it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markupsafe import escape

from strange_texts import HOSTILE, LARGE, any_text, assert_harmless
from widgets.figures.decoder import steps
from widgets.id_decoder import RAN, State, initial, still, update, view
from widgets.seam.contract import Event, EventKind, World

Parts = Callable[[object], dict[str, str]]
Words = Callable[[object], str]
Tags = Callable[[object], list[tuple[str, dict[str, str | None]]]]

IDS: list[dict[str, Any]] = json.loads(
    Path(__file__).parents[1].joinpath("data", "id_cases.json").read_text(encoding="utf-8")
)["ids"]
READ = [case for case in IDS if case["in_range_63"]]
TOO_LARGE = [case for case in IDS if not case["in_range_63"]]
FIRST = "JOB0Dqhu1EacDY"
WORLD = World(now=1_748_768_400_000, seed=7, zone_offset=120)
"""2025-06-01T09:00:00.000Z: the moment of the first id, which node 7 minted; a clock two hours east."""
ANSWERS = ("integer", "offset", "node", "sequence", "moment", "local")


def press(name: str, value: str = "") -> Event:
    return Event(EventKind.PRESS, name, value)


def after(state: State, *events: Event) -> State:
    for event in events:
        state = update(state, event, WORLD)
    return state


@pytest.mark.parametrize("case", READ, ids=lambda case: str(case["id"]))
def test_an_id_opens_into_its_parts(parts: Parts, case: dict[str, Any]) -> None:
    shown = parts(view(State(case["id"])))
    minted = datetime.fromisoformat(case["minted_utc"])
    assert shown["namespace"] == case["id"][:3]
    assert shown["integer"] == case["snowflake"]
    assert (shown["offset"], shown["node"], shown["sequence"]) == tuple(
        str(case[name]) for name in ("ts_offset_ms", "node", "seq")
    )
    assert shown["moment"] == minted.strftime("%Y-%m-%dT%H:%M:%S.") + f"{minted.microsecond // 1000:03}Z"
    assert (shown["refusal"], shown["step"]) == ("", "")


def test_one_millisecond_later_is_another_integer_and_another_moment(parts: Parts) -> None:
    shown = parts(view(State("JOB0Dqhu1EsDLc")))
    assert (shown["integer"], shown["moment"]) == ("187490421969022976", "2025-06-01T09:00:00.001Z")


@pytest.mark.parametrize("case", TOO_LARGE, ids=lambda case: str(case["id"]))
def test_a_well_formed_id_past_63_bits_is_refused_and_says_how_far_past(
    parts: Parts, words: Words, case: dict[str, Any]
) -> None:
    html = view(State(case["id"]))
    number = int(case["snowflake"])
    assert parts(html)["refusal"] == "payload exceeds 2^63-1 (AzL8n0Y58m7)"
    assert parts(html)["namespace"] == "JOB"
    assert [parts(html)[name] for name in ANSWERS] == [""] * len(ANSWERS)
    assert f"Well-formed, but no snowflake: its digits spell {number}" in words(html)
    assert f"which is {number - 9223372036854775807} past 263 − 1" in words(html)  # 63 is raised
    assert f"takes {number.bit_length()} bits." in words(html)


@pytest.mark.parametrize(
    ("text", "refusal", "passes"),
    [
        ("job", "not a branded id: it has 3 characters, not 14; character 1: 'j' is lower case; a namespace letter is A-Z; character 2: 'o' is lower case; a namespace letter is A-Z; character 3: 'b' is lower case; a namespace letter is A-Z", FIRST),
        ("", "not a branded id: it has 0 characters, not 14", FIRST),
        ("JOB0Dqhu1-acDY", "not a branded id: character 10: '-' is neither letter nor digit; a Base62 digit is 0-9, A-Z or a-z", FIRST),
        ("job0Dqhu1EsDLc", "not a branded id: character 1: 'j' is lower case; a namespace letter is A-Z; character 2: 'o' is lower case; a namespace letter is A-Z; character 3: 'b' is lower case; a namespace letter is A-Z", "JOB0Dqhu1EsDLc"),
        ("JOB0Dqhu1EacDé", "not a branded id: character 14: U+00E9 is not ASCII; a Base62 digit is 0-9, A-Z or a-z", FIRST),
        ("JOB0Dqhu1EsDLcc", "not a branded id: it has 15 characters, not 14", "JOB0Dqhu1EsDLc"),
    ],
)  # fmt: skip
def test_what_is_no_id_is_refused_in_the_exceptions_words_with_an_id_that_would_pass(
    parts: Parts, words: Words, text: str, refusal: str, passes: str
) -> None:
    html = view(State(text))
    assert parts(html)["refusal"] == refusal
    assert f"{passes} would pass." in words(html)
    assert [parts(html)[name] for name in ("namespace", *ANSWERS)] == [""] * (1 + len(ANSWERS))


def test_the_place_that_is_wrong_is_marked(tags: Tags) -> None:
    classes = [given.get("class") for _, given in tags(view(State("JOB0Dqhu1-acDY")))]
    marks = [name for name in classes if name in ("square", "square x")]
    assert [at for at, name in enumerate(marks, start=1) if name == "square x"] == [10]


def test_each_digit_has_its_worth_and_the_sum_is_the_integer(words: Words) -> None:
    said = words(view(State(FIRST)))
    # Digit, value, 62 with its exponent, product: 13 * 13537086546263552, 52 * 218340105584896, 38 * 62, 34 * 1.
    for row in (
        ("D", "13", "629", "175982125101426176"),
        ("q", "52", "628", "11353685490414592"),
        ("D", "13", "621", "806"),
        ("Y", "34", "620", "34"),
    ):
        assert "".join(row) in said
    assert "together187490421964828672" in said


# A step adds 1 to one field: 2^22, 2^12 and 1 to the integer. Ids as the domain's vectors have them.
@pytest.mark.parametrize(
    ("step", "reached"),
    [
        ("+1 ms", "JOB0Dqhu1EsDLc"),
        ("+1 node", "JOB0Dqhu1EadHc"),
        ("+1 sequence", "JOB0Dqhu1EacDZ"),
    ],
)
def test_a_step_changes_one_field_and_its_opposite_leads_back(step: str, reached: str) -> None:
    there = after(State(FIRST), press("step", step))
    assert (there.id, there.before, there.over) == (reached, FIRST, "")
    assert after(there, press("step", step.replace("+", "-"))).id == FIRST


@pytest.mark.parametrize(
    ("step", "moment"),
    [
        ("+1 s", "2025-06-01T09:00:01.000Z"),
        ("-1 s", "2025-06-01T08:59:59.000Z"),
        ("+1 day", "2025-06-02T09:00:00.000Z"),
        ("-1 day", "2025-05-31T09:00:00.000Z"),
    ],
)
def test_longer_steps_keep_node_and_sequence(parts: Parts, step: str, moment: str) -> None:
    shown = parts(view(after(State(FIRST), press("step", step))))
    assert (shown["moment"], shown["node"], shown["sequence"]) == (moment, "7", "0")


@pytest.mark.parametrize(
    ("branded", "step", "refusal", "why"),
    [
        ("JOB00000000000", "-1 ms", "ms must be 1704067200000 to 3903090455551, got 1704067199999", "Time is counted from 1 January 2024, 00:00:00.000 UTC"),
        ("JOB00000000000", "-1 node", "node must be 0 to 1023, got -1", "another moment"),
        ("JOB00000000000", "-1 sequence", "sequence must be 0 to 4095, got -1", "4,096 ids"),
        ("JOBAzL8n0Y58m7", "+1 ms", "ms must be 1704067200000 to 3903090455551, got 3903090455552", "used up on 6 September 2093, 15:47:35.551 UTC"),
        ("JOBAzL8n0Y58m7", "+1 node", "node must be 0 to 1023, got 1024", "another moment"),
        ("JOBAzL8n0Y58m7", "+1 sequence", "sequence must be 0 to 4095, got 4096", "4,096 ids"),
    ],
)  # fmt: skip
def test_a_step_over_the_border_is_refused_in_words_and_keeps_the_id(
    parts: Parts, words: Words, branded: str, step: str, refusal: str, why: str
) -> None:
    state = after(State(branded), press("step", step))
    html = view(state)
    assert state.id == branded
    assert parts(html)["step"] == refusal
    assert why in words(html)
    assert "The id stays as it is." in words(html)
    # The id itself is no worse for it.
    assert parts(html)["refusal"] == ""
    assert parts(html)["integer"] != ""
    # The next step that can be taken takes the refusal away.
    assert after(state, press("step", step.translate(str.maketrans("+-", "-+")))).over == ""


@pytest.mark.parametrize(
    ("text", "refusal"),
    [("JOBzzzzzzzzzzz", "payload exceeds 2^63-1 (AzL8n0Y58m7)"), ("", "not a branded id: it has 0")],
)
def test_no_step_leads_on_from_what_does_not_decode(parts: Parts, text: str, refusal: str) -> None:
    state = after(State(text), press("step", "+1 ms"))
    assert state.id == text
    assert parts(view(state))["step"].startswith(refusal)


def test_a_step_that_a_link_calls_refused_though_it_is_not_is_passed_over(parts: Parts) -> None:
    assert parts(view(State(FIRST, over="+1 ms")))["step"] == ""
    assert parts(view(State(FIRST, over="up")))["step"] == ""


def test_what_changed_is_marked_and_counted(words: Words, tags: Tags) -> None:
    html = view(after(State(FIRST), press("step", "+1 ms")))
    assert "+4194304 since JOB0Dqhu1EacDY: 4 digits and 1 bit changed" in words(html)
    assert len([1 for _, given in tags(html) if given.get("class") == "moved"]) == 4
    [bar] = [given["d"] for _, given in tags(html) if given.get("class") == "flipped"]
    assert bar == "M282 0h10v3h-10z"  # over the last of 21 cells of 14 units


@pytest.mark.parametrize(
    ("before", "branded", "said"),
    [
        ("JOB0Dqhu1EsDLc", FIRST, "−4194304 since JOB0Dqhu1EsDLc: 4 digits and 1 bit changed"),
        ("ORD0Dqhu1EacDY", FIRST, "the same number since ORD0Dqhu1EacDY: the namespace changed"),
        ("ORD0Dqhu1EacDY", "JOB0Dqhu1EacDZ", "+1 since ORD0Dqhu1EacDY: the namespace and 1 digit and 1 bit changed"),
    ],
)
def test_the_difference_says_what_it_took(words: Words, before: str, branded: str, said: str) -> None:
    assert said in words(view(State(branded, before)))


@pytest.mark.parametrize("before", ["", FIRST, "job", "JOBzzzzzzzzzzz"])
def test_without_another_id_before_nothing_is_marked(words: Words, tags: Tags, before: str) -> None:
    html = view(State(FIRST, before))
    assert "Press a step" in words(html)
    assert not {"moved", "flipped"} & {given.get("class") for _, given in tags(html)}


def test_the_id_before_is_the_last_that_decoded() -> None:
    typed = [Event(EventKind.INPUT, "id", text) for text in ("JOB0Dqhu1Eac", "JOBzzzzzzzzzzz", "JOB0Dqhu1EsDLc")]
    assert [after(State(FIRST), *typed[:count]).before for count in (1, 2, 3)] == [FIRST] * 3
    assert after(State(FIRST), Event(EventKind.INPUT, "id", FIRST)).before == ""


def test_minting_takes_its_time_and_its_chance_from_the_world() -> None:
    assert update(State("job"), press("mint"), WORLD).id == FIRST


def test_the_local_time_is_known_once_a_clock_was_met(parts: Parts, tags: Tags) -> None:
    asks = [given for tag, given in tags(view(State())) if tag == "button" and given["name"] == "clock"]
    assert len(asks) == 1
    assert parts(view(State()))["local"] == ""
    state = after(State(), press("clock"))
    assert state == State(offset="+02:00")
    assert parts(view(state))["local"] == "2025-06-01T11:00:00.000+02:00"
    assert not [given for tag, given in tags(view(state)) if tag == "button" and given["name"] == "clock"]


@pytest.mark.parametrize(
    ("minutes", "local"),
    [
        (0, "2025-06-01T09:00:00.000+00:00"),
        (345, "2025-06-01T14:45:00.000+05:45"),
        (-210, "2025-06-01T05:30:00.000-03:30"),
        (840, "2025-06-01T23:00:00.000+14:00"),
        (-720, "2025-05-31T21:00:00.000-12:00"),
        (10**9, "2025-06-02T08:59:00.000+23:59"),
    ],
)
def test_every_event_brings_the_readers_offset(parts: Parts, minutes: int, local: str) -> None:
    world = World(WORLD.now, WORLD.seed, minutes)
    assert parts(view(update(State("job"), Event(EventKind.INPUT, "id", FIRST), world)))["local"] == local


@pytest.mark.parametrize("offset", ["2", "02:00", "+2:00", "+0a:00", "+٠٢:00", "+24:00", "+02:60", "+02-00", "+02:000"])
def test_what_is_no_offset_tells_no_time(parts: Parts, offset: str) -> None:
    assert parts(view(State(offset=offset)))["local"] == ""


@pytest.mark.parametrize(
    "event",
    [
        Event(EventKind.INPUT, "queue", "x"),
        press("step", "+1 year"),
        press("id"),
        Event(EventKind.INPUT, "step", "+1 ms"),
    ],
)
def test_what_means_nothing_changes_nothing(event: Event) -> None:
    assert update(State(), event, WORLD) == State()


def test_the_last_line_is_the_call_and_its_answer_in_fsharp(parts: Parts) -> None:
    shown = parts(view(State("JOB0Dqhu1EsDLc")))
    assert shown["call"] == 'BrandedId.decode "JOB0Dqhu1EsDLc"'
    assert shown["answer"] == '("JOB", 187490421969022976L)'


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("JOBzzzzzzzzzzz", "payload exceeds 2^63-1 (AzL8n0Y58m7) (Parameter 'digits')"),
        ("JOB0Dqhu1EacD", "not a branded id: it has 13 characters, not 14 (Parameter 'id')"),
    ],
)
def test_a_refusal_in_fsharp_is_the_exception_dotnet_prints(parts: Parts, text: str, answer: str) -> None:
    assert parts(view(State(text)))["answer"] == f"System.ArgumentException: {answer}"


def test_every_preset_is_a_button_and_none_is_ever_disabled(tags: Tags) -> None:
    for text in (FIRST, "job", "JOBzzzzzzzzzzz"):
        buttons = [given for tag, given in tags(view(State(text))) if tag == "button"]
        assert all(given["type"] == "button" and "disabled" not in given for given in buttons)
        assert [given["value"] for given in buttons if given.get("aria-pressed") == "true"] == [text]
        assert [given["value"] for given in buttons if given["name"] == "id"] == [
            FIRST, "JOB0Dqhu1EsDLc", "JOB0Dqhu1EadHc", "JOB00000000000", "JOBAzL8n0Y58m7", "JOBzzzzzzzzzzz", "job",
        ]  # fmt: skip
        assert [given["value"] for given in buttons if given["name"] == "step"] == list(steps.NAMED)


def test_an_author_gives_an_id_or_nothing() -> None:
    assert initial({}) == State(FIRST)
    assert initial({"id": "job"}) == State("job")
    with pytest.raises(ValueError, match=r"^id-decoder knows no offset; it takes id$"):
        initial({"offset": "+02:00"})
    with pytest.raises(ValueError, match=r"^id must be a text, got 7$"):
        initial({"id": 7})


def test_without_scripts_the_presets_stand_in_a_table(words: Words, tags: Tags) -> None:
    html = still({"id": "USR0NgWEfAEJfs"})
    said = words(html)
    for answer in (
        "2026-06-03T18:56:10.164Z", "320636799581945856", "2025-06-01T09:00:00.001Z", "187490421969022976",
        "2093-09-06T15:47:35.551Z", "payload exceeds 2^63-1 (AzL8n0Y58m7)", "not a branded id: it has 3 characters",
    ):  # fmt: skip
        assert answer in said
    assert not {"button", "input", "select", "script"} & {tag for tag, _ in tags(html)}


def test_the_code_that_ran_exists() -> None:
    assert RAN[0] == "echomq.branded_id:decode"
    for name in RAN:
        module, _, symbol = name.partition(":")
        assert attrgetter(symbol)(import_module(module))


ids = st.one_of(
    any_text,
    st.from_regex(r"[A-Z]{2}[A-Za-z][0-9A-Za-z]{9,13}", fullmatch=True),
    st.sampled_from([case["id"] for case in IDS]),
)
events = st.builds(
    Event,
    st.sampled_from(EventKind),
    st.one_of(st.sampled_from(["id", "mint", "step", "clock"]), any_text),
    st.one_of(st.sampled_from(list(steps.NAMED)), ids),
)
worlds = st.builds(World, st.integers(-(2**53), 2**53), st.integers(0, 2**32), st.integers(-2000, 2000))


@settings(deadline=None)
@given(
    state=st.builds(State, ids, ids, st.one_of(st.sampled_from(list(steps.NAMED)), any_text), any_text),
    event=events,
    world=worlds,
)
@example(state=State("\ud800"), event=Event(EventKind.PRESS, "step", "+1 ms"), world=WORLD)
def test_after_any_text_and_any_event_the_view_is_whole(
    parts: Parts, tags: Tags, state: State, event: Event, world: World
) -> None:
    reached = update(state, event, world)
    html = str(view(reached))
    shown = parts(html)
    assert (shown["refusal"] == "") == (shown["integer"] != "") == (shown["moment"] != "")
    assert_harmless(html, tags(html))
    assert len(html) < 24_000


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_stays_text(parts: Parts, tags: Tags, text: str) -> None:
    html = str(view(State(text, text, text, text)))
    assert_harmless(html, tags(html))
    assert parts(html)["refusal"].startswith("not a branded id: ")


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE.keys())
def test_64_kib_are_bounded_beside_the_field(text: str) -> None:
    assert len(str(view(State(text, text, text, text)))) < 24_000 + len(escape(text))
