"""Whatever is called in whatever order, the ten things a store promises hold after every step.

Nothing here knows how the transitions work. The machine remembers what it saw and heard, and each promise is asked of
that: I1 four disjoint sets that together are the rows, I2 a row's state names its set, I3 attempts rise by a claim, by
one, and never fall, I4 tokens of one life grow, I5 only the holder's token acts and a refusal changes nothing, I6 a row
leaves by a completion alone, I7 a claim takes the smallest pending id of a lane, and without groups of all, I8 a second
admission is none, I9 the dead stay dead, I10 all keys of a queue share one slot, I11 between two services of a lane
each other one that stayed ready is served: once, if the first stayed ready too.
"""

from collections import Counter
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from echomq.branded_id import compose
from echomq.job import Job
from echomq.keyspace import job_key, queue_key, slot
from echomq.port import Admission, StorePort, Verdict
from echomq.stores.memory import MemoryStore

IDS = [compose("JOB", 187490421964828672 + step) for step in (0, 1, 2, 4096, 4194304, 2**40)]

ids = st.sampled_from(IDS)
short = st.integers(1, 20)
limits = st.integers(0, 4)


class Seen(NamedTuple):
    """A store as it looks from outside at one moment."""

    rows: dict[str, Job]
    pending: list[str]
    schedule: dict[str, int]
    active: dict[str, int]
    dead: list[str]


class Round:
    """What was seen of other lanes since one lane was served."""

    def __init__(self, ready: set[str | None]) -> None:
        self.steady = ready
        self.served: Counter[str | None] = Counter()


class Promises(RuleBasedStateMachine):
    store: StorePort
    groups: tuple[str | None, ...] = (None,)

    def __init__(self) -> None:
        super().__init__()
        self.now = 0
        self.lives: dict[str, list[int]] = {}  # id -> the tokens its present life gave out
        self.claimed: str | None = None  # by the step that was just taken
        self.completed: str | None = None
        self.rounds: dict[str | None, Round] = {}
        self.past: list[tuple[object, Seen]] = []

    @initialize()
    def open_store(self) -> None:
        self.memory = MemoryStore()
        self.store = self.memory
        self.before = self.look()

    def look(self) -> Seen:
        state = self.memory.state
        return Seen(dict(state.rows), list(state.pending), dict(state.schedule), dict(state.active), list(state.dead))

    def holds(self, id: str, token: int) -> bool:
        """Whether, by what was heard so far, `token` is that of the lease on `id` and the lease was not ended."""
        return id in self.before.active and self.lives[id][-1] == token

    @rule(ms=st.integers(0, 15))
    def time_passes(self, ms: int) -> None:
        self.now += ms

    @rule(id=ids, payload=st.sampled_from("ab"), due=st.none() | st.integers(0, 30), data=st.data())
    def admit(self, id: str, payload: str, due: int | None, data: st.DataObject) -> None:
        known = id in self.before.rows
        group = data.draw(st.sampled_from(self.groups))
        if due is None:
            answer = self.store.enqueue(id, payload, group)
            assert answer is (Admission.DUPLICATE if known else Admission.ENQUEUED)
        else:
            answer = self.store.enqueue_at(id, payload, due, group)
            assert answer is (Admission.DUPLICATE if known else Admission.SCHEDULED)
        if known:
            assert self.look() == self.before  # I8
        else:
            self.lives[id] = []
            row = self.look().rows[id]
            assert (row.payload, row.group, row.attempts) == (payload, group, 0)
            assert self.look().schedule.get(id) == due

    @rule(lease=short)
    def claim(self, lease: int) -> None:
        job = self.store.claim(self.now, lease)
        if job is None:
            assert not self.before.pending
            return
        lane = [id for id in self.before.pending if self.before.rows[id].group == job.group]
        assert job.id == min(lane)  # I7
        self.check_turn(job.group)
        assert all(job.attempts > token for token in self.lives[job.id])  # I4
        assert self.look().active[job.id] == self.now + lease
        self.lives[job.id].append(job.attempts)
        self.claimed = job.id

    @precondition(lambda self: self.lives)
    @rule(data=st.data())
    def complete(self, data: st.DataObject) -> None:
        id, token = self.some_token(data)
        held = self.holds(id, token)
        answer = self.store.complete(id, token)
        self.check_refusal(id, answer, held=held)
        if held:
            assert answer is Verdict.OK
            self.completed = id

    @precondition(lambda self: self.lives)
    @rule(data=st.data(), delay=st.integers(0, 20), most=st.integers(1, 4))
    def retry(self, data: st.DataObject, delay: int, most: int) -> None:
        id, token = self.some_token(data)
        held = self.holds(id, token)
        answer = self.store.retry(id, token, self.now, delay, most, f"error {token}")
        self.check_refusal(id, answer, held=held)
        if held:
            after = self.look()
            assert after.rows[id].last_error == f"error {token}"
            assert answer is (Verdict.DEAD if token >= most else Verdict.SCHEDULED)
            assert after.schedule.get(id) == (None if token >= most else self.now + delay)
            assert (id in after.dead) == (token >= most)

    @precondition(lambda self: self.lives)
    @rule(data=st.data(), lease=short)
    def extend(self, data: st.DataObject, lease: int) -> None:
        id, token = self.some_token(data)
        held = self.holds(id, token)
        answer = self.store.extend(id, token, self.now, lease)
        self.check_refusal(id, answer, held=held)
        if held:
            assert answer is Verdict.OK
            assert self.look() == self.before._replace(active={**self.before.active, id: self.now + lease})

    @rule(limit=limits)
    def promote(self, limit: int) -> None:
        due = sorted((time, id) for id, time in self.before.schedule.items() if time <= self.now)[:limit]
        assert self.store.promote(self.now, limit) == [id for _, id in due]

    @rule(limit=limits)
    def reap(self, limit: int) -> None:
        due = sorted((time, id) for id, time in self.before.active.items() if time <= self.now)[:limit]
        assert self.store.reap(self.now, limit) == [id for _, id in due]

    @rule(limit=limits)
    def browse(self, limit: int) -> None:
        assert self.store.browse(limit) == sorted(self.before.pending, reverse=True)[:limit]

    def some_token(self, data: st.DataObject) -> tuple[str, int]:
        """Draw an id and a token it gave out in this life or could be asked for by mistake."""
        id = data.draw(st.sampled_from(sorted(self.lives)))
        given = self.lives[id]
        return id, data.draw(st.sampled_from([*given[-1:], *given[-1:], *given, -1, 0, 1, 2, 99]))

    def check_refusal(self, id: str, answer: Verdict, *, held: bool) -> None:
        """I5: only the holder is served; GONE and STALE tell whether there is a row, and change nothing."""
        assert (answer in {Verdict.OK, Verdict.SCHEDULED, Verdict.DEAD}) == held
        if not held:
            assert answer is (Verdict.STALE if id in self.before.rows else Verdict.GONE)
            assert self.look() == self.before

    def check_turn(self, lane: str | None) -> None:
        """I11, as the lane of a claim is served."""
        for one in self.rounds.values():
            one.served[lane] += 1
        last = self.rounds.get(lane)
        if last is not None:
            others = {other: last.served[other] for other in last.steady if other != lane}
            assert 0 not in others.values()
            assert lane not in last.steady or set(others.values()) <= {1}
        self.rounds[lane] = Round(self.ready(self.look()))

    def ready(self, seen: Seen) -> set[str | None]:
        """The lanes that have a pending id."""
        return {seen.rows[id].group for id in seen.pending}

    @invariant()
    def promises_hold(self) -> None:
        if not hasattr(self, "memory"):
            return
        now, before = self.look(), self.before
        sets = {"pending": now.pending, "scheduled": now.schedule, "active": now.active, "dead": now.dead}
        members = [id for each in sets.values() for id in each]
        assert sorted(members) == sorted(now.rows)  # I1: a member of two sets would be listed twice
        assert {id: state for state, each in sets.items() for id in each} == {
            id: row.state.value for id, row in now.rows.items()
        }  # I2
        for id in before.rows.keys() & now.rows.keys():
            assert now.rows[id].attempts == before.rows[id].attempts + (id == self.claimed)  # I3
            assert now.rows[id].payload == before.rows[id].payload
        for one in self.rounds.values():
            one.steady &= self.ready(now)
        gone = before.rows.keys() - now.rows.keys()
        assert gone == ({self.completed} if self.completed else set())  # I6
        assert set(before.dead) <= set(now.dead)  # I9
        assert tuple(self.store.counts()) == tuple(len(each) for each in sets.values())
        assert all(self.store.get(id) == now.rows.get(id) for id in IDS)
        keys = [*(queue_key("email", kind) for kind in sets), *(job_key("email", id) for id in now.rows)]
        assert {slot(key) for key in keys} == {10780}  # I10
        self.past.append((self.memory.state, now))
        self.before, self.claimed, self.completed = now, None, None

    def teardown(self) -> None:
        """States are values: every one that was ever current still says what it said then."""
        for state, seen in self.past:
            self.memory._state = state  # type: ignore[assignment]
            assert self.look() == seen


class InLanes(Promises):
    groups = (None, "", "a", "b")


Promises.TestCase.settings = settings(max_examples=120, stateful_step_count=40, deadline=None)
TestPromises = Promises.TestCase
InLanes.TestCase.settings = Promises.TestCase.settings
TestPromisesInLanes = InLanes.TestCase
