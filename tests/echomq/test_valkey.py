"""The store on a Valkey server: what lies under its keys, whose clock counts, and what becomes of a job when a call fails."""

import json
import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import sha1
from pathlib import Path
from typing import Any, cast

import pytest

from cutting import CutLink, cutting_proxy
from echomq.branded_id import compose
from echomq.job import Job, JobState
from echomq.keyspace import slot
from echomq.links.client import to_server
from echomq.links.commands import Answer, Commands, Word
from echomq.links.link import LinkCommands
from echomq.links.tcp import TcpLink
from echomq.port import AnswerLostError, StoreUnavailableError, Verdict
from echomq.snowflake import Mint
from echomq.stores.valkey import ValkeyStore
from echomq.stores.valkey.scripts import name_of
from servers import server

ROOT = Path(__file__).parents[2]
LUA = sorted((ROOT / "py" / "echomq" / "lua").iterdir())
DY, DZ, DA, NEW = "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ", "JOB0Dqhu1EacDa", "JOB0DqhyRvkwaW"

CALLS: list[tuple[str, tuple[object, ...]]] = [
    ("enqueue", (NEW, "d", "e")),
    ("enqueue_at", (NEW, "d", 5, "e")),
    ("claim", (0, 10)),
    ("complete", (DY, 1)),
    ("retry", (DY, 1, 0, 5, 3, "x")),
    ("retry", (DY, 1, 0, 5, 1, "x")),
    ("extend", (DY, 1, 0, 99)),
    ("promote", (0, 1)),
    ("reap", (10, 1)),
]
"""A call that changes something, of each verb, for a queue as `begun` leaves it."""


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with server(tmp_path_factory.mktemp("valkey")) as port:
        yield port


@pytest.fixture
def commands(port: int) -> Iterator[Commands]:
    """The server, with nothing on it but the scripts it knows."""
    with TcpLink("127.0.0.1", port) as link:
        commands = LinkCommands(link)
        commands.call("FLUSHALL")
        yield commands


def begun(commands: Commands) -> ValkeyStore:
    """A queue with one job held, one pending, and one scheduled."""
    store = ValkeyStore(commands, "email")
    store.enqueue(DY, "a", "tenant-42")
    store.claim(0, 10)
    store.enqueue(DZ, "b")
    store.enqueue_at(DA, "c", 0)
    return store


def dump(commands: Commands) -> dict[bytes, Answer]:
    """Everything on the server, by key."""
    found: dict[bytes, Answer] = {}
    for key in cast("list[bytes]", commands.call("KEYS", "*")):
        match cast("bytes", commands.call("TYPE", key)):
            case b"hash":
                found[key] = commands.call("HGETALL", key)
            case b"list":
                found[key] = commands.call("LRANGE", key, 0, -1)
            case _:
                found[key] = commands.call("ZRANGE", key, 0, -1, "WITHSCORES")
    return found


def places(commands: Commands) -> dict[str, list[str]]:
    """Of each id that has a row or is in a set, the sets it is in; those of the pending are seen to be its lanes as well."""
    found: dict[str, list[str]] = {}
    lanes: dict[str, list[str]] = {}
    ring: list[str] = []
    for key, value in dump(commands).items():
        kind = key.decode().removeprefix("emq:{email}:")
        if kind == "ring":
            ring = [turn.decode() for turn in cast("list[bytes]", value)]
        elif kind.startswith("lane"):
            lanes[kind.removeprefix("lane")] = [member.decode() for member in cast("list[bytes]", value)[::2]]
        elif kind.startswith("job:"):
            found.setdefault(kind[4:], [])
        else:
            for member in cast("list[bytes]", value)[::2]:
                found.setdefault(member.decode(), []).append(kind)
    assert sorted(ring) == sorted(lanes)
    assert sorted(id for ids in lanes.values() for id in ids) == sorted(
        id for id, sets in found.items() if "pending" in sets
    )
    return found


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


class Heard:
    """Commands that are written down by their first word before they are sent."""

    def __init__(self, commands: Commands, first: tuple[Word, ...] = ()) -> None:
        self.said: list[Word] = []
        self._commands = commands
        self._first = first

    def call(self, *words: Word) -> Answer:
        if self._first:
            self._commands.call(*self._first)
        self.said.append(words[0])
        return self._commands.call(*words)


def test_a_script_is_sent_once(commands: Commands) -> None:
    commands.call("SCRIPT", "FLUSH")
    heard = Heard(commands)
    store = ValkeyStore(heard, "email")
    for id in (DY, DZ, DA):
        store.enqueue(id, "a")
    assert heard.said == ["EVALSHA", "EVAL", "EVALSHA", "EVALSHA"]


SCENARIOS = json.loads((ROOT / "tests" / "data" / "store_scenarios.json").read_text(encoding="utf-8"))["scenarios"]


def test_a_server_that_forgets_every_script_answers_the_same(commands: Commands) -> None:
    forgetful = Heard(commands, ("SCRIPT", "FLUSH"))
    for number, scenario in enumerate(SCENARIOS):
        store = ValkeyStore(forgetful, f"queue {number}")
        for step in scenario["steps"]:
            answer: Any = getattr(store, step["verb"])(*step["args"])
            if isinstance(answer, Job):
                answer = [answer.id, answer.payload, answer.attempts]
            assert (answer, list(store.counts())) == (step["result"], step["counts"]), scenario["name"]
    assert forgetful.said.count("EVAL") == forgetful.said.count("EVALSHA")


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


@pytest.mark.parametrize(("verb", "arguments"), CALLS)
def test_a_server_that_may_not_write_refuses_before_the_first_write(
    commands: Commands, verb: str, arguments: tuple[object, ...]
) -> None:
    store = begun(commands)
    before = dump(commands)
    commands.call("CONFIG", "SET", "min-replicas-to-write", 1)
    try:
        with pytest.raises(StoreUnavailableError, match="nothing was changed: the server refused, NOREPLICAS"):
            getattr(store, verb)(*arguments)
    finally:
        commands.call("CONFIG", "SET", "min-replicas-to-write", 0)
    assert dump(commands) == before


@pytest.mark.parametrize(("verb", "arguments"), CALLS)
def test_a_server_without_memory_does_a_verb_whole_or_not_at_all(
    commands: Commands, verb: str, arguments: tuple[object, ...]
) -> None:
    store = begun(commands)
    before = dump(commands)
    commands.call("CONFIG", "SET", "maxmemory", 1)
    try:
        getattr(store, verb)(*arguments)
        is_done = True
    except StoreUnavailableError as refusal:
        assert "the server refused, OOM" in str(refusal)  # noqa: PT017 - both outcomes are right
        is_done = False
    finally:
        commands.call("CONFIG", "SET", "maxmemory", 0)
    if not is_done:
        assert dump(commands) == before
        getattr(store, verb)(*arguments)
    assert dump(commands) != before
    assert all(len(sets) == 1 for sets in places(commands).values())


@pytest.mark.parametrize(("verb", "arguments"), CALLS)
@pytest.mark.parametrize("kept", [0, 1, 5])
def test_a_link_that_is_cut_within_an_answer_leaves_each_job_in_one_place(
    commands: Commands, port: int, verb: str, arguments: tuple[object, ...], kept: int
) -> None:
    begun(commands)
    with TcpLink("127.0.0.1", port) as link:
        # The server knows the script: an answer that says it doesn't would be cut otherwise.
        getattr(ValkeyStore(commands, "sms"), verb)(*arguments)
        store = ValkeyStore(LinkCommands(CutLink(link, kept)), "email")
        before = dump(commands)
        with pytest.raises(AnswerLostError):
            getattr(store, verb)(*arguments)
    assert dump(commands) != before
    assert all(len(sets) == 1 for sets in places(without(commands, "sms")).values())


@pytest.mark.parametrize(("verb", "arguments"), CALLS)
def test_a_client_that_is_cut_within_an_answer_leaves_each_job_in_one_place(
    commands: Commands, port: int, verb: str, arguments: tuple[object, ...]
) -> None:
    begun(commands)
    getattr(ValkeyStore(commands, "sms"), verb)(*arguments)
    before = dump(commands)
    with cutting_proxy(port, 3) as through, closing(to_server("127.0.0.1", through)) as client:
        with pytest.raises(AnswerLostError):
            getattr(ValkeyStore(client, "email"), verb)(*arguments)
        assert ValkeyStore(client, "email").get("JOB00000000000") is None  # the next call opens a new connection
    assert dump(commands) != before
    assert all(len(sets) == 1 for sets in places(without(commands, "sms")).values())


def test_what_became_of_a_lost_claim_can_be_asked(commands: Commands, port: int) -> None:
    begun(commands)
    with TcpLink("127.0.0.1", port) as link, pytest.raises(AnswerLostError):
        ValkeyStore(LinkCommands(CutLink(link, 0)), "email").claim(0, 10)
    store = ValkeyStore(commands, "email")
    assert store.counts() == (0, 1, 2, 0)
    assert store.get(DZ) == Job(DZ, JobState.ACTIVE, 1, "b")
    assert store.reap(10, 10) == [DY, DZ]


def without(commands: Commands, queue: str) -> Commands:
    keys = cast("list[bytes]", commands.call("KEYS", f"emq:{{{queue}}}:*"))
    if keys:
        commands.call("DEL", *keys)
    return commands


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


def test_a_script_is_known_by_its_digest_and_by_its_text() -> None:
    for path in LUA:
        source = path.read_text(encoding="utf-8")
        assert name_of(source) == path.stem
        assert name_of(sha1(source.encode(), usedforsecurity=False).hexdigest()) == path.stem
    with pytest.raises(LookupError, match=r"no script of the store goes by redis\.call"):
        name_of("redis.call('FLUSHALL')")


@pytest.mark.parametrize("path", LUA, ids=lambda path: path.stem)
def test_the_head_of_a_script_names_all_its_keys_and_arguments(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    head, _, body = text.partition("\n\n")
    assert all(line.startswith("--") for line in head.splitlines())
    assert "Answers" in head
    said: dict[str, str] = dict(re.findall(r"^-- (KEYS|ARGV)(  (?:.|\n--   )*)", head, re.MULTILINE))
    for name in ("KEYS", "ARGV"):
        used = {int(number) for number in re.findall(rf"{name}\[(\d)\]", body)}
        declared = {int(number) for number in re.findall(r"  +(\d) (?=\w)", said.get(name, ""))}
        if path.stem == "clock" and name == "KEYS":
            assert (used, declared) == (set(), {1})  # it is there to find the server
        else:
            assert used == declared, name


def test_there_is_a_script_for_every_verb_that_changes_something() -> None:
    assert [path.name for path in LUA] == [
        "claim.lua",
        "clock.lua",
        "complete.lua",
        "counts.lua",
        "enqueue.lua",
        "enqueue_at.lua",
        "extend.lua",
        "promote.lua",
        "reap.lua",
        "retry.lua",
    ]


def test_the_scripts_are_found_in_an_archive_too(tmp_path: Path) -> None:
    # A page loads the package from a zip.

    archive = tmp_path / "library.zip"
    with zipfile.ZipFile(archive, "w") as library:
        for path in (ROOT / "py" / "echomq").rglob("*"):
            if path.suffix in {".py", ".lua"}:
                library.write(path, path.relative_to(ROOT / "py"))
    program = "from echomq.stores.valkey.scripts import script; print(script('claim').source.decode(), end='')"
    done = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONPATH": str(archive)}, check=True, capture_output=True, text=True
    )
    assert done.stdout == (ROOT / "py" / "echomq" / "lua" / "claim.lua").read_text(encoding="utf-8")
