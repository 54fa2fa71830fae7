"""The store port answers, word for word, as the queue's rules say, and shows what was compared.

The scripts and their answers are those of tests/data/store_scenarios.json and of the rules they were recorded by.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from operator import attrgetter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from echomq.stores.memory import MemoryStore
from pressing import FIRST, FOURTH, LAPSE, SECOND, SETS, THIRD, WORLD, lists, press, pressed, shown
from strange_texts import HOSTILE, any_text, assert_harmless
from widgets.figures.port.commands import STORIES, Command, commands_in
from widgets.figures.port.observed import Entry, Pass
from widgets.figures.port.play import id_at, play
from widgets.seam.bridge import answer
from widgets.seam.contract import Event, EventKind
from widgets.store_port import MOST, RAN, State, initial, perform, still, update, view

Parts = Callable[[object], dict[str, str]]
Words = Callable[[object], str]
Tags = Callable[[object], list[tuple[str, dict[str, str | None]]]]

BOUND = 60_000
"""Characters of HTML, whatever is played."""


def calls(given: str | State) -> list[Entry | Pass]:
    """The log of a state, or of the one after buttons."""
    return list(perform(pressed(given) if isinstance(given, str) else given, {}).log)


# Two workers, one row.


def test_a_lease_that_was_reaped_is_refused_and_the_later_one_holds(parts: Parts, tags: Tags) -> None:
    assert parts(shown("enqueue claim-a"))["a-token"] == "1"
    after_reap = shown("enqueue claim-a advance advance advance reap")
    assert lists(tags(after_reap)) == {"pending": [FIRST], "schedule": [], "active": [], "dead": []}
    assert parts(shown(LAPSE))["b-token"] == "2"

    stale = shown(LAPSE + "complete-a")
    assert parts(stale)["answer"] == "Stale"
    assert parts(stale)["compared"] == "A offers token 1; the row’s token is 2. The store did nothing."
    assert lists(tags(stale))["active"] == [FIRST]

    ok = shown(LAPSE + "complete-a complete-b")
    assert parts(ok)["answer"] == "Ok"
    assert lists(tags(ok)) == {"pending": [], "schedule": [], "active": [], "dead": []}

    gone = parts(shown(LAPSE + "complete-a complete-b complete-b"))
    assert gone["answer"] == "Gone"
    assert gone["compared"] == "B offers token 2, but no row has this id: it was completed. The store did nothing."


def test_a_sends_the_token_it_last_received_even_after_a_reap(parts: Parts) -> None:
    html = shown("enqueue claim-a advance advance advance reap complete-a")
    assert parts(html)["answer"] == "Stale"
    assert parts(html)["compared"] == (
        "A offers token 1; the row’s attempts are 1 too, but it is pending: nobody holds it. The store did nothing."
    )
    assert parts(html)["call-python"] == f'store.complete("{FIRST}", token=1)'


def test_a_lease_ends_when_it_is_reaped_and_not_by_the_clock(parts: Parts) -> None:
    html = parts(shown("enqueue claim-a advance advance advance advance complete-a"))
    assert html["answer"] == "Ok"
    assert "The lease lapsed at 30\u00a0s, but nobody reaped it, so A still held the row." in html["compared"]
    # A deadline that is now has lapsed.
    assert parts(shown("enqueue claim-a advance advance advance reap"))["answer"] == FIRST
    assert parts(shown("enqueue claim-a advance advance reap"))["answer"] == "no id"


def test_a_worker_who_got_nothing_makes_no_call(parts: Parts, words: Words) -> None:
    for verb in ("complete", "retry", "extend"):
        html = shown(f"{verb}-a")
        assert "A holds nothing: no call." in parts(html)["log"]
        assert "answer" not in parts(html)
    assert "Nothing was enqueued yet: no call." in words(shown("enqueue-again"))
    assert [type(line) for line in calls("complete-b enqueue-again enqueue")] == [Pass, Pass, Entry]
    # Only calls are numbered.
    assert "call 1" in words(shown("complete-b enqueue-again enqueue"))


def test_the_same_id_is_let_in_once_and_its_first_payload_stays(parts: Parts, tags: Tags) -> None:
    html = shown("enqueue enqueue-again")
    assert parts(html)["answer"] == "Duplicate"
    assert "it is pending" in parts(html)["compared"]
    assert "The row keeps its payload, “to ada”. The store did nothing with “to eve”." in parts(html)["compared"]
    assert lists(tags(html))["pending"] == [FIRST]
    for state, commands in {
        "scheduled": "enqueue-at enqueue-again",
        "active": "enqueue claim-a enqueue-again",
        "dead": "enqueue claim-a retry-a advance promote claim-a retry-a advance advance promote claim-a retry-a "
        "enqueue-again",
    }.items():
        assert parts(shown(commands))["answer"] == "Duplicate"
        assert f"it is {state}" in parts(shown(commands))["compared"]


def test_an_id_that_lives_twice_fools_the_token(parts: Parts, words: Words) -> None:
    html = parts(shown(State(STORIES["lives"].commands)))
    assert html["answer"] == "Ok"
    assert "that number is from an earlier life of the id, and the lease is B’s" in html["compared"]
    again = shown("enqueue claim-a complete-a enqueue-again claim-b extend-a")
    assert parts(again)["answer"] == "Ok"
    assert "completed by" not in again
    again = shown("enqueue claim-a complete-a enqueue-again claim-b complete-a")
    assert "token 1, completed by A at 0 s" in words(again).split("worker B")[1]


# The verbs, each with its answer and its reason.


@pytest.mark.parametrize(
    ("commands", "answer", "reason"),
    [
        ("enqueue", "Enqueued", "No row had this id. Now one has: pending, attempts 0."),
        ("enqueue-at", "Scheduled", "No row had this id. Now one has: scheduled, and due at 20 s, attempts 0."),
        ("claim-a", "None", "Nothing is pending, so nothing is lent."),
        ("enqueue claim-a advance advance advance claim-b", "None", "Nothing is pending, so nothing is lent. 1 lease has lapsed, and nobody has reaped since."),
        ("enqueue-at enqueue-at advance advance claim-b", "None", "Nothing is pending, so nothing is lent. 2 jobs are due, and nobody has promoted since."),
        ("enqueue claim-b", f"{FIRST}, token 1", "It is the only pending id. Its attempts went from 0 to 1, and that number is B’s token. From 30 s on, a reap may end the lease."),
        ("enqueue enqueue claim-a", f"{FIRST}, token 1", "It is the smallest of 2 pending ids. Its attempts went from 0 to 1, and that number is A’s token. From 30 s on, a reap may end the lease."),
        ("enqueue claim-a complete-a", "Ok", "A offers token 1; the row’s token is 1. Row and lease are deleted."),
        ("enqueue claim-a advance extend-a", "Ok", "A offers token 1; the row’s token is 1. The deadline moves from 30 s to 40 s."),
        ("enqueue claim-a retry-a", "Scheduled", "A offers token 1; the row’s token is 1. Attempt 1 of 3 failed, the next is due at 10 s."),
        ("enqueue claim-a retry-a retry-a", "Stale", "A offers token 1; the row’s attempts are 1 too, but it is scheduled: nobody holds it. The store did nothing."),
        ("enqueue claim-a retry-a advance promote claim-b retry-b retry-a", "Stale", "A offers token 1; the row’s attempts are 2 and it is scheduled: nobody holds it. The store did nothing."),
        ("enqueue claim-a complete-a extend-a", "Gone", "A offers token 1, but no row has this id: it was completed. The store did nothing."),
        ("promote", "no id", "Nothing is scheduled. The store did nothing."),
        ("enqueue-at advance promote", "no id", "Nothing is due: the first time is 20 s, and now is 10 s. The store did nothing."),
        ("enqueue-at advance advance promote", FIRST, "The job was due at 20 s, and now is 20 s: it may be claimed."),
        ("enqueue-at enqueue-at advance advance promote", f"{FIRST}, {SECOND}", "2 jobs were due, and now is 20 s: they may be claimed."),
        ("reap", "no id", "Nobody holds a lease. The store did nothing."),
        ("enqueue claim-a advance reap", "no id", "No lease has lapsed: the first time is 30 s, and now is 10 s. The store did nothing."),
        ("enqueue claim-a advance advance advance reap", FIRST, "The lease lapsed at 30 s, and now is 30 s. Attempts are kept, so the next token will be larger."),
        ("enqueue enqueue claim-a claim-b advance advance advance reap", f"{FIRST}, {SECOND}", "2 leases had lapsed, and now is 30 s. Attempts are kept, so the next tokens are larger ones."),
    ],
)  # fmt: skip
def test_every_answer_says_why(parts: Parts, commands: str, answer: str, reason: str) -> None:
    html = parts(shown(commands))
    assert html["answer"].replace("\u00a0", " ") == answer
    assert html["compared"].replace("\u00a0", " ") == reason


def test_retries_wait_longer_each_time_and_the_third_is_the_last(parts: Parts, tags: Tags) -> None:
    log = [line for line in calls(State(STORIES["dead"].commands)) if isinstance(line, Entry)]
    retries = [line for line in log if line.call.verb == "retry"]
    assert [line.call.arguments["delay_ms"] for line in retries] == [10_000, 20_000, 40_000]
    assert [str(line.answer) for line in retries] == ["scheduled", "scheduled", "dead"]
    html = shown(State(STORIES["dead"].commands))
    assert lists(tags(html))["dead"] == [FIRST]
    assert parts(html)["dead-count"] == "1"
    assert "attempts 3 of 3, “mailbox full”" in parts(html)["dead"]
    assert parts(html)["compared"].endswith("Attempt 3 of 3 failed, and it was the last.")


def test_the_wait_before_another_attempt_is_bounded() -> None:
    commands = "enqueue " + "claim-a advance advance advance reap " * 5 + "claim-b retry-b"
    last = calls(commands)[-1]
    assert isinstance(last, Entry)
    assert last.call.arguments["delay_ms"] == 40_000


def test_the_ids_are_those_of_the_page_then_one_a_minute() -> None:
    assert [id_at(number) for number in range(4)] == [FIRST, SECOND, THIRD, FOURTH]
    # 09:02:00.000Z, node 7, sequence 0: 60,000 ms and so 60,000 * 2^22 after the fourth.
    assert id_at(4) == "JOB0Dqi2scvGxU"
    ids = [id_at(number) for number in range(MOST)]
    assert ids == sorted(set(ids))


# Buttons, stories, back and forth.


def test_the_buttons_and_nothing_disabled(tags: Tags) -> None:
    buttons = [given for tag, given in tags(shown("")) if tag == "button"]
    assert {given["name"] for given in buttons} == {str(command) for command in Command} | {
        "story",
        "undo",
        "redo",
        "reset",
    }
    assert [given["value"] for given in buttons if given["name"] == "story"] == list(STORIES)
    assert all(given["type"] == "button" and "disabled" not in given for given in buttons)


def test_every_command_is_a_button_that_adds_itself() -> None:
    for command in Command:
        assert pressed(command) == State((command,))
        assert pressed(command, State((Command.ENQUEUE,))) == State((Command.ENQUEUE, command))


@pytest.mark.parametrize(
    "event", [press("explode"), press("story", "no such"), press("a-token"), Event(EventKind.INPUT, "reap", "reap")]
)
def test_an_event_that_means_nothing_changes_nothing(event: Event) -> None:
    state = State((Command.ENQUEUE,), undone=1)
    assert update(state, event, WORLD) == state


def test_stepping_back_and_on_leads_through_the_commands(parts: Parts) -> None:
    start = pressed(LAPSE + "complete-a")
    assert parts(shown(start))["step"] == "8"
    back = pressed("undo", start)
    assert parts(shown(back))["step"] == "7"
    assert parts(shown(back))["answer"].replace("\u00a0", " ") == f"{FIRST}, token 2"
    assert pressed("undo redo", start) == start
    assert pressed("redo redo", start) == start
    assert pressed("undo " * 20, start).played == ()
    assert pressed("undo " * 20 + "redo", start).played == (Command.ENQUEUE,)


def test_a_command_given_after_stepping_back_takes_the_place_of_what_was_undone() -> None:
    assert pressed("enqueue claim-a reap undo undo claim-b") == pressed("enqueue claim-b")


def test_reset_empties_the_queue_and_sets_the_clock_to_nothing(parts: Parts, words: Words) -> None:
    state = pressed("reset", State(STORIES["lapse"].commands, undone=3))
    assert state == State()
    html = shown(state)
    assert (parts(html)["clock"], parts(html)["log"], parts(html)["a-id"], parts(html)["b-token"]) == ("0", "", "", "")
    assert "No call yet. Enqueue a job, or play one of the stories." in words(html)


def test_a_story_is_played_to_its_point_and_its_button_shows_it(tags: Tags, parts: Parts) -> None:
    def chosen(state: State) -> list[str | None]:
        return [given["value"] for _, given in tags(shown(state)) if given.get("aria-pressed") == "true"]

    points = {"lapse": "Stale", "late": "Ok", "dead": "Dead", "twice": "Duplicate", "lives": "Ok"}
    assert STORIES.keys() == points.keys()
    for name, point in points.items():
        state = update(pressed("enqueue"), press("story", name), WORLD)
        assert parts(shown(state))["answer"] == point
        assert chosen(state) == [name]
        assert chosen(pressed("undo", state)) == [name]
        assert chosen(pressed("reap", state)) == []


def test_ordinary_play_fits_a_link() -> None:
    for story in STORIES.values():
        # As the fragment writes it: JSON, percent-encoded.
        assert sum(len(command) + 9 for command in story.commands) < 400
    assert 100 * (len("complete-a") + 9) < 2_048


def test_commands_are_bounded_and_the_figure_says_so(parts: Parts) -> None:
    full = pressed("advance " * MOST)
    assert len(full.commands) == 200
    assert parts(shown(full))["refusal"] == (
        "This figure plays 200 commands, and all of them are played. Step back or reset it to go on."
    )
    assert pressed("enqueue", full) == full
    assert parts(shown(pressed("undo", full)))["refusal"] == ""
    assert pressed("undo reap", full).commands[-1] is Command.REAP


def test_a_link_may_hold_more_than_is_played(parts: Parts) -> None:
    long = State((Command.ADVANCE,) * 1_000)
    assert parts(shown(long))["clock"] == "2000"
    assert parts(shown(pressed("undo", long)))["clock"] == "1990"
    assert parts(shown(pressed("undo redo", long)))["clock"] == "2000"
    assert State((Command.REAP,) * 3, undone=-5).played == (Command.REAP,) * 3
    assert State((Command.REAP,) * 3, undone=99).played == ()


def test_a_link_with_an_unknown_command_is_refused_at_the_seam() -> None:
    request = {
        "widget": "store-port",
        "state": {"commands": ["enqueue", "explode"], "undone": 0},
        "event": None,
        "world": {},
    }
    reply = json.loads(answer(json.dumps(request)))
    assert reply["problem"].startswith("ValueError: commands[1] must be enqueue or enqueue-again or enqueue-at or")


# An author's start, and readers without scripts.


def test_an_author_starts_with_a_story_or_with_commands() -> None:
    assert initial({}) == State()
    assert initial({"story": "lapse"}) == State(STORIES["lapse"].commands)
    assert initial({"commands": "enqueue claim-a"}) == State((Command.ENQUEUE, Command.CLAIM_A))


@pytest.mark.parametrize(
    ("attributes", "said"),
    [
        ({"backing": "memory"}, "store-port knows no backing; it takes story or commands"),
        ({"story": 3}, "story must be a text, got 3"),
        ({"story": "happy"}, "there is no story happy; there are lapse, late, dead, twice, lives"),
        ({"story": "lapse", "commands": "reap"}, "store-port begins with a story or with commands, not with both"),
        ({"commands": "enqueue explode"}, f"explode is no command; there are {', '.join(Command)}"),
        ({"commands": "reap " * 201}, "store-port plays 200 commands at most, got 201"),
    ],
)
def test_an_author_hears_of_a_mistake(attributes: dict[str, str | int | bool], said: str) -> None:
    with pytest.raises(ValueError) as refused:
        initial(attributes)
    assert str(refused.value) == said


def test_without_scripts_the_stories_stand_in_a_table(words: Words, tags: Tags) -> None:
    said = words(still({"story": "dead"}))
    titles = [said.index(f"Story: {title}") for title in ("retry until dead", "a lease lapses", "the same id twice")]
    assert titles == sorted(titles)
    assert "A offers token 1; the row’s token is 2. The store did nothing." in said
    assert not {"button", "input", "select", "script"} & {tag for tag, _ in tags(still({}))}
    assert words(still({"story": "dead"})).count("Story:") == 5


def test_the_table_holds_what_the_author_started_with_too(words: Words) -> None:
    said = words(still({"commands": "enqueue complete-a claim-b"}))
    assert said.count("Story:") == 6
    assert said.index("Story: the figure as it stands above") < said.index("Story: a lease lapses")


def test_the_code_that_ran_exists() -> None:
    for name in RAN:
        module, _, symbol = name.partition(":")
        assert callable(attrgetter(symbol)(import_module(module)))


# Whatever is played.

any_commands = st.lists(st.sampled_from(Command), max_size=60).map(tuple)


@settings(deadline=None)
@given(commands=any_commands, undone=st.integers(-3, 70))
@example(commands=(Command.ENQUEUE, Command.CLAIM_A) * 100, undone=0)
@example(commands=(Command.ENQUEUE_AT,) * 150 + (Command.ADVANCE, Command.ADVANCE, Command.PROMOTE), undone=0)
@example(commands=(Command.ENQUEUE, Command.CLAIM_A, Command.COMPLETE_A) * 66, undone=0)
@example(commands=(Command.ENQUEUE, *(Command.ENQUEUE_AGAIN,) * 199), undone=0)
def test_any_commands_have_a_bounded_and_harmless_view(
    tags: Tags, parts: Parts, commands: tuple[Command, ...], undone: int
) -> None:
    state = State(commands, undone)
    html = shown(state)
    assert html == shown(state)
    assert_harmless(html, tags(html))
    assert len(html) < BOUND
    counts = [int(parts(html)[f"{name}-count"]) for name in SETS]
    assert [len(ids) for ids in lists(tags(html)).values()] == [min(count, 12) for count in counts]


@settings(deadline=None)
@given(commands=any_commands)
def test_what_a_caller_knows_is_what_the_store_holds(commands: tuple[Command, ...]) -> None:
    store = MemoryStore()
    observed = play(commands, store)
    state = store.state
    assert {id: row.job for id, row in observed.rows.items()} == dict(state.rows)
    times = {id: row.time for id, row in observed.rows.items() if row.time is not None}
    assert times == dict(state.schedule) | dict(state.active)
    assert observed.counts == store.counts()
    held = {lease.id: (lease.token, lease.deadline) for lease in observed.leases if lease.end is None}
    assert held == {id: (state.rows[id].attempts, deadline) for id, deadline in state.active.items()}


@given(name=any_text, value=any_text, kind=st.sampled_from(EventKind))
def test_any_event_is_answered(name: str, value: str, kind: EventKind) -> None:
    state = State(STORIES["lapse"].commands)
    assert update(state, Event(kind, name, value), WORLD).commands[: len(state.commands)] in (state.commands, ())


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_commands_nothing(text: str) -> None:
    assert update(State(), press(text, text), WORLD) == update(State(), press("story", text), WORLD) == State()


def test_the_view_is_of_what_was_observed(parts: Parts) -> None:
    # The state alone shows nothing: what is drawn is what the store answered.
    assert parts(view(pressed("enqueue"), perform(State(), {})))["pending-count"] == "0"
    assert commands_in("enqueue  reap") == (Command.ENQUEUE, Command.REAP)
