"""The verbs as scripts: keys and arguments go out as their heads say, and words come back.

A row is the hash `emq:{queue}:job:<id>`. The pending and the dead are sorted sets of one score, where the bytes of the
ids decide; the schedule and the active set are scored by milliseconds. A score is a double and holds every whole number
up to 2^53: of a time past that, the rest stands in front of the member's id, where again the bytes decide.
"""

from collections.abc import Sequence
from operator import index
from typing import cast

from echomq import branded_id, transitions
from echomq.gate import demand_str
from echomq.job import Job, JobState
from echomq.keyspace import queue_key, row_type
from echomq.links.commands import Answer, Commands, Word
from echomq.port import Admission, Counts, Verdict
from echomq.stores.valkey.scripts import script
from echomq.times import written
from echomq.transitions import QueueState
from echomq.transitions.demands import time_after

SCORE_MAX = 2**53
"""Up to here a double holds every whole number."""

CLOCK_SPAN = 2**52
"""How many milliseconds a script may add to its server's clock: with the clock, they stay far below `SCORE_MAX`."""

_FIELDS = ("state", "attempts", "payload", "group", "progress", "last_error")


class ValkeyStore:
    """A queue of ids of one namespace on a server or a cluster; as many stores as you like may share it.

    Whoever opened the way there closes it. Two namespaces in one queue is the caller's mistake to avoid: nothing on the
    server says which is meant.
    """

    __slots__ = ("_active", "_commands", "_dead", "_empty", "_lane", "_pending", "_ring", "_rows", "_schedule")

    def __init__(self, commands: Commands, queue: str, namespace: str = "JOB") -> None:
        """Speak of `queue` by `commands`. Raises ValueError if `keyspace.queue_refusal` refuses its name, and if
        `namespace` is not three letters A-Z.
        """
        self._commands = commands
        self._pending = queue_key(queue, "pending")
        self._schedule = queue_key(queue, "schedule")
        self._active = queue_key(queue, "active")
        self._dead = queue_key(queue, "dead")
        self._ring = queue_key(queue, "ring")
        self._lane = queue_key(queue, "lane")
        self._rows = queue_key(queue, row_type(""))
        self._empty = QueueState(namespace=namespace)

    def enqueue(self, id: str, payload: str, group: str | None = None) -> Admission:
        """Let a new id in among the pending; see `StorePort.enqueue`."""
        transitions.enqueue(self._empty, id, payload, group)
        turn = b"" if group is None else b":" + _bytes("group", group)
        keys = (self._row(id), self._pending, self._lane.encode() + turn, self._ring)
        return Admission(self._said("enqueue", keys, id, _bytes("payload", payload), turn, *_group(group)))

    def enqueue_at(self, id: str, payload: str, due_ms: int, group: str | None = None) -> Admission:
        """Let a new id in for later; see `StorePort.enqueue_at`."""
        transitions.enqueue_at(self._empty, id, payload, due_ms, group)
        keys = (self._row(id), self._schedule)
        due = _score(due_ms)
        return Admission(self._said("enqueue_at", keys, id, _bytes("payload", payload), *due, *_group(group)))

    def claim(self, now: int | None, lease_ms: int) -> Job | None:
        """Lend the oldest pending job of the lane whose turn it is; see `StorePort.claim`."""
        transitions.claim(self._empty, now or 0, lease_ms)
        deadline = self._after(now, "lease_ms", lease_ms)
        answer = self._run("claim", (self._pending, self._ring, self._active), self._rows, self._lane, *deadline)
        if answer is None:
            return None
        id, *fields = cast("list[bytes]", answer)
        return _job(id.decode(), [b"active", *fields])

    def complete(self, id: str, token: int) -> Verdict:
        """Delete a job that `token` holds; see `StorePort.complete`."""
        if not self._can_have_row(id):
            return Verdict.GONE
        return Verdict(self._said("complete", (self._row(id), self._active), id, _token(token)))

    def retry(
        self,
        id: str,
        token: int,
        now: int | None,
        delay_ms: int,
        max_attempts: int,
        error: str,
    ) -> Verdict:
        """Give a job back that `token` holds; see `StorePort.retry`."""
        transitions.retry(self._empty, id, token, now or 0, delay_ms, max_attempts, error)
        due = self._after(now, "delay_ms", delay_ms)
        if not self._can_have_row(id):
            return Verdict.GONE
        keys = (self._row(id), self._active, self._schedule, self._dead)
        most = min(max_attempts, SCORE_MAX)
        return Verdict(self._said("retry", keys, id, _token(token), most, _bytes("error", error), *due))

    def extend(self, id: str, token: int, now: int | None, lease_ms: int) -> Verdict:
        """Move the deadline of a job that `token` holds; see `StorePort.extend`."""
        transitions.extend(self._empty, id, token, now or 0, lease_ms)
        deadline = self._after(now, "lease_ms", lease_ms)
        if not self._can_have_row(id):
            return Verdict.GONE
        keys = (self._row(id), self._active)
        return Verdict(self._said("extend", keys, id, _token(token), *deadline))

    def promote(self, now: int | None, limit: int) -> list[str]:
        """Make scheduled ids pending that are due; see `StorePort.promote`."""
        transitions.promote(self._empty, 0, limit)
        return self._swept("promote", self._schedule, now, limit)

    def reap(self, now: int | None, limit: int) -> list[str]:
        """End leases that have lapsed; see `StorePort.reap`."""
        transitions.reap(self._empty, 0, limit)
        return self._swept("reap", self._active, now, limit)

    def browse(self, limit: int) -> list[str]:
        """Return pending ids, the newest first; see `StorePort.browse`."""
        transitions.browse(self._empty, limit)
        if limit == 0:  # there is no range of none: its end would be the last
            return []
        return _ids(self._commands.call("ZRANGE", self._pending, 0, min(limit, SCORE_MAX) - 1, "REV"))

    def get(self, id: str) -> Job | None:
        """Return a job's row; see `StorePort.get`."""
        if not self._can_have_row(id):
            return None
        fields = cast("list[bytes | None]", self._commands.call("HMGET", self._row(id), *_FIELDS))
        return None if fields[0] is None else _job(id, fields)

    def counts(self) -> Counts:
        """Return how many ids each set holds; see `StorePort.counts`."""
        keys = (self._pending, self._schedule, self._active, self._dead)
        return Counts(*cast("list[int]", self._run("counts", keys)))

    def _swept(self, verb: str, source: str, now: int | None, limit: int) -> list[str]:
        keys = (source, self._pending, self._ring)
        time = ("+0", "") if now is None else _score(now)
        return _ids(self._run(verb, keys, self._rows, self._lane, *time, min(limit, SCORE_MAX)))

    def _run(self, verb: str, keys: Sequence[str | bytes], *arguments: Word) -> Answer:
        return script(verb).run(self._commands, keys, arguments)

    def _said(self, verb: str, keys: Sequence[str | bytes], *arguments: Word) -> str:
        return cast("bytes", self._run(verb, keys, *arguments)).decode()

    def _can_have_row(self, id: str) -> bool:
        """Tell whether `id` could have been admitted; any other has no row, and may not even make a key."""
        try:
            given, _ = branded_id.decode(id)
        except ValueError:
            return False
        return given == self._empty.namespace

    def _row(self, id: str) -> str:
        return self._rows + id

    def _after(self, now: int | None, name: str, ms: int) -> tuple[str, str]:
        """Write the time `ms` after `now` as the scripts take it: score, and what lies beyond. A refusal speaks of `ms` by
        its `name`.

        Without a `now` the script adds to its server's clock, by a double. What that can't hold is added here, to a time
        that the same server was asked for.
        """
        if now is None:
            if -CLOCK_SPAN < ms < CLOCK_SPAN:
                return f"+{index(ms)}", ""
            now = int(cast("bytes", self._run("clock", (self._pending,))))
        return _score(time_after(now, name, ms))


def _score(time: int) -> tuple[str, str]:
    near = written(time, SCORE_MAX)
    return str(near.near), near.beyond


def _job(id: str, fields: list[bytes | None]) -> Job:
    state, attempts, payload, group, progress, last_error = map(_text, fields)
    assert state is not None
    assert attempts is not None
    assert payload is not None
    return Job(id, JobState(state), int(attempts), payload, group, progress, last_error)


def _ids(answer: Answer) -> list[str]:
    return [id.decode() for id in cast("list[bytes]", answer)]


def _token(token: int) -> str:
    """Write a token as a row writes its attempts; one that no row can have, as what none has."""
    return str(index(token)) if 0 <= token <= SCORE_MAX else "-1"


def _group(group: str | None) -> tuple[bytes, ...]:
    return () if group is None else (_bytes("group", group),)


def _bytes(name: str, text: str) -> bytes:
    """Return the bytes of a text; half a surrogate pair has no UTF-8, and is kept by the scheme all the same."""
    demand_str(name, text)
    return text.encode(errors="surrogatepass")


def _text(data: bytes | None) -> str | None:
    return None if data is None else data.decode(errors="surrogatepass")
