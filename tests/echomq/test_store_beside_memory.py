"""Every backing answers as the store in memory does, whatever is called, sensible or not, in whatever order.

Asked after each step: the answer and its type, or the words of the refusal; all four counts; every row; and the whole
pending set in its order. The orders of the schedule and of the leases show in what promote and reap answer.
"""

import os
from contextlib import AbstractContextManager

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from backings import Fresh
from echomq.branded_id import compose
from echomq.job import JobState
from echomq.stores.memory import MemoryStore

# Of each backing. At a desk a tenth has to do.
STEPS = 20_000 if os.environ.get("CI") else 2_000
RUN = 40

# The mint's neighbours, so that wrong orders show: Z before a, one node and one millisecond apart, and the very ends.
IDS = [compose("JOB", 187490421964828672 + step) for step in (0, 1, 2, 4096, 4194304)]
ENDS = [compose("JOB", 0), compose("JOB", 2**63 - 1)]
NEVER = ["", "job", "JOBAzL8n0Y58m8", "ORD0Dqhu1EacDY", "JOB0Dqhu1EacD\0", "JOB0Dqhu1EacD\ud800", "JOB0Dqhu1EacDY\n"]
# Texts that columns, C strings and wires like to change, and halves of surrogate pairs, which have no UTF-8.
TEXTS = [
    "a",
    "",
    "\0",
    "a\0b",
    "5",
    "0x10",
    "1e5",
    "e\u0301",
    "\u00e9",
    "\U0001f480",
    "\ud83d\udc80",
    "\ud800x",
    "\r\n",
]
# Where doubles lose their ones and where columns of 64 bits end, on both sides, and far beyond.
FAR = [side * (2**bits + step) for bits in (53, 63, 64, 100) for step in (-1, 0, 1) for side in (1, -1)]

ids = st.sampled_from(IDS * 4 + ENDS * 2 + NEVER)
aims = st.integers(0, 9)
texts = st.sampled_from(TEXTS)
near = st.integers(-3, 30)
times = near | near | near | st.sampled_from(FAR)
spans = st.integers(-1, 20) | st.integers(1, 20) | st.sampled_from(FAR)
limits = st.integers(-1, 4) | st.sampled_from([2**31, 2**63, 10**30])
tokens = st.integers(-1, 4) | st.integers(1, 3) | st.sampled_from(FAR)


class Beside(RuleBasedStateMachine):
    """A store of one backing and a store in memory, told the same."""

    fresh: Fresh
    steps = 0

    def __init__(self) -> None:
        super().__init__()
        self.ours = self.fresh()
        self.model = MemoryStore()
        self.now = 0

    def both(self, verb: str, *arguments: object) -> None:
        type(self).steps += 1
        assert outcome(self.ours, verb, *arguments) == outcome(self.model, verb, *arguments)
        assert outcome(self.ours, "counts") == outcome(self.model, "counts")
        assert outcome(self.ours, "browse", 99) == outcome(self.model, "browse", 99)
        for id in (*IDS, *ENDS):
            assert outcome(self.ours, "get", id) == outcome(self.model, "get", id)

    def teardown(self) -> None:
        if isinstance(self.ours, AbstractContextManager):  # so that files don't stay open by the hundred
            self.ours.__exit__(None, None, None)

    @rule(ms=st.integers(0, 15))
    def time_passes(self, ms: int) -> None:
        self.now += ms
        self.both("get", NEVER[self.now % len(NEVER)])

    @rule(id=ids, payload=texts, group=st.none() | texts)
    def enqueue(self, id: str, payload: str, group: str | None) -> None:
        self.both("enqueue", id, payload, group)

    @rule(id=ids, payload=texts, due=times, group=st.none() | texts)
    def enqueue_at(self, id: str, payload: str, due: int, group: str | None) -> None:
        self.both("enqueue_at", id, payload, due, group)

    @rule(lease=spans)
    def claim(self, lease: int) -> None:
        self.both("claim", self.now, lease)

    @rule(now=times, lease=spans)
    def claim_at_any_time(self, now: int, lease: int) -> None:
        self.both("claim", now, lease)

    def someone(self, aim: int, id: str, token: int) -> tuple[str, int]:
        """Mostly a job that is held and its token, at times any row and the number it shows, else what was drawn."""
        rows = list(self.model.state.rows.values())
        held = [row for row in rows if row.state is JobState.ACTIVE]
        if aim < 6 and held:
            row = held[aim % len(held)]
        elif aim < 8 and rows:
            row = rows[token % len(rows)]
        else:
            return id, token
        return row.id, row.attempts

    @rule(aim=aims, id=ids, token=tokens)
    def complete(self, aim: int, id: str, token: int) -> None:
        self.both("complete", *self.someone(aim, id, token))

    @rule(aim=aims, id=ids, token=tokens, delay=spans, most=st.integers(0, 4) | st.sampled_from(FAR), error=texts)
    def retry(self, aim: int, id: str, token: int, delay: int, most: int, error: str) -> None:
        self.both("retry", *self.someone(aim, id, token), self.now, delay, most, error)

    @rule(aim=aims, id=ids, token=tokens, now=times, lease=spans)
    def extend(self, aim: int, id: str, token: int, now: int, lease: int) -> None:
        self.both("extend", *self.someone(aim, id, token), now, lease)

    @rule(limit=limits)
    def promote(self, limit: int) -> None:
        self.both("promote", self.now, limit)

    @rule(limit=limits)
    def reap(self, limit: int) -> None:
        self.both("reap", self.now, limit)

    @rule(verb=st.sampled_from(["promote", "reap"]), now=times, limit=limits)
    def sweep_at_any_time(self, verb: str, now: int, limit: int) -> None:
        self.both(verb, now, limit)

    @rule(limit=limits)
    def browse(self, limit: int) -> None:
        self.both("browse", limit)


def outcome(store: object, verb: str, *arguments: object) -> tuple[object, ...]:
    """What a call came to: its answer, the type of it, and the types within; or which refusal, in which words."""
    try:
        answer = getattr(store, verb)(*arguments)
    except ValueError as refusal:
        return type(refusal), str(refusal)
    return type(answer), answer, type(getattr(answer, "state", None))


def test_a_backing_answers_as_memory_does(fresh: Fresh) -> None:
    class Told(Beside):
        pass

    Told.fresh = staticmethod(fresh)
    run_state_machine_as_test(
        Told,
        settings=settings(
            max_examples=STEPS * 3 // 2 // RUN,  # not every run is as long as it may be
            stateful_step_count=RUN,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert Told.steps >= STEPS
