"""The store on a Valkey server: what lies under its keys, whose clock counts, and what is refused."""

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from begun import DA, DY, DZ, NEW, begin
from echomq.branded_id import compose
from echomq.job import Job
from echomq.keyspace import slot
from echomq.links.client import to_server
from echomq.links.commands import Commands
from echomq.port import Verdict
from echomq.snowflake import Mint
from echomq.stores.valkey import ValkeyStore
from looking import dump

ROOT = Path(__file__).parents[2]


def begun(commands: Commands) -> ValkeyStore:
    store = ValkeyStore(commands, "email")
    begin(store)
    return store


def test_a_row_is_a_hash_and_each_set_a_sorted_one(commands: Commands) -> None:
    store = begun(commands)
    store.enqueue(NEW, "d")
    store.claim(1_748_768_400_000, 30_000)
    assert store.retry(DZ, 1, 0, 0, 1, "no route") is Verdict.DEAD
    hash_of = {
        key: dict(zip(row[::2], row[1::2], strict=True))
        for key, value in dump(commands).items()
        if b":job:" in key and (row := cast("list[bytes]", value))
    }
    assert {key: value for key, value in dump(commands).items() if key not in hash_of} == {
        b"emq:{email}:pending": [NEW.encode(), b"0"],
        b"emq:{email}:lane": [NEW.encode(), b"0"],
        b"emq:{email}:ring": [b""],
        b"emq:{email}:schedule": [DA.encode(), b"0"],
        b"emq:{email}:active": [DY.encode(), b"10"],
        b"emq:{email}:dead": [DZ.encode(), b"0"],
    }
    assert hash_of[b"emq:{email}:job:JOB0Dqhu1EacDY"] == {
        b"state": b"active",
        b"attempts": b"1",
        b"payload": b"a",
        b"group": b"tenant-42",
        b"beyond": b"",
    }
    assert hash_of[b"emq:{email}:job:JOB0Dqhu1EacDZ"][b"last_error"] == b"no route"
    assert {slot(key) for key in dump(commands)} == {10780}


def test_a_time_that_a_score_cannot_hold_stands_in_front_of_the_id(commands: Commands) -> None:
    store = ValkeyStore(commands, "email")
    for id, due in ((DY, 2**53 + 1), (DZ, 2**53), (DA, 2**53 - 1), (NEW, -(2**53) - 1)):
        store.enqueue_at(id, "a", due)
    assert commands.call("ZRANGE", "emq:{email}:schedule", 0, -1, "WITHSCORES") == [
        b"09999999981377777777777777777" + NEW.encode(),
        b"-9007199254740992",
        DA.encode(),
        b"9007199254740991",
        b"10000000018400000000000000000" + DZ.encode(),
        b"9007199254740992",
        b"10000000018400000000000000001" + DY.encode(),
        b"9007199254740992",
    ]
    assert store.promote(2**53, 10) == [NEW, DA, DZ]
    for _ in range(2):
        job = cast("Job", store.claim(2**53, 1))
        assert store.retry(job.id, 1, 0, 0, 1, "x") is Verdict.DEAD
    left = {id: commands.call("HGET", f"emq:{{email}}:job:{id}", "beyond") for id in (DY, DZ, DA, NEW)}
    # Pending and dead have no time, so nothing lies beyond.
    assert left == {DY: b"10000000018400000000000000001", DZ: b"", DA: b"", NEW: b""}


def test_moments_of_today_are_written_in_full(commands: Commands) -> None:
    store = ValkeyStore(commands, "email")
    store.enqueue(DY, "a")
    before = time.time_ns() // 1_000_000
    store.claim(None, 30_000)
    after = time.time_ns() // 1_000_000
    [_, score] = cast("list[bytes]", commands.call("ZRANGE", "emq:{email}:active", 0, -1, "WITHSCORES"))
    assert re.fullmatch(rb"[0-9]{13}", score)  # no 1.7e+12
    assert before - 2 <= int(score) - 30_000 <= after + 2


def test_the_servers_clock_counts_and_not_the_callers(commands: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    store = ValkeyStore(commands, "email")
    now = time.time_ns() // 1_000_000
    store.enqueue_at(DY, "a", now)
    store.enqueue_at(DZ, "b", now + 3_600_000)
    for clock in ("time", "time_ns"):  # the caller believes it is 1970
        monkeypatch.setattr(time, clock, lambda: 0)
    assert store.promote(None, 10) == [DY]
    store.claim(None, 2**52)
    monkeypatch.undo()
    assert store.reap(2**52 + now - 1, 10) == []
    assert store.reap(2**52 + now + 60_000, 10) == [DY]


@pytest.mark.parametrize(
    ("queue", "namespace", "message"),
    [
        ("", "JOB", "queueKey requires a non-empty queue name without '{' or '}'"),
        ("a}b", "JOB", "queueKey requires a non-empty queue name without '{' or '}'"),
        ("a\0b", "JOB", "queueKey requires a queue name without NUL"),
        ("\ud800", "JOB", "queueKey requires a queue name without lone surrogates"),
        ("email", "job", "namespace must be three letters A-Z, got 'job'"),
    ],
)
def test_names_are_refused_in_the_words_of_their_own_rules(
    commands: Commands, queue: str, namespace: str, message: str
) -> None:
    with pytest.raises(ValueError) as refusal:
        ValkeyStore(commands, queue, namespace)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda store: store.enqueue(NEW, None), "payload must be a str, got NoneType"),
        (lambda store: store.enqueue(NEW, "a", 5), "group must be a str, got int"),
        (lambda store: store.retry(DY, 1, 0, 0, 5, b"x"), "error must be a str, got bytes"),
        (lambda store: store.claim(0.5, 10), "'float' object cannot be interpreted as an integer"),
        (lambda store: store.claim(None, 10.5), "'float' object cannot be interpreted as an integer"),
        (lambda store: store.extend(DY, 1.0, 0, 10), "'float' object cannot be interpreted as an integer"),
    ],
    ids=["payload", "group", "error", "time", "span", "token"],
)
def test_what_no_hash_could_give_back_is_an_error(
    commands: Commands, attempt: Callable[[ValkeyStore], object], message: str
) -> None:
    store = begun(commands)
    before = dump(commands)
    with pytest.raises(TypeError, match=message):
        attempt(store)
    assert dump(commands) == before


def test_no_job_is_lost_or_lent_twice_among_threads(commands: Commands, port: int) -> None:
    mint = Mint(7)
    ids = [compose("JOB", mint.mint()) for _ in range(400)]
    with closing(to_server("127.0.0.1", port)) as client, ThreadPoolExecutor(8) as threads:
        stores = [ValkeyStore(commands, "email"), ValkeyStore(client, "email")] * 4

        def consume(store: ValkeyStore) -> list[str]:
            mine: list[str] = []
            while (job := store.claim(0, 10)) is not None:
                mine.append(job.id)
                assert store.complete(job.id, job.attempts) is Verdict.OK
            return mine

        for id in ids:
            stores[0].enqueue(id, "a")
        claimed = [id for share in threads.map(consume, stores) for id in share]
    assert sorted(claimed) == ids
    assert dump(commands) == {}
