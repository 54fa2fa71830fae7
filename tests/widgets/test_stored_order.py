"""Three stores, one order: real ones here, and what each of them answers is said as it was answered.

What a double keeps of a number is IEEE 754's; how an English collation orders letters, and that NOCASE takes two for one,
are told by ICU and by SQLite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from demanded import required
from echomq.links.tcp import TcpLink
from minted import FIVE, MINTED, NUMBERS
from sitegen.ahead import Ahead, asked
from sitegen.servers.postgres import builds, postgres
from sitegen.servers.valkey import server
from speaking import speaking
from widgets import stored_order
from widgets.figures.stored.told import Asked, Place, Store, Told
from widgets.seam.bridge import widget_named
from widgets.seam.contract import Event, EventKind, Links, World
from widgets.seam.links import Letter, UnansweredError, WireLink, opened
from widgets.stored_order import State, initial, perform, still, update, view

Parts = Callable[[object], dict[str, str]]
Words = Callable[[object], str]
Tags = Callable[[object], list[tuple[str, dict[str, str | None]]]]

ROOT = Path(__file__).parents[2]
WORLD = World(now=0, seed=1, zone_offset=0)
# The nearest doubles are 32 apart there: 2^57 < the numbers < 2^58, and a double has 53 bits.
DOUBLES = tuple(str(187_490_421_964_828_672 + more) for more in (0, 0, 0, 32, 64, 2**22))


@pytest.fixture(scope="module")
def links(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Links]:
    """A real Valkey and, where one is here, a real PostgreSQL, over TCP."""
    programs = next(iter(builds().values()), None)
    if programs is None and required():
        pytest.fail("CI demands a PostgreSQL")
    with ExitStack() as stack:
        port = stack.enter_context(server(tmp_path_factory.mktemp("valkey")))
        given = {"valkey": stack.enter_context(TcpLink("127.0.0.1", port))}
        if programs is not None:
            given["postgres"] = stack.enter_context(speaking(stack.enter_context(postgres(programs))))
        yield cast("Links", given)


@pytest.fixture(scope="module")
def page() -> Callable[[State], Told]:
    """What is observed in a page: by the engines that it would fetch, started in Node."""
    known: dict[tuple[str, bytes], bytes] = {}

    def observed(state: State) -> Told:
        letters: dict[str, Letter | None] = {"valkey": None, "postgres": None}
        while True:
            try:
                with opened(letters) as given:
                    return perform(state, given)
            except UnansweredError as error:
                key = (error.name, error.written)
                known.setdefault(key, b"")
                known[key] = known[key] or asked(ROOT, *key)
                letters[error.name] = (error.written, known[key])

    return observed


def ids(*branded: str) -> State:
    return State(ids="\n".join(branded))


def press(state: State, name: str, seed: int = 1) -> State:
    return update(state, Event(EventKind.PRESS, name, ""), replace(WORLD, seed=seed))


def typed(state: State, name: str, value: str) -> State:
    return update(state, Event(EventKind.INPUT, name, value), WORLD)


def test_real_servers_and_the_engines_of_the_page_list_one_order(
    links: Links, page: Callable[[State], Told], parts: Parts
) -> None:
    for seed in range(3):
        state = press(State(), "shuffle", seed)
        for told in (perform(state, links), page(state)):
            for place in FIVE[: len(told.listings) - 3]:
                rows = told.listings[Place(place)].read.rows
                assert rows == (NUMBERS if place.endswith("number") else MINTED)
    read = parts(view(State(), page(State())))
    assert (read["agree"], read["lists"]) == ("5", "5")


def test_real_servers_and_the_engines_of_the_page_say_the_same_to_everything(
    links: Links, page: Callable[[State], Told]
) -> None:
    there, here = perform(State(), links), page(State())
    for place, listing in there.listings.items():
        if place is not Place.ENGLISH or not listing.read.refusal:  # a PostgreSQL may have been built without ICU
            assert here.listings[place] == listing
    assert {store: here.json[store] for store in there.json} == there.json
    assert here.scores == there.scores


def test_every_insert_is_made_in_the_order_of_arrival(links: Links) -> None:
    state = ids("JOB0Dqhu1EacDZ", "JOB0Dqhu1EacDY")
    told = perform(state, links)
    assert [one.words for one in told.listings[Place.SQLITE_NUMBER].filled] == [
        "INSERT INTO by_number VALUES (187490421964828673)",
        "INSERT INTO by_number VALUES (187490421964828672)",
    ]
    assert [one.words for one in told.listings[Place.SQLITE_TEXT].filled] == [
        "INSERT INTO by_text VALUES ('JOB0Dqhu1EacDZ')",
        "INSERT INTO by_text VALUES ('JOB0Dqhu1EacDY')",
    ]
    assert told.listings[Place.VALKEY_MEMBER].filled == (
        Asked("ZADD by-text 0 JOB0Dqhu1EacDZ", ("1",)),
        Asked("ZADD by-text 0 JOB0Dqhu1EacDY", ("1",)),
    )
    assert told.listings[Place.SQLITE_NUMBER].made == "CREATE TABLE by_number (number INTEGER PRIMARY KEY)"
    assert told.listings[Place.VALKEY_MEMBER].read.words == "ZRANGE by-text - + BYLEX"


def test_nocase_refuses_two_distinct_ids(links: Links, parts: Parts, words: Words) -> None:
    told = perform(State(), links)
    nocase = told.listings[Place.NOCASE]
    assert [one for one in nocase.filled if one.refusal] == [
        Asked("INSERT INTO nocase VALUES ('JOB0Dqhu1EacEa')", (), "UNIQUE constraint failed: nocase.id")
    ]
    assert nocase.more == (Asked("SELECT id FROM nocase WHERE id = 'JOB0Dqhu1EacEa' ORDER BY id", ("JOB0Dqhu1EacEA",)),)
    html = view(State(), told)
    assert parts(html)["kept-nocase"] == "5"
    assert "UNIQUE constraint failed: nocase.id" in words(html)
    assert "It lists JOB0Dqhu1EacDa before JOB0Dqhu1EacDY, whose number is smaller." in words(html)


def test_where_no_two_ids_differ_in_case_alone_nocase_keeps_all(links: Links, words: Words) -> None:
    state = ids("JOB0Dqhu1EsDLc", "JOB0Dqhu1EacDY")
    said = words(view(state, perform(state, links)))
    assert "SQLite kept 2 of 2. No two of these differ in case alone. These it lists as they were minted." in said


def test_an_english_collation_lists_words_and_pages_past_an_id(
    page: Callable[[State], Told], parts: Parts, words: Words
) -> None:
    told = page(State())
    english = told.listings[Place.ENGLISH]
    assert english.read.rows == (
        "JOB0Dqhu1EacDa",
        "JOB0Dqhu1EacDY",
        "JOB0Dqhu1EacDZ",
        "JOB0Dqhu1EacEa",
        "JOB0Dqhu1EacEA",
        "JOB0Dqhu1EsDLc",
    )
    [after] = english.more
    assert after.rows == ("JOB0Dqhu1EacEa", "JOB0Dqhu1EacEA", "JOB0Dqhu1EsDLc")
    state = State(trap="locale")
    assert parts(view(state, told))["kept-locale"] == "6"
    said = words(view(state, told))
    assert "CREATE COLLATION english (provider = icu, locale = 'en-US')" in said
    assert "WHERE id > 'JOB0Dqhu1EacDZ' ORDER BY id finds 3; by bytes there are 4." in said


def test_a_postgres_without_icu_says_so(links: Links, words: Words) -> None:
    told = perform(State(), {"valkey": links["valkey"]})
    missing = Asked("SELECT", (), 'relation "by_english" does not exist')
    listing = told.listings[Place.SQLITE_TEXT]._replace(read=missing)
    told = told.joined(Told({Place.ENGLISH: listing, Place.POSTGRES_TEXT: listing}))
    assert 'relation "by_english" does not exist' in words(view(State(trap="locale"), told))


def test_scores_lose_the_low_bits(links: Links, parts: Parts, words: Words) -> None:
    told = perform(State(), links)
    assert {reading.id: reading.answer for reading in told.scores} == dict(zip(MINTED, DOUBLES, strict=True))
    state = State(trap="score")
    html = view(state, told)
    assert parts(html)["kept-score"] == "3"
    assert "3 of 6 kept their number. Different scores: 4." in words(html)
    assert (
        "ZRANGE by-score (187490421964828672 +inf BYSCORE asks for all that come after the first. "
        "There are 5, and it finds 3." in words(html)
    )


def test_a_score_that_is_written_with_an_exponent_is_the_double_it_stands_for(links: Links, parts: Parts) -> None:
    told = perform(State(), links)
    shown = tuple(reading._replace(answer=f"{float(reading.answer):.17g}") for reading in told.scores)
    assert shown[1].answer == "1.8749042196482867e+17"
    html = view(State(trap="score"), replace(told, scores=shown))
    assert parts(html)["kept-score"] == "3"


def test_json_numbers_are_kept_by_two_readers_and_rounded_by_the_third(
    page: Callable[[State], Told], parts: Parts, words: Words
) -> None:
    told = page(State())
    read = {
        store: tuple({one.id: one.answer for one in readings}[branded] for branded in MINTED)
        for store, readings in told.json.items()
    }
    assert read == {Store.SQLITE: NUMBERS, Store.POSTGRES: NUMBERS, Store.VALKEY: DOUBLES}
    html = view(State(trap="json"), told)
    assert parts(html)["kept-json"] == "3"
    assert "Out of Lua 3 of 6 came as they had gone in; out of SQLite 6 and out of PostgreSQL 6." in words(html)


def test_without_postgres_the_others_are_listed_and_its_place_says_how_it_comes(links: Links, words: Words) -> None:
    only = {"valkey": links["valkey"]}
    told = perform(State(), only)
    assert not {place for place in told.listings if place.startswith("postgres")}
    said = words(view(State(), told))
    assert "3 of 3 lists hold all 6 ids in the order of their minting." in said
    assert "PostgreSQL isn’t in this page yet." in said
    assert "isn’t in this page yet" in words(view(State(trap="locale"), told)).partition("Where it breaks")[2]
    assert "out of SQLite 6." in words(view(State(trap="json"), told))


def test_valkey_is_asked_for_before_anything_is_done() -> None:
    with pytest.raises(KeyError, match="valkey"):
        perform(State(), {})


def test_two_ids_with_one_number_are_one_to_a_column_of_numbers(links: Links, parts: Parts, words: Words) -> None:
    state = ids("ORD0Dqhu1EacDY", "JOB0Dqhu1EacDY")
    told = perform(state, {"valkey": links["valkey"]})
    assert told.listings[Place.SQLITE_NUMBER].filled[1].refusal == "UNIQUE constraint failed: by_number.number"
    html = view(state, told)
    assert (parts(html)["agree"], parts(html)["lists"]) == ("2", "3")
    assert "1 refused: UNIQUE constraint failed: by_number.number" in words(html)
    assert "Two of them have one number, and a column of numbers takes it once." in words(html)


def test_a_second_namespace_breaks_the_order_of_texts(links: Links, parts: Parts, words: Words) -> None:
    state = ids("ORD0Dqhu1EacDY", "JOB0NbAb1xcFCy")  # of 2025 and of 2026
    html = view(state, perform(state, {"valkey": links["valkey"]}))
    assert (parts(html)["agree"], parts(html)["lists"]) == ("1", "3")
    assert "JOB0NbAb1xcFCy stands before ORD0Dqhu1EacDY: the letters weigh more than the time." in words(html)


@pytest.mark.parametrize("trap", ["nocase", "locale", "score", "json", "no such trap"])
def test_without_ids_nothing_is_kept_and_nothing_goes_wrong(trap: str, links: Links, words: Words) -> None:
    state = State(ids="", trap=trap)
    said = words(view(state, perform(state, links)))
    assert "There is no id to keep." in said
    assert "Without an id nothing can go wrong." in said


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ("JOB0Dqhu1EacDY\njob", "job is no id"),
        ("JOB0Dqhu1EacDY JOB0Dqhu1EacDY", "JOB0Dqhu1EacDY is there already"),
        ("JOBzzzzzzzzzzz", "JOBzzzzzzzzzzz is no id"),
        ("x" * 100, "x" * 40 + " is no id"),
        (" ".join(f"JOB0Dqhu1EacD{digit}" for digit in "abcdefghijklm"), "this figure keeps 12 ids"),
        ("JOB0Dqhu1EacDY", ""),
    ],
)
def test_what_is_no_id_is_left_out_and_named(given: str, refusal: str, links: Links, parts: Parts) -> None:
    state = State(ids=given)
    assert parts(view(state, perform(state, links)))["refusal"] == refusal


def test_a_shuffle_is_another_order_of_the_same_ids_and_keeps_what_was_left_out() -> None:
    state = ids(*MINTED, "job")
    shuffled = press(state, "shuffle", 5)
    assert shuffled.ids != state.ids
    assert sorted(shuffled.ids.split()) == sorted(state.ids.split())
    assert shuffled.left_out == ("job",)
    assert press(shuffled, "reset") == State()


def test_what_means_nothing_changes_nothing() -> None:
    state = State()
    assert press(state, "no such button") == state
    assert typed(state, "trap", "no such trap") == state
    assert typed(state, "trap", "json") == replace(state, trap="json")
    assert typed(state, "ids", "JOB0Dqhu1EacDY").ids == "JOB0Dqhu1EacDY"


def test_an_author_may_say_which_ids_and_which_trap() -> None:
    assert initial({"ids": "JOB0Dqhu1EacDY", "trap": "json"}) == State("JOB0Dqhu1EacDY", "json")
    with pytest.raises(ValueError, match="stored-order knows no stores; it takes ids, trap"):
        initial({"stores": "all"})


def test_a_reader_without_scripts_has_every_list_and_every_other_trap(
    page: Callable[[State], Told], words: Words, tags: Tags
) -> None:
    html = still({}, page(State()))
    said = words(html)
    for heading in ("SQLite, number", "Valkey, member", "PostgreSQL, text", "a locale’s collation", "a number in JSON"):
        assert heading in said
    assert "NOCASE" not in said  # the figure above it shows that one
    assert not {"button", "input", "textarea"} & {tag for tag, _ in tags(html)}


def test_two_namespaces_leave_a_gap_in_the_table(links: Links, words: Words) -> None:
    told = perform(ids("ORD0Dqhu1EacDY", "JOB0Dqhu1EacDY"), {"valkey": links["valkey"]})
    said = words(still({"ids": "ORD0Dqhu1EacDY JOB0Dqhu1EacDY"}, told))
    # The second to arrive, no second number, and the second of the texts.
    assert "JOB0Dqhu1EacDYORD0Dqhu1EacDY" in said


def test_the_page_is_written_with_what_its_engines_answered(words: Words, page: Callable[[State], Told]) -> None:
    drawn = Ahead(ROOT).drawn(widget_named("stored-order"), State())
    assert drawn == str(view(State(), page(State())))
    assert "5 of 5 lists hold all 6 ids" in words(drawn)
    assert stored_order.OFFERED == ("postgres",)


def test_a_link_may_be_a_wire_that_breaks(links: Links) -> None:
    class Broken:
        def send(self, data: bytes, /) -> None:
            raise ConnectionResetError(data[:4])

        def receive(self) -> bytes:
            return b""

        def at(self, ms: int, /) -> None:
            """It has no clock."""

        def close(self) -> None:
            """It is closed."""

    with pytest.raises(OSError, match="the link broke"):
        perform(State(), {"valkey": links["valkey"], "postgres": WireLink(Broken())})
