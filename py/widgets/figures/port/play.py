"""Commands played on a store: every call that was made of it, every answer, and what a caller knows from them.

The calls go through the port and nothing else is asked, so a play on another store is told by the same lines.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from echomq import branded_id
from echomq.port import Job, StorePort, Verdict
from echomq.snowflake import Snowflake
from widgets.figures.port.commands import WORKERS, Command
from widgets.figures.port.observed import Answer, Call, Ending, Entry, Lease, Pass, Play, Row

STEP_MS = 10_000
LEASE_MS = 30_000
DUE_MS = 20_000
MAX_ATTEMPTS = 3
LIMIT = 100
ERROR = "mailbox full"

_PAYLOADS = ("to ada", "to grace", "to alan", "to barbara")
_OTHER_PAYLOAD = "to eve"
_LONGEST_DELAY_MS = 40_000
_FIRST = 1_748_768_400_000
_MINTED = (0, 1, 5_000, 60_000)
"""When the first ids were minted, in ms after 2025-06-01T09:00:00Z; each further one a minute after the one before."""

_ENDINGS: dict[Answer, Ending] = {
    Verdict.OK: Ending.COMPLETED,
    Verdict.SCHEDULED: Ending.RETURNED,
    Verdict.DEAD: Ending.DEAD,
}


Watch = Callable[[], AbstractContextManager[None]]
"""Begins to take down what a store does, and ends it."""


def play(commands: Iterable[Command], store: StorePort, watch: Watch = nullcontext) -> Play:
    """Give `commands` to `store`, which is empty and whose time is the play's; each call is made in a `watch` of its own."""
    player = _Player(store, watch)
    for command in commands:
        player.take(command)
    last = {by: None if at is None else player.leases[at] for by, at in player.last.items()}
    return Play(tuple(player.log), player.clock, player.rows, store.counts(), tuple(player.leases), last)


def id_at(number: int) -> str:
    """Return the id that is enqueued as number `number`, counted from 0: JOBs of node 7, in the order of minting."""
    known = len(_MINTED) - 1
    offset = _MINTED[number] if number <= known else _MINTED[known] + (number - known) * 60_000
    return branded_id.compose("JOB", Snowflake(_FIRST + offset, 7, 0).pack())


class _Player:
    """The work of playing: the clock, what the store said so far, and who believes what."""

    def __init__(self, store: StorePort, watch: Watch) -> None:
        self.log: list[Entry | Pass] = []
        self.clock = 0
        self.rows: dict[str, Row] = {}
        self.leases: list[Lease] = []
        self.last: dict[str, int | None] = dict.fromkeys(WORKERS)
        self._store = store
        self._watch = watch
        self._held: dict[str, int] = {}
        self._admitted = 0
        self._calls = 0

    def take(self, command: Command) -> None:
        match command.verb:
            case Command.ADVANCE:
                self.clock += STEP_MS
            case Command.ENQUEUE:
                self._admit(_PAYLOADS[self._admitted % len(_PAYLOADS)])
            case Command.ENQUEUE_AT:
                self._admit(_PAYLOADS[self._admitted % len(_PAYLOADS)], self.clock + DUE_MS)
            case Command.ENQUEUE_AGAIN:
                self._enqueue_again()
            case "claim":
                self._claim(command.worker)
            case "complete" | "retry" | "extend" as verb:
                self._show_token(command.worker, verb)
            case verb:
                self._sweep(verb)

    def _ask(self, verb: str, arguments: dict[str, str | int], by: str = "", lease: Lease | None = None) -> Entry:
        """Make the call that the log will show, and look at the rows it may have changed."""
        with self._watch():
            given: Answer | list[str] = getattr(self._store, verb)(**arguments)
        answer: Answer = tuple(given) if isinstance(given, list) else given
        before, self.rows = self.rows, dict(self.rows)
        self._calls += 1
        entry = Entry(self._calls, self.clock, by, Call(verb, arguments), answer, before, self.rows, lease)
        self.log.append(entry)
        return entry

    def _look(self, id: str, time: int | None = None, holder: str = "") -> None:
        job = self._store.get(id)
        if job is None:
            del self.rows[id]
        else:
            self.rows[id] = Row(job, time, holder)

    def _admit(self, payload: str, due: int | None = None) -> None:
        id = id_at(self._admitted)
        self._admitted += 1
        if due is None:
            self._ask("enqueue", {"id": id, "payload": payload})
        else:
            self._ask("enqueue_at", {"id": id, "payload": payload, "due_ms": due})
        self._look(id, due)

    def _enqueue_again(self) -> None:
        if not self._admitted:
            self.log.append(Pass(self.clock, "", "nothing was enqueued yet: no call"))
            return
        id = id_at(self._admitted - 1)
        if not self._ask("enqueue", {"id": id, "payload": _OTHER_PAYLOAD}).is_refused:
            self._look(id)

    def _claim(self, by: str) -> None:
        job = self._ask("claim", {"now": self.clock, "lease_ms": LEASE_MS}, by).answer
        if isinstance(job, Job):
            self.last[by] = self._held[job.id] = len(self.leases)
            self.leases.append(Lease(by, job.id, job.attempts, self.clock, self.clock + LEASE_MS))
            self._look(job.id, self.clock + LEASE_MS, by)

    def _show_token(self, by: str, verb: str) -> None:
        """Send the id and the token that the worker received last, whatever became of them since."""
        at = self.last[by]
        if at is None:
            self.log.append(Pass(self.clock, by, f"{by} holds nothing: no call"))
            return
        lease = self.leases[at]
        arguments: dict[str, str | int] = {"id": lease.id, "token": lease.token}
        delay = min(STEP_MS * 2 ** (lease.token - 1), _LONGEST_DELAY_MS)
        if verb == "retry":
            arguments |= {"now": self.clock, "delay_ms": delay, "max_attempts": MAX_ATTEMPTS, "error": ERROR}
        if verb == "extend":
            arguments |= {"now": self.clock, "lease_ms": LEASE_MS}
        entry = self._ask(verb, arguments, by, lease)
        if entry.is_refused:
            return
        if verb == "extend":
            held = self._held[lease.id]
            self.leases[held] = replace(self.leases[held], deadline=self.clock + LEASE_MS)
            self._look(lease.id, self.clock + LEASE_MS, self.leases[held].by)
            return
        self._end(lease.id, _ENDINGS[entry.answer], by)
        self._look(lease.id, self.clock + delay if entry.answer is Verdict.SCHEDULED else None)

    def _sweep(self, verb: str) -> None:
        for id in self._ask(verb, {"now": self.clock, "limit": LIMIT}).ids:
            if verb == Command.REAP:
                self._end(id, Ending.REAPED, "")
            self._look(id)

    def _end(self, id: str, ending: Ending, by: str) -> None:
        held = self._held.pop(id)
        self.leases[held] = replace(self.leases[held], end=self.clock, ending=ending, ended_by=by)
