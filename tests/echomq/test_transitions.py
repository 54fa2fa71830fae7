"""What the scenarios don't say: refused arguments, rows in full, and states that stay as they were."""

from collections.abc import Callable

import pytest

from echomq import transitions
from echomq.job import Job, JobState
from echomq.transitions import Admission, QueueState, Verdict
from echomq.transitions.lanes import Lanes

DY, DZ, DA = "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ", "JOB0Dqhu1EacDa"

EMPTY = QueueState()
WAITING, _ = transitions.enqueue(EMPTY, DY, "a", "tenant-42")
HELD, LENT = transitions.claim(WAITING, 1000, 30_000)


@pytest.mark.parametrize(
    ("id", "message"),
    [
        ("job", "not a branded id: it has 3 characters, not 14"),
        ("JOB0Dqhu1EacDY\n", "not a branded id: it has 15 characters, not 14"),
        (None, "not a branded id: it is of type NoneType, not str"),
        ("JOBAzL8n0Y58m8", "payload exceeds 2^63-1 (AzL8n0Y58m7)"),
        ("JOBzzzzzzzzzzz", "payload exceeds 2^63-1 (AzL8n0Y58m7)"),
        ("ORD0Dqhu1EacDY", "this queue holds JOB ids, got ORD0Dqhu1EacDY"),
    ],
)
def test_an_id_that_cannot_belong_to_the_queue_is_not_admitted(id: str, message: str) -> None:
    attempts: tuple[Callable[[], object], ...] = (
        lambda: transitions.enqueue(EMPTY, id, "a"),
        lambda: transitions.enqueue_at(EMPTY, id, "a", 5),
    )
    for attempt in attempts:
        with pytest.raises(ValueError) as refusal:
            attempt()
        assert str(refusal.value).startswith(message)


def test_a_queue_of_another_namespace_takes_its_own_ids() -> None:
    state, answer = transitions.enqueue(QueueState(namespace="ORD"), "ORD0Dqhu1EacDY", "a")
    assert answer is Admission.ENQUEUED
    with pytest.raises(ValueError, match="this queue holds ORD ids, got JOB0Dqhu1EacDY"):
        transitions.enqueue(state, DY, "a")


@pytest.mark.parametrize("namespace", ["job", "", "JOBS", None])
def test_a_queue_has_a_namespace_of_three_capital_letters(namespace: str) -> None:
    with pytest.raises(ValueError) as refusal:
        QueueState(namespace=namespace)
    assert str(refusal.value) == f"namespace must be three letters A-Z, got {namespace!a}"


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: transitions.claim(EMPTY, 0, 0), "lease_ms must be 1 or more, got 0"),
        (lambda: transitions.extend(EMPTY, DY, 1, 0, -1), "lease_ms must be 1 or more, got -1"),
        # A time is an int64 for F# and for a column in a database.
        (
            lambda: transitions.claim(EMPTY, 9_223_372_036_854_775_800, 8),
            "lease_ms must end by 9223372036854775807, got 8 from 9223372036854775800 on",
        ),
        (
            lambda: transitions.extend(EMPTY, DY, 1, 1, 9_223_372_036_854_775_807),
            "lease_ms must end by 9223372036854775807, got 9223372036854775807 from 1 on",
        ),
        (
            lambda: transitions.retry(EMPTY, DY, 1, 9_223_372_036_854_775_807, 1, 1, ""),
            "delay_ms must end by 9223372036854775807, got 1 from 9223372036854775807 on",
        ),
        (lambda: transitions.retry(EMPTY, DY, 1, 0, -1, 3, "x"), "delay_ms must be 0 or more, got -1"),
        (lambda: transitions.retry(EMPTY, DY, 1, 0, 0, 0, "x"), "max_attempts must be 1 or more, got 0"),
        (lambda: transitions.promote(EMPTY, 0, -1), "limit must be 0 or more, got -1"),
        (lambda: transitions.reap(EMPTY, 0, -1), "limit must be 0 or more, got -1"),
        (lambda: transitions.browse(EMPTY, -1), "limit must be 0 or more, got -1"),
    ],
    ids=[
        *("claim", "extend", "claim too late", "extend too late", "retry too late"),
        *("retry delay", "retry attempts", "promote", "reap", "browse"),
    ],
)
def test_numbers_that_make_no_sense_are_refused_whatever_the_state(attempt: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError) as refusal:
        attempt()
    assert str(refusal.value) == message


def test_a_lease_and_a_delay_may_end_with_the_last_int64() -> None:
    last = 9_223_372_036_854_775_807
    lent, _ = transitions.claim(WAITING, last - 1, 1)
    assert dict(lent.active) == {DY: last}
    assert dict(transitions.extend(HELD, DY, 1, 0, last)[0].active) == {DY: last}
    assert dict(transitions.retry(HELD, DY, 1, last, 0, 2, "")[0].schedule) == {DY: last}


@pytest.mark.parametrize("limit", [0, 10**30])
def test_a_limit_may_be_nothing_or_beyond_all_counting(limit: int) -> None:
    taken = [DY][:limit]
    assert transitions.browse(WAITING, limit) == taken
    assert transitions.reap(HELD, 31_000, limit)[1] == taken


def test_a_claimed_row_keeps_its_payload_and_group() -> None:
    row = Job(DY, JobState.ACTIVE, 1, "a", "tenant-42")
    assert transitions.get(HELD, DY) == LENT == row
    assert dict(HELD.active) == {DY: 31_000}


@pytest.mark.parametrize(
    ("max_attempts", "verdict", "state"),
    [(2, Verdict.SCHEDULED, JobState.SCHEDULED), (1, Verdict.DEAD, JobState.DEAD)],
)
def test_a_failed_attempt_leaves_its_error_in_the_row(max_attempts: int, verdict: Verdict, state: JobState) -> None:
    after, answer = transitions.retry(HELD, DY, 1, 2000, 100, max_attempts, "no route")
    assert answer is verdict
    assert transitions.get(after, DY) == Job(DY, state, 1, "a", "tenant-42", None, "no route")
    assert dict(after.schedule) == ({DY: 2100} if verdict is Verdict.SCHEDULED else {})


def test_a_scheduled_row_waits_in_its_state() -> None:
    state, _ = transitions.enqueue_at(EMPTY, DY, "a", 500, "tenant-42")
    assert transitions.get(state, DY) == Job(DY, JobState.SCHEDULED, 0, "a", "tenant-42")
    assert dict(state.schedule) == {DY: 500}


def test_extending_moves_the_deadline_and_nothing_else() -> None:
    after, answer = transitions.extend(HELD, DY, 1, 5000, 30_000)
    assert answer is Verdict.OK
    assert dict(after.active) == {DY: 35_000}
    assert after.rows == HELD.rows
    assert transitions.reap(after, 34_999, 10)[1] == []


@pytest.mark.parametrize(
    ("verb", "arguments"),
    [
        ("enqueue", (DY, "again")),
        ("enqueue_at", (DY, "again", 5)),
        ("complete", (DY, 2)),
        ("complete", (DZ, 1)),
        ("complete", ("job", 1)),
        ("extend", (DY, 2, 0, 10)),
        ("extend", (DZ, 1, 0, 10)),
        ("retry", (DY, 0, 0, 5, 3, "x")),
        ("retry", (DZ, 1, 0, 5, 3, "x")),
        ("claim", (0, 10)),
        ("promote", (10**9, 10)),
        ("reap", (30_999, 10)),
    ],
    ids=str,
)
def test_a_verb_that_does_nothing_returns_the_very_state(verb: str, arguments: tuple[object, ...]) -> None:
    after, _ = getattr(transitions, verb)(HELD, *arguments)
    assert after is HELD


def test_an_id_that_can_have_no_row_is_gone() -> None:
    assert transitions.complete(HELD, "job", 1)[1] is Verdict.GONE
    assert transitions.get(HELD, "job") is None


def test_answers_are_the_words_of_the_scenarios() -> None:
    assert list(Admission) == ["enqueued", "scheduled", "duplicate"]
    assert list(Verdict) == ["ok", "scheduled", "dead", "gone", "stale"]


def test_lanes_are_told_in_the_order_of_their_turns() -> None:
    lanes = Lanes()
    for id, group in ((DY, "news"), (DZ, None), (DA, "news")):
        lanes = lanes.put(id, group)
    assert (list(lanes), len(lanes), list(lanes["news"])) == (["news", None], 2, [DY, DA])
    first = lanes.take()
    assert first is not None
    id, rest = first
    assert (id, list(rest)) == (DY, [None, "news"])
    assert list(lanes) == ["news", None]
