"""Everything that a queue holds, read past the verbs, and seen to be whole: each id in one set, and its row says which."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import cast

from echomq.branded_id import compose
from echomq.job import Job, JobState
from echomq.keyspace import queue_key
from echomq.links.commands import Commands
from echomq.stores.memory import MemoryStore
from echomq.stores.sqlite import SqliteStore
from echomq.stores.valkey import ValkeyStore

Rows = dict[str, Job]

SETS = {
    "pending": JobState.PENDING,
    "schedule": JobState.SCHEDULED,
    "active": JobState.ACTIVE,
    "dead": JobState.DEAD,
}


def in_memory(store: MemoryStore) -> Rows:
    state = store.state
    sets = {kind: list(cast("Iterable[str]", getattr(state, kind))) for kind in SETS}
    lanes = {group: list(ids) for group, ids in state.lanes.items()}
    return whole(dict(state.rows), sets, lanes, list(state.lanes))


def in_sqlite(path: Path) -> Rows:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        numbers = [number for (number,) in connection.execute("SELECT number FROM job")]
        ring = [lane or None for (lane,) in connection.execute("SELECT lane FROM ring")]
    with SqliteStore(path) as store:
        jobs = {job.id: job for job in (store.get(compose("JOB", number)) for number in numbers) if job is not None}
        pending = store.browse(len(numbers))
    assert len(jobs) == len(numbers)
    sets = {kind: [id for id, job in jobs.items() if job.state is state] for kind, state in SETS.items()}
    assert sorted(sets["pending"]) == sorted(pending)
    lanes: dict[str | None, list[str]] = {}
    for id in pending:
        lanes.setdefault(jobs[id].group, []).append(id)
    return whole(jobs, sets, lanes, ring)


def on_valkey(commands: Commands, queue: str) -> Rows:
    """What a server holds of `queue`, whose name has no sign that `KEYS` would read as a pattern."""
    prefix = queue_key(queue, "")
    keys = [key.decode().removeprefix(prefix) for key in cast("list[bytes]", commands.call("KEYS", f"{prefix}*"))]
    if not keys:  # and if another node of a cluster holds them, this one would not answer for them
        return {}
    store = ValkeyStore(commands, queue)
    jobs: Rows = {}
    lanes: dict[str | None, list[str]] = {}
    for key in keys:
        if key.startswith("job:"):
            job = store.get(key.removeprefix("job:"))
            assert job is not None, f"{key} is no row"
            jobs[job.id] = job
        elif key.startswith("lane"):
            lanes[_group(key.removeprefix("lane"))] = _members(commands, prefix + key)
    sets = {kind: _members(commands, prefix + kind) for kind in SETS}
    ring = [_group(turn.decode()) for turn in cast("list[bytes]", commands.call("LRANGE", f"{prefix}ring", 0, -1))]
    return whole(jobs, sets, lanes, ring)


def whole(jobs: Rows, sets: dict[str, list[str]], lanes: dict[str | None, list[str]], ring: list[str | None]) -> Rows:
    """Return `jobs`, once it is seen that the sets are disjoint and are exactly they, and the lanes exactly the pending."""
    assert sorted(id for ids in sets.values() for id in ids) == sorted(jobs)
    assert {id: state for kind, state in SETS.items() for id in sets[kind]} == {
        id: job.state for id, job in jobs.items()
    }
    assert sorted((id, group) for group, ids in lanes.items() for id in ids) == sorted(
        (id, jobs[id].group) for id in sets["pending"]
    )
    assert sorted(ring, key=str) == sorted(lanes, key=str)
    return jobs


def _members(commands: Commands, key: str) -> list[str]:
    # What lies beyond a score may stand in front of the id.
    return [member.decode()[-14:] for member in cast("list[bytes]", commands.call("ZRANGE", key, 0, -1))]


def _group(turn: str) -> str | None:
    return turn.removeprefix(":") if turn else None
