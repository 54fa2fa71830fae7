"""What the store port draws of a play: lists, leases on an axis of time, the caller's line, the log."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from echomq.stores.memory import MemoryStore
from pressing import FIRST, LAPSE, SECOND, THIRD, lists, shown
from widgets.figures.port.commands import STORIES
from widgets.figures.port.observed import Entry
from widgets.figures.port.play import play
from widgets.store_port import State

Parts = Callable[[object], dict[str, str]]
Words = Callable[[object], str]
Tags = Callable[[object], list[tuple[str, dict[str, str | None]]]]


def test_jobs_stand_in_the_order_in_which_a_verb_would_take_them(tags: Tags) -> None:
    # Three leases, of which the first is extended: it lapses last.
    html = shown("enqueue enqueue enqueue claim-a claim-b advance claim-b advance extend-a")
    assert lists(tags(html))["active"] == [SECOND, THIRD, FIRST]
    # The retry is due at 10 s, the job for later at 20 s.
    html = shown("enqueue enqueue-at claim-a retry-a")
    assert lists(tags(html))["schedule"] == [FIRST, SECOND]


def test_a_job_says_who_holds_it_until_when(parts: Parts) -> None:
    assert "token 1, A, until 30\u00a0s" in parts(shown("enqueue claim-a"))["active"]
    assert "token 1, A, lapsed at 30\u00a0s" in parts(shown("enqueue claim-a advance advance advance"))["active"]
    assert "due at 20\u00a0s, attempts 0" in parts(shown("enqueue-at"))["schedule"]
    assert "due since 20\u00a0s" in parts(shown("enqueue-at advance advance"))["schedule"]
    assert "attempts 1" in parts(shown("enqueue claim-a advance advance advance reap"))["pending"]


@pytest.mark.parametrize(
    ("commands", "fate"),
    [
        ("", "holds nothing"),
        ("enqueue claim-a", "token 1, until 30 s"),
        ("enqueue claim-a advance extend-a", "token 1, until 40 s"),
        ("enqueue claim-a advance advance advance", "token 1, lapsed at 30 s, not reaped"),
        ("enqueue claim-a advance advance advance reap", "token 1, reaped at 30 s"),
        ("enqueue claim-a advance complete-a", "token 1, completed at 10 s"),
        ("enqueue claim-a advance retry-a", "token 1, given back at 10 s"),
    ],
)
def test_under_each_worker_stands_what_became_of_its_lease(words: Words, commands: str, fate: str) -> None:
    assert fate in words(shown(commands)).split("worker B")[0]


def test_a_worker_whose_job_died_hears_when(words: Words) -> None:
    assert "token 3, dead at 60 s" in words(shown(State(STORIES["dead"].commands)))


def test_the_clock_moves_by_ten_seconds_and_only_when_told(parts: Parts) -> None:
    assert parts(shown(""))["clock"] == "0"
    assert parts(shown("advance advance enqueue"))["clock"] == "20"


def pictured(tags: Tags, commands: str, by: str) -> tuple[list[str], str]:
    """The classes of the bars of a worker's leases in their order, and what is read aloud of them."""
    found: list[str] = []
    said = ""
    for tag, attributes in tags(shown(commands)):
        if tag == "svg" and attributes.get("role") == "img":
            said = attributes["aria-label"] or ""
        elif tag == "rect" and said.startswith(f"Leases of worker {by}"):
            found.append(attributes["class"] or "")
    [heard] = [
        attributes["aria-label"] or ""
        for _, attributes in tags(shown(commands))
        if (attributes.get("aria-label") or "").startswith(f"Leases of worker {by}")
    ]
    return found, heard


@pytest.mark.parametrize(
    ("commands", "bars", "heard"),
    [
        ("", [], "none."),
        ("enqueue claim-a", ["lent"], f"{FIRST}, token 1, from 0 s to 30 s."),
        ("enqueue claim-a advance", ["lent", "cut"], f"{FIRST}, token 1, from 0 s to 30 s."),
        ("enqueue claim-a advance advance advance", ["lent"], f"{FIRST}, token 1, from 0 s to 30 s, lapsed and not reaped."),
        ("enqueue claim-a advance advance advance advance", ["lent", "lapsed"], f"{FIRST}, token 1, from 0 s to 30 s, lapsed and not reaped."),
        ("enqueue claim-a advance advance advance advance reap", ["lapsed", "lapsed"], f"{FIRST}, token 1, from 0 s to 30 s, reaped at 40 s."),
        ("enqueue claim-a advance complete-a", ["done"], f"{FIRST}, token 1, from 0 s to 30 s, completed at 10 s."),
        ("enqueue claim-a complete-a", [], f"{FIRST}, token 1, from 0 s to 30 s, completed at 0 s."),
        (LAPSE + "complete-a", ["lapsed"], f"{FIRST}, token 1, from 0 s to 30 s, reaped at 30 s, refused as stale at 30 s."),
    ],
)  # fmt: skip
def test_a_held_lease_is_filled_and_a_lapsed_one_dashed(tags: Tags, commands: str, bars: list[str], heard: str) -> None:
    found, said = pictured(tags, commands, "A")
    assert found == bars
    assert said.replace("\u00a0", " ") == f"Leases of worker A: {heard}"


def test_leases_that_overlap_lie_on_lanes_of_their_own_and_the_rest_is_counted(tags: Tags, words: Words) -> None:
    def height(commands: str) -> str | None:
        return next(
            attributes["height"]
            for tag, attributes in tags(shown(commands))
            if tag == "svg" and attributes.get("height")
        )

    assert height("enqueue enqueue claim-a") == "2.25em"
    assert height("enqueue enqueue claim-a claim-a") == "4.5em"
    # One that was given back leaves its lane.
    assert height("enqueue enqueue claim-a advance complete-a claim-a") == "2.25em"
    many = "enqueue " * 5 + "claim-a " * 5
    assert height(many) == "6.75em"
    assert "and 2 more" in words(shown(many))
    assert "2 more are not drawn" in pictured(tags, many, "A")[1]
    assert len(pictured(tags, "enqueue claim-a complete-a " * 40, "A")[1]) < 5_000


def test_the_axis_follows_the_clock(tags: Tags) -> None:
    def heard(commands: str) -> list[str]:
        labels = [attributes.get("aria-label") or "" for _, attributes in tags(shown(commands))]
        return [label for label in labels if label.startswith("Time")]

    assert heard("") == ["Time from 0\u00a0s to 60\u00a0s; now is 0\u00a0s."]
    assert heard("advance " * 10) == ["Time from 40\u00a0s to 130\u00a0s; now is 100\u00a0s."]
    # A lease that ended before it begins is not drawn.
    assert pictured(tags, "enqueue claim-a complete-a " + "advance " * 7, "A")[1] == "Leases of worker A: none."


# The caller's line.


@pytest.mark.parametrize(
    ("commands", "python", "fsharp"),
    [
        ("enqueue", f'store.enqueue("{FIRST}", "to ada") Admission.ENQUEUED', f'store.Enqueue "{FIRST}" "to ada" Admission.Enqueued'),
        ("enqueue enqueue-again", f'store.enqueue("{FIRST}", "to eve") Admission.DUPLICATE', f'store.Enqueue "{FIRST}" "to eve" Admission.Duplicate'),
        ("enqueue-at", f'store.enqueue_at("{FIRST}", "to ada", due_ms=20_000) Admission.SCHEDULED', f'Store.enqueueAt "{FIRST}" "to ada" 20_000L state |> snd Admission.Scheduled'),
        ("claim-a", "store.claim(now=0, lease_ms=30_000) None", "store.Claim 0L 30_000L None"),
        ("enqueue claim-a", f'store.claim(now=0, lease_ms=30_000) Job(id="{FIRST}", attempts=1, …)', f'store.Claim 0L 30_000L Some {{ Id = "{FIRST}"; Attempts = 1; … }}'),
        ("enqueue claim-a complete-a", f'store.complete("{FIRST}", token=1) Verdict.OK', f'store.Complete "{FIRST}" 1 Ok ()'),
        (LAPSE + "complete-a", f'store.complete("{FIRST}", token=1) Verdict.STALE', f'store.Complete "{FIRST}" 1 Error Refusal.Stale'),
        ("enqueue claim-a complete-a complete-a", f'store.complete("{FIRST}", token=1) Verdict.GONE', f'store.Complete "{FIRST}" 1 Error Refusal.Gone'),
        ("enqueue claim-a retry-a", f'store.retry("{FIRST}", token=1, now=0, delay_ms=10_000, max_attempts=3, error="mailbox full") Verdict.SCHEDULED', f'store.Retry "{FIRST}" 1 0L 10_000L 3 "mailbox full" Ok Setback.Scheduled'),
        ("enqueue claim-a extend-a", f'store.extend("{FIRST}", token=1, now=0, lease_ms=30_000) Verdict.OK', f'Store.extend "{FIRST}" 1 0L 30_000L state |> snd Ok ()'),
        ("promote", "store.promote(now=0, limit=100) []", "store.Promote 0L 100 []"),
        ("enqueue claim-a advance advance advance reap", f'store.reap(now=30_000, limit=100) ["{FIRST}"]', f'store.Reap 30_000L 100 [ "{FIRST}" ]'),
        ("enqueue-at " * 5 + "advance advance promote", f'store.promote(now=20_000, limit=100) ["{FIRST}", "{SECOND}", "{THIRD}", … 2 more]', f'store.Promote 20_000L 100 [ "{FIRST}"; "{SECOND}"; "{THIRD}"; … 2 more ]'),
    ],
)  # fmt: skip
def test_the_last_call_stands_there_in_both_languages(parts: Parts, commands: str, python: str, fsharp: str) -> None:
    html = parts(shown(commands))
    assert f"{html['call-python']} {html['answer-python']}" == python
    assert f"{html['call-fsharp']} {html['answer-fsharp']}" == fsharp


def test_the_line_that_is_shown_is_the_call_that_was_made() -> None:
    """Run as it stands, on a store brought so far by the lines before it, each line gives what the log says."""
    for story in STORIES.values():
        store = MemoryStore()
        for line in play(story.commands, MemoryStore()).log:
            assert isinstance(line, Entry)
            given = getattr(store, line.call.verb)(*line.call.arguments.values())
            assert (tuple(given) if isinstance(given, list) else given) == line.answer


# The log.


def test_the_log_numbers_every_call_and_says_its_answer(words: Words, parts: Parts) -> None:
    html = shown("enqueue enqueue-again claim-a retry-a advance promote claim-b complete-a complete-b complete-b")
    log = " ".join(parts(html)["log"].split())
    for said in (
        f"1 0 s enqueue {FIRST} Enqueued",
        f"2 0 s enqueue {FIRST} Duplicate",
        f"3 0 s A claim {FIRST}, token 1",
        f"4 0 s A retry {FIRST} token 1 Scheduled",
        f"5 10 s promote {FIRST}",
        f"6 10 s B claim {FIRST}, token 2",
        f"7 10 s A complete {FIRST} token 1 Stale A offers token 1; the row’s token is 2. The store did nothing.",
        f"8 10 s B complete {FIRST} token 2 Ok",
    ):
        assert said in log
    # What the last one compared stands beside the log.
    assert log.endswith(f"9 10 s B complete {FIRST} token 2 Gone")
    assert f"enqueue_at {FIRST} for 20 s Scheduled" in words(shown("enqueue-at"))


def test_a_refused_call_stands_out(tags: Tags) -> None:
    def refused(commands: str) -> list[bool]:
        return [
            attributes.get("class") == "refused"
            for tag, attributes in tags(shown(commands))
            if tag == "li" and not attributes.get("data-id")
        ]

    assert refused(LAPSE + "complete-a complete-b") == [False, False, False, False, True, False]
    assert "last refused" in [attributes.get("class") for _, attributes in tags(shown(LAPSE + "complete-a"))]


def test_a_long_log_keeps_its_end(words: Words, tags: Tags) -> None:
    html = shown("claim-a " * 50)
    assert "20 earlier lines are not shown." in words(html)
    assert sum(tag == "li" for tag, _ in tags(html)) == 30
    assert "call 50" in words(html)


def test_a_long_list_says_how_many_more_there_are(parts: Parts, tags: Tags) -> None:
    html = shown("enqueue " * 20)
    assert len(lists(tags(html))["pending"]) == 12
    assert "and 8 more" in parts(html)["pending"]
    assert parts(html)["pending-count"] == "20"
