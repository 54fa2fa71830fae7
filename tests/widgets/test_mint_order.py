"""Ids sort into the order they were minted in while five conditions hold, and each one that is missing breaks it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from itertools import permutations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from strange_texts import any_text, assert_harmless
from widgets.figures.order.batch import Batch
from widgets.figures.order.comparison import SMALL_FIRST, Comparison, inversions
from widgets.figures.order.next_ids import Condition, Following, witnesses
from widgets.figures.order.wires import Mark, wires
from widgets.mint_order import RAN, Note, State, initial, still, update, view
from widgets.seam.contract import Event, EventKind, World
from widgets.seam.state import to_json

Parts = Callable[[object], dict[str, str]]
Words = Callable[[object], str]
Tags = Callable[[object], list[tuple[str, dict[str, str | None]]]]

# Minted at 09:00:00, 09:00:05 and 09:01:00 of 2025-06-01.
FIRST, SECOND, THIRD = "JOB0Dqhu1EacDY", "JOB0DqhuO7qya8", "JOB0DqhyRvkwaW"
# Of one millisecond and one node, the sequences 0, 1 and 2. PostgreSQL under "C" and SQLite's BINARY keep this order;
# SQLite's NOCASE and PostgreSQL's en-x-icu put the third first (measured on PostgreSQL 15.18 and SQLite 3.40.1).
Y, Z, A = "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ", "JOB0Dqhu1EacDa"
SEEDS = range(40)


def world(seed: int = 1) -> World:
    return World(now=1_764_489_600_000, seed=seed, zone_offset=0)


def press(state: State, *names: str, seed: int = 1) -> State:
    for name in names:
        state = update(state, Event(EventKind.PRESS, name, ""), world(seed))
    return state


def switch(state: State, condition: str, *, on: bool = False) -> State:
    return update(state, Event(EventKind.INPUT, condition, "true" if on else "false"), world())


def listed(tags: Tags, html: object, name: str) -> list[str]:
    """The ids of one list: its items follow it, up to the next list."""
    found: list[str] = []
    inside = False
    for tag, given_ in tags(html):
        if tag == "ol":
            inside = given_["data-part"] == name
        elif tag == "li" and inside:
            found.append(given_["data-id"] or "")
    return found


def marks(tags: Tags, html: object) -> dict[str, int]:
    """How many rings, and how many crosses, are drawn."""
    names = [tag for tag, _ in tags(html)]
    return {"rings": names.count("circle"), "crosses": names.count("path")}


def test_three_ids_come_in_disorder_and_the_set_puts_them_back(tags: Tags, parts: Parts) -> None:
    html = view(State())
    assert listed(tags, html, "arrived") == [THIRD, FIRST, SECOND]
    assert listed(tags, html, "set") == [FIRST, SECOND, THIRD]
    assert listed(tags, html, "minted") == []
    assert (parts(html)["inversions"], parts(html)["wrong"]) == ("2", "0")
    assert marks(tags, html) == {"rings": 2, "crosses": 0}


@pytest.mark.parametrize("seed", SEEDS)
def test_after_any_shuffle_the_set_reads_the_same(tags: Tags, seed: int) -> None:
    before = State()
    after = press(before, "shuffle", seed=seed)
    assert sorted(after.arrived) == sorted(before.arrived)
    assert after.arrived != before.arrived
    assert listed(tags, view(after), "arrived") == list(after.arrived)
    assert listed(tags, view(after), "set") == [FIRST, SECOND, THIRD]


def test_a_shuffle_reaches_every_order_and_says_the_same_for_the_same_seed() -> None:
    reached = {press(State(), "shuffle", seed=seed).arrived for seed in SEEDS}
    assert reached == set(permutations([FIRST, SECOND, THIRD])) - {State().arrived}
    assert press(State(), "shuffle", seed=-7) == press(State(), "shuffle", seed=-7)


def test_one_id_alone_can_be_shuffled_too() -> None:
    assert press(State((FIRST,), (FIRST,)), "shuffle").arrived == (FIRST,)
    assert press(State((), ()), "shuffle").arrived == ()


@pytest.mark.parametrize(
    ("names", "minted"),
    [
        (["mint"], ["JOB0DqhyRvkwaX"]),
        (["mint", "mint"], ["JOB0DqhyRvkwaX", "JOB0DqhyRvkwaY"]),
        (["later"], ["JOB0DqhyRw2Xia"]),
        (["later", "mint"], ["JOB0DqhyRw2Xia", "JOB0DqhyRw2Xib"]),
        (["node"], ["JOB0DqhyRvkxea"]),
        (["node", "node"], ["JOB0DqhyRvkxea", "JOB0DqhyRvkxeb"]),
        (["namespace"], ["ORD0DqhyRvkwaX"]),
        (["namespace", "mint"], ["ORD0DqhyRvkwaX", "JOB0DqhyRvkwaY"]),
    ],
)  # fmt: skip
def test_another_id_is_minted_after_those_that_are_there(names: list[str], minted: list[str]) -> None:
    # One sequence more is one more in the last digit; a node is 4,096 more, a millisecond 4,194,304.
    state = press(State(), *names)
    assert state.minted == (FIRST, SECOND, THIRD, *minted)
    assert state.arrived == (*State().arrived, *minted)


def test_the_next_millisecond_and_the_next_node_as_the_facts_of_the_pages_have_them() -> None:
    one = State((FIRST,), (FIRST,))
    assert press(one, "later").minted[1] == "JOB0Dqhu1EsDLc"
    assert press(one, "node").minted[1] == "JOB0Dqhu1EadHc"
    assert press(one, "mint", "mint").minted == (Y, Z, A)


def test_a_second_node_or_namespace_takes_its_condition_away() -> None:
    assert press(State(), "node").missing == (Condition.ONE_NODE,)
    assert press(State(), "namespace").missing == (Condition.ONE_NAMESPACE,)
    assert press(State(), "mint", "later").missing == ()


def test_a_condition_that_holds_again_sends_strangers_away() -> None:
    for name, condition in (("node", "one_node"), ("namespace", "one_namespace")):
        state = switch(press(State(), name, "later"), condition, on=True)
        assert state.missing == ()
        assert len(state.arrived) == len(state.minted) == 4


def test_the_pair_that_catches_wrong_orders(tags: Tags) -> None:
    html = view(press(State(), "pair"))
    assert sorted(listed(tags, html, "arrived")) == [Y, Z, A]
    assert listed(tags, html, "set") == [Y, Z, A]


def test_without_case_the_third_stands_first(tags: Tags, parts: Parts, words: Words) -> None:
    html = view(switch(press(State(), "pair"), "ordinal"))
    assert listed(tags, html, "minted") == [Y, Z, A]
    assert listed(tags, html, "set") == [A, Y, Z]
    shown = parts(html)
    assert (shown["wrong"], shown["earlier"], shown["later"]) == ("2", Y, A)
    assert marks(tags, html) == {"rings": 2, "crosses": 2}
    assert "At digit 11, a (byte 61) comes before Y (byte 59), which is read as y (byte 79)." in words(html)
    assert "Byte by byte Y (byte 59) comes before a (byte 61), just as the two were minted." in words(html)
    assert "First wrong pair, of 2" in words(html)


def test_ids_that_would_pass_get_two_that_do_not(words: Words) -> None:
    # The three of the demonstration stand right under every wrong order, so they can't show one.
    state = switch(State(), "ordinal")
    assert state.minted == (Y, Z, A, SECOND, THIRD)
    assert state.note is Note.ADDED
    assert f"Two were minted that do: {Z} and {A}." in words(view(state))
    assert switch(press(State(), "pair"), "ordinal").note is Note.NOTHING


def test_small_letters_first_write_the_same_numbers_and_break_at_the_same_place(
    tags: Tags, parts: Parts, words: Words
) -> None:
    # In 0-9 a-z A-Z the numbers 34, 35 and 36 are y, z and A.
    html = view(switch(press(State(), "pair"), "ascending"))
    assert listed(tags, html, "set") == [A, Y, Z]
    assert (parts(html)["later"], parts(html)["earlier"]) == ("JOB0dQHU1eACdA", "JOB0dQHU1eACdy")
    assert "the digit A counts 36 and y only 34, but byte 41 comes before 79" in words(html)


def test_without_padding_the_order_breaks_on_5_may_2030(tags: Tags, parts: Parts, words: Words) -> None:
    # 62^10, the first number of eleven digits, is of 2030-05-05T00:36:02.251Z.
    html = view(switch(State(), "padded"))
    assert listed(tags, html, "set") == ["JOB1000000Egme", FIRST, SECOND, THIRD, "JOB0zzzzzzx5ea"]
    assert parts(html)["wrong"] == "4"
    assert (parts(html)["later"], parts(html)["earlier"]) == ("JOB1000000Egme", "JOBDqhu1EacDY")
    assert "5 May 2030 00:36:02.251" in words(html).replace(",", "")
    assert "5 May 2030 00:36:02.252" in words(html).replace(",", "")
    assert "1 counts 1 × 6210, while D counts 13 × 629" in words(html).replace("\xa0", " ")  # the powers are raised


def test_without_padding_and_with_another_alphabet_digits_have_the_values_of_that_alphabet(words: Words) -> None:
    html = view(switch(switch(State(), "padded"), "ascending"))
    assert "1 counts 1 × 6210, while Z counts 61 × 629" in words(html).replace("\xa0", " ")


def test_between_two_namespaces_there_is_no_order_of_time(tags: Tags, parts: Parts, words: Words) -> None:
    job, order = "JOB0NbAb1xcFCy", "ORD0Dqhu1EacDY"  # of 2026 and of 2025
    html = view(State((order, job), (order, job), one_namespace=False, one_node=False))
    assert listed(tags, html, "minted") == [order, job]
    assert listed(tags, html, "set") == [job, order]
    assert parts(html)["wrong"] == "1"
    assert "At letter 1, J (byte 4A) comes before O (byte 4F)." in words(html)


def test_two_nodes_in_one_millisecond_sort_by_node(tags: Tags, words: Words) -> None:
    of_node_8 = "JOB0Dqhu1EadHc"
    html = view(State((of_node_8, FIRST), (of_node_8, FIRST), one_node=False))
    assert listed(tags, html, "minted") == [of_node_8, FIRST]
    assert listed(tags, html, "set") == [FIRST, of_node_8]
    assert "node 8 minted the first of them, and then node 7 the other" in words(html)


@pytest.mark.parametrize("condition", list(Condition))
def test_each_condition_taken_away_shows_a_wrong_pair_and_put_back_shows_none(
    parts: Parts, tags: Tags, condition: str
) -> None:
    broken = switch(State(), condition)
    assert int(parts(view(broken))["wrong"]) == marks(tags, view(broken))["crosses"] > 0
    whole = switch(broken, condition, on=True)
    assert parts(view(whole))["wrong"] == "0"
    assert whole.missing == ()


@pytest.mark.parametrize(
    ("condition", "arrived"),
    [
        (Condition.ONE_NAMESPACE, "ORD0Dqhu1EacDY"),
        (Condition.ONE_NAMESPACE, "ZZZ0Dqhu1EacDY"),
        (Condition.ONE_NODE, "JOBAzL8n0Y0000"),
        (Condition.PADDED, "JOB1000000Egme"),
        (Condition.PADDED, "ABC00000000000"),
        (Condition.PADDED, "JOB0000000Ha40"),
        (Condition.ORDINAL, "ABC00000000000"),
        (Condition.PADDED, "JOB00000000fFf"),
    ],
)
def test_whatever_came_first_two_ids_show_what_is_missing(condition: Condition, arrived: str) -> None:
    state = switch(State((arrived,), (arrived,)), condition)
    kept = state.comparison.sort(state.batch.arrived)
    assert inversions(kept, state.batch.minted)


def test_the_neighbour_of_the_last_node_is_the_first() -> None:
    # Node 1023 of the first millisecond: its neighbour, node 0, must come after it to stand before it.
    last = "JOB0000000Ha40"
    state = State((last,), (last,), one_node=False)
    assert {flake.node for flake in state.batch.flakes.values()} == {1023}
    pair = witnesses(state.batch, Condition.ONE_NODE)
    batch = state.batch.joined(pair)
    assert [batch.flakes[branded].node for branded in pair] == [1023, 0]
    assert inversions(Comparison().sort(pair), batch.minted)


def test_the_thirteenth_id_is_refused_in_words(parts: Parts) -> None:
    full = press(State(), *["mint"] * 9)
    assert len(full.arrived) == 12
    assert parts(view(full))["refusal"] == ""
    for name in ("mint", "later", "node", "namespace"):
        refused = press(full, name)
        assert (refused.arrived, refused.missing) == (full.arrived, ())
        assert parts(view(refused))["refusal"] == "this figure holds 12 ids"
    assert parts(view(press(full, "mint", "shuffle")))["refusal"] == ""


def test_a_condition_can_be_taken_away_of_a_full_list_too(parts: Parts, words: Words) -> None:
    full = press(State(), *["later"] * 9)
    broken = switch(full, "padded")
    assert broken.arrived == full.arrived
    assert broken.missing == (Condition.PADDED,)
    assert parts(view(broken))["refusal"] == "this figure holds 12 ids"
    assert "None of these pairs is wrong yet. Unpadded, they keep their order until 5 May 2030" in words(view(broken))


def test_after_the_last_moment_nothing_is_minted(parts: Parts) -> None:
    last = "JOBAzL8n0Y58m7"  # 2^63-1: node 1023, sequence 4095, 2093-09-06T15:47:35.551Z
    state = State((last,), (last,))
    for refused in (press(state, "mint"), press(state, "later"), switch(state, "one_node")):
        assert parts(view(refused))["refusal"] == "the 41 bits of time are used up"
        assert refused.arrived == (last,)


def test_ids_that_are_one_text_without_case_stay_as_they_arrived(words: Words, tags: Tags) -> None:
    # Node 6 minted the one and node 7 the other.
    capital, small = "JOB0Dqhu1EacDA", "JOB0Dqhu1EacDa"
    html = view(State((small, capital), (capital, small), ordinal=False, one_node=False))
    assert listed(tags, html, "set") == [small, capital]
    assert "Without case the two are one text" in words(html)
    assert "the same, without case" in words(html)


def test_where_one_text_begins_the_other_its_end_decides(words: Words) -> None:
    # Of the first millisecond of 2024, unpadded: node 1, sequence 0 is 144, node 0, sequence 1 is 1.
    node_1, node_0 = "JOB00000000144", "JOB00000000001"
    html = view(State((node_1, node_0), (node_1, node_0), padded=False, one_node=False))
    assert "the end of the text comes before 4 (byte 34)" in words(html)
    assert "digit 2: an end before 4" in words(html)


def test_the_number_zero_keeps_a_digit() -> None:
    assert Comparison(padded=False).spelled("JOB00000000000") == "JOB0"


def test_the_marked_digit_settled_each_neighbouring_pair(words: Words) -> None:
    said = words(view(State()))
    assert "first" in said
    assert "digit 6: 1 before O" in said
    assert "digit 5: u before y" in said


def test_the_first_wrong_pair_is_spelled_out_byte_by_byte(words: Words) -> None:
    # JOB in ASCII is 4A 4F 42, and 6A 6F 62 without case.
    assert "J4AO4FB42030" in words(view(switch(State(), "ascending"))).replace(" ", "")
    assert "Jj6AOo6FBb620030" in words(view(switch(State(), "ordinal"))).replace(" ", "")


def test_the_last_line_is_a_set_in_fsharp(parts: Parts) -> None:
    shown = parts(view(State()))
    assert shown["call"] == f'Set.ofList ["{THIRD}"; "{FIRST}"; "{SECOND}"] |> Set.toList'
    assert shown["answer"] == f'["{FIRST}"; "{SECOND}"; "{THIRD}"]'


def test_in_fsharp_an_order_without_case_is_a_lists(parts: Parts) -> None:
    shown = parts(view(switch(press(State(), "pair"), "ordinal")))
    assert shown["call"] == f'["{Z}"; "{A}"; "{Y}"] |> List.sortBy (fun id -> id.ToLowerInvariant())'
    assert shown["answer"] == f'["{A}"; "{Y}"; "{Z}"]'


def test_reset_brings_back_the_start() -> None:
    assert press(switch(press(State(), "pair", "node"), "padded"), "reset") == State()


@pytest.mark.parametrize(
    "event",
    [
        Event(EventKind.PRESS, "explode", ""),
        Event(EventKind.PRESS, "padded", "false"),
        Event(EventKind.INPUT, "padded", "perhaps"),
        Event(EventKind.INPUT, "mint", ""),
        Event(EventKind.INPUT, "note", "full"),
    ],
)
def test_an_event_that_means_nothing_changes_nothing(event: Event) -> None:
    assert update(State(), event, world()) == State()


def test_an_author_may_take_conditions_away() -> None:
    assert initial({}) == State()
    assert initial({"ordinal": False}) == switch(State(), "ordinal")
    assert initial({"padded": False, "one_node": False}).missing == (Condition.PADDED, Condition.ONE_NODE)


@pytest.mark.parametrize(
    ("attributes", "said"),
    [
        ({"nocase": True}, "mint-order knows no nocase"),
        ({"ordinal": "no"}, 'ordinal must be true or false, got "no"'),
        ({"arrived": FIRST}, f'arrived must be a list, each item a text, got "{FIRST}"'),
    ],
)
def test_an_author_hears_of_a_mistake(attributes: dict[str, str | bool], said: str) -> None:
    with pytest.raises(ValueError) as refused:
        initial(attributes)
    assert str(refused.value).startswith(said)


def test_every_control_is_named_and_none_is_ever_disabled(tags: Tags) -> None:
    for state in (State(), switch(State(), "ordinal"), press(State(), *["mint"] * 10)):
        found = [given_ for tag, given_ in tags(view(state)) if tag in ("button", "input")]
        assert all("disabled" not in given_ and given_["name"] for given_ in found)
        checked = {given_["name"] for given_ in found if given_.get("type") == "checkbox" and "checked" in given_}
        assert checked == set(Condition) - set(state.missing)
        assert {given_["name"] for given_ in found} == {*Condition, *Following, "shuffle", "pair", "reset"}


def test_what_travels_has_a_key_of_its_own(tags: Tags) -> None:
    keys = [given_["data-travel"] for tag, given_ in tags(view(switch(State(), "padded"))) if tag == "li"]
    assert len(keys) == len(set(keys)) == 3 * 5


# A permutation has n(n-1)/2 inversions at most, when it is reversed.
@pytest.mark.parametrize(("size", "most"), [(0, 0), (1, 0), (2, 1), (3, 3), (6, 15), (12, 66)])
def test_a_reversed_list_has_a_mark_for_every_pair_and_no_two_at_one_point(tags: Tags, size: int, most: int) -> None:
    ids = [f"id {number}" for number in range(size)]
    drawn = tags(wires(ids, ids[::-1], Mark.RING, ""))
    rings = [(given_["cx"], given_["cy"]) for tag, given_ in drawn if tag == "circle"]
    assert len(rings) == len(set(rings)) == most


@settings(deadline=None)
@given(st.permutations(range(9)))
def test_there_are_as_many_marks_as_inversions(tags: Tags, order: list[int]) -> None:
    before = [f"id {number}" for number in order]
    after = sorted(before)
    count = sum(order[at] > later for at in range(9) for later in order[at + 1 :])
    drawn = tags(wires(before, after, Mark.CROSS, "Lines."))
    assert [tag for tag, _ in drawn].count("path") == count == len(inversions(before, after))
    [label] = [given_["aria-label"] or "" for _, given_ in drawn if "aria-label" in given_]
    assert label.startswith("Lines. No lines cross." if count == 0 else f"Lines. {count} crossing")


def test_a_batch_is_made_of_what_decodes_once_each_and_a_node_never_goes_back() -> None:
    state = State(("job", A, A, Y, "JOBzzzzzzzzzzz", "ORD0Dqhu1EacDY"), (A, Y))
    assert state.batch == Batch(minted=(Y, A), arrived=(A, Y))


def test_without_scripts_the_orders_stand_in_a_table(words: Words, tags: Tags) -> None:
    said = words(still({}))
    for answer in (
        FIRST,
        "09:00:05.000",
        "digit 6: 1 before O",
        "which is read as y (byte 79)",
        "node 8 minted the first",
    ):
        assert answer in said
    assert said.count("the first wrong pair") == 5
    assert not {"button", "input", "select", "script"} & {tag for tag, _ in tags(still({}))}


def test_the_code_that_ran_exists() -> None:
    for name in RAN:
        module, _, symbol = name.partition(":")
        assert callable(getattr(import_module(module), symbol))


def test_the_other_alphabet_has_the_same_digits_with_the_small_letters_first() -> None:
    assert SMALL_FIRST[:12] == "0123456789ab"
    assert SMALL_FIRST[35:37] == "zA"
    assert len(set(SMALL_FIRST)) == 62


any_id = st.one_of(
    st.from_regex(r"(JOB|ORD|ABC)0Dqhu1E[a-z]{4}", fullmatch=True), st.from_regex(r"JOB[0-9A-Za-z]{11}", fullmatch=True)
)
events = st.one_of(
    st.builds(Event, st.just(EventKind.PRESS), st.sampled_from([*Following, "shuffle", "pair", "reset"]), any_text),
    st.builds(Event, st.just(EventKind.INPUT), st.sampled_from(list(Condition)), st.sampled_from(["true", "false"])),
    st.builds(Event, st.sampled_from(list(EventKind)), any_text, any_text),
)
states = st.builds(
    State,
    arrived=st.lists(st.one_of(any_id, any_text), max_size=16).map(tuple),
    minted=st.lists(st.one_of(any_id, any_text), max_size=16).map(tuple),
    padded=st.booleans(), ascending=st.booleans(), ordinal=st.booleans(),
    one_namespace=st.booleans(), one_node=st.booleans(), note=st.sampled_from(list(Note)),
)  # fmt: skip


@settings(deadline=None)
@given(state=states, deeds=st.lists(events, max_size=6), seed=st.integers())
@example(state=State((), ()), deeds=[], seed=0)
@example(state=State((), (), ordinal=False, note=Note.ADDED), deeds=[], seed=0)
def test_any_state_and_any_deed_have_a_whole_and_bounded_view(
    parts: Parts, tags: Tags, state: State, deeds: list[Event], seed: int
) -> None:
    for deed in deeds:
        state = update(state, deed, world(seed))
    to_json(state)
    html = str(view(state))
    assert html == str(view(state))
    assert_harmless(html, tags(html))
    assert len(html) < 40_000
    kept = listed(tags, html, "set")
    assert sorted(kept) == sorted(listed(tags, html, "arrived"))
    assert len(kept) <= 12
    shown = parts(html)
    if state.missing:
        assert marks(tags, html) == {"rings": int(shown["inversions"]), "crosses": int(shown["wrong"])}
        assert shown["wrong"] == "0" or shown["earlier"] != shown["later"] or not state.ordinal
    else:
        assert shown["wrong"] == "0"
        assert kept == sorted(kept)
