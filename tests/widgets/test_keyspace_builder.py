"""The keyspace builder answers and refuses as the queue's rule, a real server and .NET do."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from widgets.keyspace_builder import RAN, State, initial, still, update, view
from widgets.seam.contract import Event, EventKind, World

Parts = Callable[[object], dict[str, str]]
Words = Callable[[object], str]
Tags = Callable[[object], list[tuple[str, dict[str, str | None]]]]

ID = "JOB0Dqhu1EacDY"
NAME_REFUSED = "queueKey requires a non-empty queue name without '{' or '}'"
WORLD = World(now=1_748_768_400_000, seed=7, zone_offset=120)
"""2025-06-01T09:00:00.000Z: the moment of the page's first id, which node 7 minted."""


def typed(name: str, value: str) -> Event:
    return Event(EventKind.INPUT, name, value)


# Slots by CLUSTER KEYSLOT of redis-server 7.0.15; 31C3 is the check value published for CRC-16/XMODEM.
@pytest.mark.parametrize(
    ("queue", "crc", "slot"),
    [("email", "0xEA1C", "10780"), ("123456789", "0x31C3", "12739"), ("sms", None, "13018"), ("почта", None, "14884"),
     ("💀", None, "9284"), ("é", None, "10180"), ("e\u0301", None, "8715"), ("a", None, "15495")],
)  # fmt: skip
def test_a_key_its_hashtag_and_its_slot(parts: Parts, queue: str, crc: str | None, slot: str) -> None:
    shown = parts(view(State(queue=queue)))
    assert shown["key"] == f"emq:{{{queue}}}:job:{ID}"
    assert shown["hashtag"] == queue
    assert shown["slot"] == slot
    assert crc is None or shown["crc"] == crc
    assert shown["refusal"] == ""


def test_another_id_is_another_key_in_the_same_slot(parts: Parts) -> None:
    shown = parts(view(State(id="JOB0Dqhu1EsDLc")))
    assert shown["key"] == "emq:{email}:job:JOB0Dqhu1EsDLc"
    assert shown["slot"] == "10780"


@pytest.mark.parametrize("form", ["full", "compact"])
def test_what_is_no_id_is_refused_in_the_exceptions_words_and_builds_no_key(parts: Parts, form: str) -> None:
    shown = parts(view(State(id="job", form=form)))
    assert shown["refusal"] == "jobKey requires a valid branded id"
    assert [shown[name] for name in ("key", "hashtag", "crc", "slot")] == ["", "", "", ""]
    assert "would-pending" not in shown


@pytest.mark.parametrize(
    ("queue", "pending", "active", "row"),
    [("a}b", "15495", "15495", "15495"), ("", "7387", "5857", "11863"), ("a{b", "13340", "13340", "13340")],
)
def test_a_refused_name_builds_no_key_and_shows_where_its_keys_would_have_gone(
    parts: Parts, queue: str, pending: str, active: str, row: str
) -> None:
    shown = parts(view(State(queue=queue)))
    assert shown["refusal"] == NAME_REFUSED
    assert [shown[name] for name in ("key", "hashtag", "crc", "slot")] == ["", "", "", ""]
    assert [shown[f"would-{name}"] for name in ("pending", "active", "row")] == [pending, active, row]


def test_a_name_that_closes_the_first_pair_at_once_scatters_too(parts: Parts) -> None:
    shown = parts(view(State(queue="}x")))
    assert (shown["would-pending"], shown["would-row"]) == ("10204", "6046")


def test_the_queue_is_checked_before_the_id(parts: Parts, words: Words) -> None:
    html = view(State(queue="", id="job"))
    assert parts(html)["refusal"] == NAME_REFUSED
    assert parts(html)["would-pending"] == "7387"
    assert "would-row" not in parts(html)
    assert "The id would be refused next" in words(html)


def test_a_name_without_utf8_has_no_bytes_and_so_no_slots(parts: Parts, words: Words) -> None:
    html = view(State(queue="x\ud83d"))
    assert parts(html)["refusal"] == "queueKey requires a queue name without lone surrogates"
    assert "would-pending" not in parts(html)
    assert "Character 2 is U+D83D" in words(html)
    assert "The name x would pass." in words(html)


@pytest.mark.parametrize(
    ("queue", "said"),
    [
        ("", "The name is empty, so the first pair of braces is empty, and every key is hashed whole."),
        ("}x", "The name begins with }, so the first pair of braces is empty, and every key is hashed whole."),
        ("a}b", "Character 2 is }, which closes the pair of braces early. The hashtag would be a, and every key would lie in slot 15495, which is queue a's."),
        ("a{b}c", "The hashtag would be a{b, and every key would lie in slot 13340."),
        ("a{b", "the keys would keep together, in slot 13340."),
        ("a\0b", "Character 2 is NUL"),
    ],
)  # fmt: skip
def test_a_refused_name_hears_why(words: Words, queue: str, said: str) -> None:
    assert said in words(view(State(queue=queue)))


@pytest.mark.parametrize(
    ("queue", "where"),
    [("a}b", "The keys would lie on node C."), ("", "The keys would lie on nodes B and C.")],
)
def test_a_refused_name_hears_which_nodes_would_have_had_its_keys(words: Words, queue: str, where: str) -> None:
    assert where in words(view(State(queue=queue)))


def test_three_nodes_may_each_have_a_key_of_one_refused_name(words: Words) -> None:
    # 5857, 7387 and 11863 of 16,384 among six: 5461-8191 is C, 10923-13652 is E.
    assert "The keys would lie on nodes C and E." in words(view(State(queue="", nodes=6)))
    # among twelve: 5461-6826 is E, 6827-8191 is F, 10923-12287 is I
    assert "The keys would lie on nodes E, F and I." in words(view(State(queue="", nodes=12)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("job", "Of 14 characters it has 3. A namespace is three letters A to Z, but character 1 is 'j', character 2 is 'o', character 3 is 'b'."),
        ("J", "Of 14 characters it has 1."),
        ("JOB0Dqhu1EacDY!", "It has 15 characters where 14 belong. JOB0Dqhu1EacDY would pass."),
        ("JOB-_-é1EacDY\u202e", "A digit is 0-9, A-Z or a-z, but character 4 is '-', character 5 is '_', character 6 is '-', and 2 more are wrong."),
        ("  JOB0Dqhu1EsDLc", "JOB0Dqhu1EsDLc would pass."),
        ("job0Dqhu1EsDLc", "JOB0Dqhu1EsDLc would pass."),
        ("ÉOB0Dqhu1EsDLc", "but character 1 is U+00C9. JOB0Dqhu1EacDY would pass."),
    ],
)  # fmt: skip
def test_what_is_no_id_hears_which_characters_are_wrong_and_what_would_pass(words: Words, text: str, said: str) -> None:
    # The sentences stand in paragraphs of their own, so no blank parts them.
    assert said.replace(". JOB", ".JOB") in words(view(State(id=text)))


@pytest.mark.parametrize(
    ("branded", "said"),
    [
        ("JOB0Dqhu1EacDY", "1 June 2025, 09:00:00.000 UTC, node 7, sequence 0"),
        ("JOB0Dqhu1EsDLc", "1 June 2025, 09:00:00.001 UTC, node 7, sequence 0"),
        ("JOB0Dqhu1EadHc", "1 June 2025, 09:00:00.000 UTC, node 8, sequence 0"),
        ("JOB0Dqhu1EacDa", "1 June 2025, 09:00:00.000 UTC, node 7, sequence 2"),
        ("USR0NgWEfAEJfs", "3 June 2026, 18:56:10.164 UTC, node 0, sequence 0"),
        ("JOBAzL8n0Y58m7", "6 September 2093, 15:47:35.551 UTC, node 1023, sequence 4095"),
    ],
)
def test_under_the_snowflake_stands_when_and_where_it_was_minted(words: Words, branded: str, said: str) -> None:
    assert said in words(view(State(id=branded)))


@pytest.mark.parametrize("branded", ["JOBAzL8n0Y58m8", "JOBzzzzzzzzzzz"])
def test_an_id_past_63_bits_is_well_formed_but_no_snowflake(parts: Parts, words: Words, branded: str) -> None:
    html = view(State(id=branded))
    assert parts(html)["key"] == f"emq:{{email}}:job:{branded}"
    assert parts(html)["refusal"] == ""
    assert "well-formed, but no snowflake: a number past 263 − 1" in words(html)  # 63 is raised


def test_the_reason_names_the_bytes_that_are_hashed(parts: Parts) -> None:
    # emq:{email}:… has the brace at byte 5, e-m-a-i-l at 6 to 10.
    assert parts(view(State()))["reason"].startswith(
        "Bytes 6 to 10 stand between the first opening brace and the first"
    )
    assert parts(view(State(queue="a")))["reason"].startswith("Byte 6 stands between")


def test_every_cluster_of_2_to_12_nodes_names_the_owner(parts: Parts, tags: Tags) -> None:
    splits = json.loads(Path(__file__).parents[1].joinpath("data", "node_splits.json").read_text())
    for nodes in range(2, 13):
        ranges = splits["splits"][str(nodes)]
        owner = next(at for at, (first, last) in enumerate(ranges) if first <= 10780 <= last)
        html = view(State(nodes=nodes))
        assert parts(html)["owner"] == "ABCDEFGHIJKL"[owner]
        [line] = [given["aria-label"] or "" for _, given in tags(html) if "slots" in (given.get("class") or "")]
        first, last = ranges[owner]
        assert f"slot 10780, on node {'ABCDEFGHIJKL'[owner]}, which has slots {first} to {last}." in line


def test_the_last_line_is_the_call_and_its_answer_in_fsharp(parts: Parts) -> None:
    shown = parts(view(State()))
    assert shown["call"] == 'Keyspace.jobKey "email" "JOB0Dqhu1EacDY"'
    assert shown["answer"] == '"emq:{email}:job:JOB0Dqhu1EacDY"'


def test_a_refusal_in_fsharp_is_the_exception_dotnet_prints(parts: Parts) -> None:
    shown = parts(view(State(id="job")))
    assert shown["call"] == 'Keyspace.jobKey "email" "job"'
    assert shown["answer"] == "System.ArgumentException: jobKey requires a valid branded id (Parameter 'branded')"
    assert parts(view(State(queue="")))["answer"] == f"System.ArgumentException: {NAME_REFUSED} (Parameter 'queue')"


def test_texts_are_written_as_fsharp_writes_them(parts: Parts) -> None:
    shown = parts(view(State(queue='a"b\\c\u202e', id="\0\n💀")))
    assert shown["call"] == 'Keyspace.jobKey "a\\"b\\\\c\\u202E" "\\u0000\\n💀"'


def test_a_key_too_long_for_the_picture_is_still_there_in_full(parts: Parts, words: Words) -> None:
    queue = "k" * 5_000
    html = view(State(queue=queue))
    assert parts(html)["key"] == f"emq:{{{queue}}}:job:{ID}"
    assert parts(html)["hashtag"] == queue
    assert "the key, in full" in words(html)
    assert "more …" in words(html)


def test_a_bare_carriage_return_survives(parts: Parts) -> None:
    assert "&#13;" in str(view(State(queue="a\rb")))
    assert parts(view(State(queue="a\rb")))["key"] == f"emq:{{a\rb}}:job:{ID}"


def test_marks_that_change_the_direction_are_named_and_kept_in_an_isolate(words: Words) -> None:
    html = str(view(State(queue="\u202eab")))
    assert '<bdi dir="ltr">\u202eab</bdi>' in html
    assert "U+202E" in words(html)


def test_presets_say_which_is_chosen_and_none_is_ever_disabled(tags: Tags) -> None:
    for state in (State(), State(queue="", id="job"), State(form="compact")):
        buttons = [given for tag, given in tags(view(state)) if tag == "button"]
        assert all(given["type"] == "button" and "disabled" not in given for given in buttons)
        pressed = {(given["name"], given["value"]) for given in buttons if given.get("aria-pressed") == "true"}
        expected = {("queue", state.queue), ("id", state.id)}
        assert pressed == expected


def test_the_presets_of_the_full_form(tags: Tags) -> None:
    values = {"queue": [], "id": [], "mint": []}  # type: dict[str, list[str | None]]
    for tag, given in tags(view(State())):
        if tag == "button":
            values[given["name"] or ""].append(given.get("value"))
    assert values["queue"] == ["email", "sms", "123456789", "a}b", ""]
    assert values["id"] == [ID, "JOB0Dqhu1EsDLc", "JOB0Dqhu1EadHc", "job", "JOBzzzzzzzzzzz"]
    assert values["mint"] == [None]


def test_a_refused_field_says_so(tags: Tags) -> None:
    def invalid(state: State) -> list[str | None]:
        return [
            given["name"] for tag, given in tags(view(state)) if tag == "input" and given.get("aria-invalid") == "true"
        ]

    assert invalid(State()) == []
    assert invalid(State(id="job")) == ["id"]
    assert invalid(State(queue="")) == ["queue"]
    assert invalid(State(queue="", id="job")) == ["queue", "id"]


def test_the_compact_form_keeps_key_chain_and_call_and_drops_the_slots(parts: Parts, tags: Tags) -> None:
    html = view(State(form="compact"))
    assert parts(html)["slot"] == "10780"
    assert parts(html)["answer"] == '"emq:{email}:job:JOB0Dqhu1EacDY"'
    assert not {"owner", "reason"} & parts(html).keys()
    assert "select" not in [tag for tag, _ in tags(html)]
    assert parts(view(State(queue="a}b", form="compact")))["would-row"] == "15495"


def test_typing_and_choosing_change_one_field_each() -> None:
    state = State()
    assert update(state, typed("queue", "sms"), WORLD) == State(queue="sms")
    assert update(state, typed("id", "job"), WORLD) == State(id="job")
    assert update(state, typed("nodes", "12"), WORLD) == State(nodes=12)


@pytest.mark.parametrize(
    "event",
    [typed("nodes", "1"), typed("nodes", "13"), typed("nodes", "many"), typed("nodes", "٣"), typed("form", "compact"), typed("mint", ""),
     Event(EventKind.PRESS, "queue", "sms"), Event(EventKind.PRESS, "explode", "")],
)  # fmt: skip
def test_an_event_that_means_nothing_changes_nothing(event: Event) -> None:
    state = State(nodes=5)
    assert update(state, event, WORLD) == state


# The integers of these ids differ by 4,096, one node, and they were minted at this moment.
@pytest.mark.parametrize(
    ("seed", "minted"), [(7, "JOB0Dqhu1EacDY"), (8, "JOB0Dqhu1EadHc"), (1024 + 7, "JOB0Dqhu1EacDY")]
)
def test_minting_takes_its_time_and_its_chance_from_the_world(seed: int, minted: str) -> None:
    press = Event(EventKind.PRESS, "mint", "")
    world = World(now=WORLD.now, seed=seed, zone_offset=-300)
    assert update(State(queue="sms"), press, world) == State(queue="sms", id=minted)
    assert update(State(id="anything"), press, world).id == minted


@pytest.mark.parametrize(
    ("now", "when"),
    [(-5, "1 January 2024, 00:00:00.000 UTC"), (10**15, "6 September 2093, 15:47:35.551 UTC")],
)
def test_a_clock_out_of_range_mints_at_its_nearest_end(words: Words, now: int, when: str) -> None:
    state = update(State(), Event(EventKind.PRESS, "mint", ""), World(now=now, seed=0, zone_offset=0))
    assert when in words(view(state))


def test_an_author_may_give_any_field() -> None:
    assert initial({}) == State(queue="email", id=ID, nodes=3, form="full")
    assert initial({"queue": "", "id": "job", "nodes": 6, "form": "compact"}) == State("", "job", 6, "compact")
    assert initial({"nodes": "12"}) == State(nodes=12)


@pytest.mark.parametrize(
    ("attributes", "said"),
    [
        ({"quue": "x"}, "keyspace-builder knows no quue; it takes queue, id, nodes, form"),
        ({"nodes": 13}, "nodes must be 2 to 12, got 13"),
        ({"nodes": "1"}, "nodes must be 2 to 12, got 1"),
        ({"nodes": "a few"}, 'nodes must be a whole number, got "a few"'),
        ({"nodes": True}, "nodes must be a whole number, got true"),
        ({"queue": 7}, "queue must be a text, got 7"),
        ({"form": "tiny"}, 'form must be full or compact, got "tiny"'),
    ],
)
def test_an_author_hears_of_a_mistake(attributes: dict[str, str | int | bool], said: str) -> None:
    with pytest.raises(ValueError) as refused:
        initial(attributes)
    assert str(refused.value) == said


@pytest.mark.parametrize(("nodes", "drawn"), [(-3, 2), (0, 2), (10**9, 12)])
def test_a_link_may_say_any_number_of_nodes(tags: Tags, nodes: int, drawn: int) -> None:
    html = view(State(nodes=nodes, form="round"))
    [chosen] = [given["value"] for tag, given in tags(html) if tag == "option" and "selected" in given]
    assert chosen == str(drawn)


def test_without_scripts_the_choices_stand_in_a_table(words: Words, tags: Tags) -> None:
    said = words(still({}))
    for answer in (
        "emq:{email}:job:JOB0Dqhu1EacDY",
        "emq:{123456789}:job:JOB0Dqhu1EsDLc",
        "0x31C3",
        "10780",
        "12739",
        "13018",
    ):
        assert answer in said
    assert said.count("jobKey requires a valid branded id") == 3
    assert said.count(NAME_REFUSED) == 2
    assert not {"button", "input", "select", "script"} & {tag for tag, _ in tags(still({}))}


def test_the_table_holds_what_the_author_started_with_too(words: Words) -> None:
    said = words(still({"queue": "почта", "form": "compact"}))
    assert "emq:{почта}:job:JOB0Dqhu1EacDY" in said
    assert "14884" in said
    assert "123456789" not in said


def test_the_code_that_ran_exists() -> None:
    assert RAN[0] == "echomq.keyspace:job_key"
    for name in RAN:
        module, _, symbol = name.partition(":")
        assert callable(getattr(import_module(module), symbol))
