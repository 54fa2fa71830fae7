"""The verbs as scripts: keys and arguments go out as their heads say, and words come back.

A row is the hash `emq:{queue}:job:<id>`. The pending and the dead are sorted sets of one score, where the bytes of the
ids decide; the schedule and the active set are scored by milliseconds.

Behind the keys of its head every script is given one more, which is never there. A cluster that moves a slot key by key
runs a script wherever all keys that it names are, and so in the middle of a queue of which a lane or a row is elsewhere:
it would fail after its first write, or take for empty what had not come yet. One that names an absent key it refuses
before it begins (TRYAGAIN), here and there, until the slot is whole again.
"""

from collections.abc import Sequence
from operator import index
from typing import cast

from echomq import branded_id, transitions
from echomq.job import Job
from echomq.keyspace import queue_key, row_type
from echomq.links.commands import Answer, Commands, Word
from echomq.port import Admission, Counts, Verdict
from echomq.stores.valkey import words
from echomq.stores.valkey.scripts import script
from echomq.transitions import QueueState
from echomq.transitions.demands import time_after

CLOCK_SPAN = 2**52
"""How many milliseconds a script may add to its server's clock: with the clock, they stay far below `words.SCORE_MAX`."""


class ValkeyStore:
    """A queue of ids of one namespace on a server or a cluster; as many stores as you like may share it.

    Whoever opened the way there closes it. Two namespaces in one queue is the caller's mistake to avoid: nothing on the
    server says which is meant.
    """

    __slots__ = (
        "_absent",
        "_active",
        "_commands",
        "_dead",
        "_empty",
        "_lane",
        "_pending",
        "_ring",
        "_rows",
        "_schedule",
    )

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
        self._absent = queue_key(queue, "absent")
        self._empty = QueueState(namespace=namespace)

    def enqueue(self, id: str, payload: str, group: str | None = None) -> Admission:
        """Let a new id in among the pending; see `StorePort.enqueue`."""
        transitions.enqueue(self._empty, id, payload, group)
        turn = b"" if group is None else b":" + words.text("group", group)
        keys = (self._row(id), self._pending, self._lane.encode() + turn, self._ring)
        return Admission(self._said("enqueue", keys, id, words.text("payload", payload), turn, *words.group(group)))

    def enqueue_at(self, id: str, payload: str, due_ms: int, group: str | None = None) -> Admission:
        """Let a new id in for later; see `StorePort.enqueue_at`."""
        transitions.enqueue_at(self._empty, id, payload, due_ms, group)
        keys = (self._row(id), self._schedule)
        due = words.score(due_ms)
        return Admission(self._said("enqueue_at", keys, id, words.text("payload", payload), *due, *words.group(group)))

    def claim(self, now: int | None, lease_ms: int) -> Job | None:
        """Lend the oldest pending job of the lane whose turn it is; see `StorePort.claim`."""
        transitions.claim(self._empty, now or 0, lease_ms)
        deadline = self._after(now, "lease_ms", lease_ms)
        answer = self._run("claim", (self._pending, self._ring, self._active), self._rows, self._lane, *deadline)
        if answer is None:
            return None
        id, *fields = cast("list[bytes]", answer)
        return words.job(id.decode(), [b"active", *fields])

    def complete(self, id: str, token: int) -> Verdict:
        """Delete a job that `token` holds; see `StorePort.complete`."""
        if not self._can_have_row(id):
            return Verdict.GONE
        return Verdict(self._said("complete", (self._row(id), self._active), id, words.token(token)))

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
        most = min(max_attempts, words.SCORE_MAX)
        return Verdict(self._said("retry", keys, id, words.token(token), most, words.text("error", error), *due))

    def extend(self, id: str, token: int, now: int | None, lease_ms: int) -> Verdict:
        """Move the deadline of a job that `token` holds; see `StorePort.extend`."""
        transitions.extend(self._empty, id, token, now or 0, lease_ms)
        deadline = self._after(now, "lease_ms", lease_ms)
        if not self._can_have_row(id):
            return Verdict.GONE
        keys = (self._row(id), self._active)
        return Verdict(self._said("extend", keys, id, words.token(token), *deadline))

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
        return words.ids(self._commands.call("ZRANGE", self._pending, 0, min(limit, words.SCORE_MAX) - 1, "REV"))

    def get(self, id: str) -> Job | None:
        """Return a job's row; see `StorePort.get`."""
        if not self._can_have_row(id):
            return None
        fields = cast("list[bytes | None]", self._commands.call("HMGET", self._row(id), *words.FIELDS))
        return None if fields[0] is None else words.job(id, fields)

    def counts(self) -> Counts:
        """Return how many ids each set holds; see `StorePort.counts`."""
        keys = (self._pending, self._schedule, self._active, self._dead)
        return Counts(*cast("list[int]", self._run("counts", keys)))

    def _swept(self, verb: str, source: str, now: int | None, limit: int) -> list[str]:
        keys = (source, self._pending, self._ring)
        time = ("+0", "") if now is None else words.score(now)
        return words.ids(self._run(verb, keys, self._rows, self._lane, *time, min(limit, words.SCORE_MAX)))

    def _run(self, verb: str, keys: Sequence[str | bytes], *arguments: Word) -> Answer:
        return script(verb).run(self._commands, (*keys, self._absent), arguments)

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
        return words.score(time_after(now, name, ms))
