"""The audit of faults finds what it is there to find."""

from pathlib import Path
from typing import Literal

import pytest

from echomq.job import Job, JobState
from echomq.port import Admission, AnswerLostError, StoreUnavailableError, Verdict
from faults.audit import audit
from faults.log import Call, Log, calls
from faults.rows import whole
from faults.table import FAULT, Row, lines, table_of

DY, DZ, DA = "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ", "JOB0Dqhu1EacDa"


def said(verb: str, id: str, token: int, answer: str | None) -> Call:
    return Call(verb, id, token, answer, is_answered=answer is not None, is_refused=False)


def row(id: str, state: JobState = JobState.PENDING) -> Job:
    return Job(id, state, 1, "a letter")


def test_nothing_amiss() -> None:
    """Completed and gone, perhaps completed and gone, enqueued and there, perhaps enqueued and there."""
    findings = audit(
        [
            said("enqueue", DY, 0, Admission.ENQUEUED),
            said("claim", DY, 1, "lent"),
            said("complete", DY, 1, Verdict.OK),
            said("complete", DY, 1, Verdict.GONE),
            said("enqueue", DZ, 0, Admission.ENQUEUED),
            said("complete", DZ, 1, None),
            said("enqueue", DA, 0, None),
        ],
        {DA: row(DA)},
    )
    findings.demand_whole()
    assert (findings.acknowledged, findings.completed, findings.refused, findings.unanswered) == (2, 1, 0, 2)


@pytest.mark.parametrize(
    ("history", "rows", "what"),
    [
        ([said("enqueue", DY, 0, Admission.ENQUEUED)], {}, "missing"),
        ([said("enqueue", DY, 0, None), said("complete", DY, 1, Verdict.OK)], {DY: row(DY)}, "returned"),
        ([], {DY: row(DY)}, "strangers"),
        ([said("claim", DY, 1, "lent")] * 2, {}, "issued_twice"),
        ([said("retry", DY, 1, Verdict.DEAD), said("complete", DY, 1, Verdict.OK)], {}, "accepted_twice"),
    ],
)
def test_each_thing_amiss_is_found(history: list[Call], rows: dict[str, Job], what: str) -> None:
    findings = audit(history, rows)
    wrong = {name for name in findings.__slots__ if isinstance(ids := getattr(findings, name), tuple) and ids}
    assert wrong == {what}
    with pytest.raises(AssertionError):
        findings.demand_whole()


@pytest.mark.parametrize(
    ("jobs", "sets", "lanes", "ring"),
    [
        ({}, {"pending": [DY]}, {None: [DY]}, [None]),
        ({DY: row(DY)}, {"pending": []}, {}, []),
        ({DY: row(DY)}, {"pending": [DY], "active": [DY]}, {None: [DY]}, [None]),
        ({DY: row(DY)}, {"active": [DY]}, {}, []),
        ({DY: row(DY)}, {"pending": [DY]}, {}, []),
        ({DY: row(DY)}, {"pending": [DY]}, {"a": [DY]}, ["a"]),
        ({DY: row(DY)}, {"pending": [DY]}, {None: [DY]}, []),
        ({DY: row(DY)}, {"pending": [DY]}, {None: [DY]}, [None, None]),
    ],
    ids=["ghost", "in no set", "in two", "in another", "in no lane", "in another lane", "no turn", "two turns"],
)
def test_what_is_not_whole_is_found(
    jobs: dict[str, Job],
    sets: dict[str, list[str]],
    lanes: dict[str | None, list[str]],
    ring: list[str | None],
) -> None:
    with pytest.raises(AssertionError):
        whole(jobs, {"pending": [], "schedule": [], "active": [], "dead": []} | sets, lanes, ring)


def test_a_log_tells_answered_refused_and_lost_apart(tmp_path: Path) -> None:
    def refuse() -> None:
        raise StoreUnavailableError

    def lose() -> None:
        raise AnswerLostError

    def die() -> None:
        raise KeyError

    path = tmp_path / "0.log"
    with Log(path) as log:
        log.call("claim", "", 0, lambda: row(DY, JobState.ACTIVE))
        log.call("claim", "", 0, lambda: None)
        log.call("reap", "", 0, lambda: [DZ])
        with pytest.raises(StoreUnavailableError):
            log.call("complete", DY, 1, refuse)
        with pytest.raises(AnswerLostError):
            log.call("complete", DY, 1, lose)
        with pytest.raises(KeyError):
            log.call("complete", DY, 2, die)
    assert list(calls([path])) == [
        Call("claim", DY, 1, "lent", is_answered=True, is_refused=False),
        Call("claim", "", 0, None, is_answered=True, is_refused=False),
        Call("reap", "", 0, (DZ,), is_answered=True, is_refused=False),
        Call("complete", DY, 1, None, is_answered=True, is_refused=True),
        Call("complete", DY, 1, None, is_answered=False, is_refused=False),
        Call("complete", DY, 2, None, is_answered=False, is_refused=False),
    ]


def test_the_table_counts_what_was_seen_alike() -> None:
    assert lines({("full", "SQLite", "refused"): 2, ("cut", "Valkey", "lost"): 1}) == [
        "| fault | backing | outcome |",
        "|---|---|---|",
        "| full | SQLite | refused (2 calls) |",
        "| cut | Valkey | lost |",
    ]


def test_the_table_is_put_together_from_the_reports_of_calls_whatever_their_order() -> None:
    full, cut = ("full", "SQLite", "refused"), ("cut", "Valkey", "lost")
    reports = [report("call", full), report("teardown", full), report("call", cut, full), "a warning"]
    assert list(table_of(reports).items()) == list(table_of(reversed(reports)).items()) == [(cut, 1), (full, 2)]


def report(when: Literal["call", "teardown"], *rows: Row) -> pytest.TestReport:
    noted: list[tuple[str, object]] = [("another property", 1), *((FAULT, row) for row in rows)]
    return pytest.TestReport("test_x", ("test.py", 1, "test_x"), {}, "passed", None, when, user_properties=noted)
