"""What was said and what is there, held against each other once the noise is over."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from echomq.job import JobState
from echomq.port import Admission, StorePort, Verdict
from faults.log import Call
from faults.rows import Rows

ACCEPTED = {("complete", Verdict.OK), ("retry", Verdict.SCHEDULED), ("retry", Verdict.DEAD)}
"""Answers after which a token must never be good for anything again."""

LATE = 2**50
"""A time in ms when every lease has lapsed and every delay is over."""


@dataclass(frozen=True, slots=True)
class Findings:
    """Counts and ids; whatever is listed should not be."""

    acknowledged: int
    completed: int
    refused: int
    unanswered: int
    missing: tuple[str, ...]
    """Acknowledged, never completed by a call that could have been carried out, and in no set."""

    returned: tuple[str, ...]
    """Completed, and there."""

    strangers: tuple[str, ...]
    """There, and enqueued by nobody."""

    issued_twice: tuple[tuple[str, int], ...]
    accepted_twice: tuple[tuple[str, int], ...]

    def demand_whole(self) -> None:
        assert self.missing == ()
        assert self.returned == ()
        assert self.strangers == ()
        assert self.issued_twice == ()
        assert self.accepted_twice == ()

    def __str__(self) -> str:
        return (
            f"{self.acknowledged} enqueues acknowledged, {self.completed} completed, {self.refused} calls refused, "
            f"{self.unanswered} without an answer: {len(self.missing)} missing, {len(self.returned)} completed yet there, "
            f"{len(self.issued_twice)} tokens issued twice, {len(self.accepted_twice)} accepted twice"
        )


def audit(said: Iterable[Call], rows: Rows) -> Findings:
    """Compare all that was said with `rows`, which are what is there afterwards."""
    said = tuple(said)
    enqueued = {call.id for call in said if call.verb == "enqueue" and call.answer == Admission.ENQUEUED}
    offered = {call.id for call in said if call.verb == "enqueue"}
    completed = {call.id for call in said if call.verb == "complete" and call.answer == Verdict.OK}
    perhaps = {call.id for call in said if call.verb == "complete" and not call.is_answered}
    issued = Counter((call.id, call.token) for call in said if call.answer == "lent")
    accepted = Counter((call.id, call.token) for call in said if (call.verb, call.answer) in ACCEPTED)
    return Findings(
        len(enqueued),
        len(completed),
        sum(call.is_refused for call in said),
        sum(not call.is_answered for call in said),
        missing=tuple(sorted(enqueued - completed - perhaps - rows.keys())),
        returned=tuple(sorted(completed & rows.keys())),
        strangers=tuple(sorted(rows.keys() - offered)),
        issued_twice=tuple(sorted(lease for lease, times in issued.items() if times > 1)),
        accepted_twice=tuple(sorted(lease for lease, times in accepted.items() if times > 1)),
    )


def drain(store: StorePort, rows: Rows) -> int:
    """Work off all of `rows`, each under a token that is larger than its attempts so far, and return how many it were.

    The dead stay, and nothing else.
    """
    store.reap(LATE, len(rows))
    store.promote(LATE, len(rows))
    worked_off = 0
    while (job := store.claim(LATE, 1)) is not None:
        assert job.attempts > rows[job.id].attempts
        assert store.complete(job.id, job.attempts) is Verdict.OK
        worked_off += 1
    dead = sum(job.state is JobState.DEAD for job in rows.values())
    assert store.counts() == (0, 0, 0, dead)
    assert worked_off == len(rows) - dead
    return worked_off
