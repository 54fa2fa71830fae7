"""What becomes of a queue when something fails in the middle of its work: under load, audited afterwards, and tabulated."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from threading import Barrier

import pytest

from cutting import CutLink
from echomq.branded_id import compose
from echomq.links.commands import Answer, Word
from echomq.links.link import LinkCommands
from echomq.links.tcp import TcpLink
from echomq.port import StorePort, Verdict
from echomq.snowflake import Mint, unix_ms
from echomq.stores.sqlite import SqliteStore
from echomq.stores.valkey import ValkeyStore
from faults import places
from faults.audit import drain
from faults.load import Load, processes, threads
from faults.places import QUEUE, Place
from faults.process import finish, kill, line_of, python, say
from faults.table import Observed
from servers import durable
from sitegen.servers.valkey import server
from sitegen.servers.waiting import PATIENCE_S, wait_until

CALLS = 200
"""How many calls are answered before a fault, and again after it."""


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    return folder


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[Place]:
    with server(tmp_path / "valkey") as port:
        yield places.valkey(port)


@pytest.fixture(params=["memory", "SQLite", "Valkey"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A queue of each kind."""
    if request.param == "Valkey":
        there: Place = request.getfixturevalue("valkey")
        return there
    return places.memory() if request.param == "memory" else places.sqlite(tmp_path / "queue.db")


@pytest.fixture(params=["SQLite", "Valkey"])
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A queue of each kind that processes can share."""
    if request.param == "Valkey":
        there: Place = request.getfixturevalue("valkey")
        return there
    return places.sqlite(tmp_path / "queue.db")


def audited(load: Load) -> str:
    """What was found once the load was over, which must be nothing amiss; what is left can be worked off."""
    findings = load.findings()
    findings.demand_whole()
    with load.place.stores() as stores:
        drain(stores[0], load.place.rows())
    return str(findings)


HOLDER = """
import sys
from faults.places import stores_at

with stores_at(sys.argv[1]) as [store]:
    job = store.claim(None, 1)
    print(job.id, job.attempts, flush=True)
    sys.stdin.read()
"""


def test_a_worker_is_killed_between_claim_and_complete(shared: Place, observed: Observed) -> None:
    with shared.stores() as [store]:
        store.enqueue("JOB0Dqhu1EacDY", "a letter", "tenant-42")
        with python("-c", HOLDER, shared.address) as worker:
            id, token = line_of(worker).split()
            kill(worker)
        wait_until(lambda: store.reap(None, 10) == [id])
        job = store.claim(None, 60_000)
        assert job is not None
        assert (job.id, job.group) == (id, "tenant-42")
        assert job.attempts > int(token)
        late = store.complete(id, int(token))
        assert late is Verdict.STALE
        assert store.complete(id, job.attempts) is Verdict.OK
        assert shared.rows() == {}
    observed(
        "a worker killed between claim and complete",
        shared.backing,
        f"its job came back by a reap and was lent under token {job.attempts} after {token}; "
        f"the late complete was {late}",
    )


def test_two_of_three_workers_are_killed_under_load(shared: Place, logs: Path, observed: Observed) -> None:
    with processes(shared, logs, 3) as (load, [first, second, third]):
        load.go_on(CALLS)
        kill(first)
        load.go_on(CALLS)
        kill(second)
        load.go_on(CALLS)
        finish(third)
    observed("two of three working processes killed", shared.backing, audited(load))


def test_every_process_that_writes_a_file_is_killed(tmp_path: Path, logs: Path, observed: Observed) -> None:
    path = tmp_path / "queue.db"
    place = places.sqlite(path)
    for _ in range(3):
        with processes(place, logs, 2) as (load, workers):
            load.go_on(CALLS)
            for worker in workers:
                kill(worker)
        place.rows()
    with SqliteStore(path) as store:
        [mode] = store._database._connection.execute("PRAGMA journal_mode").fetchone()
        [level] = store._database._connection.execute("PRAGMA synchronous").fetchone()
    observed(f"all writing processes killed, three times ({mode}, synchronous {level})", place.backing, audited(load))


def test_a_server_is_killed_and_started_again(tmp_path: Path, logs: Path, observed: Observed) -> None:
    with durable(tmp_path / "valkey") as node:
        place = places.valkey(node.port)
        with threads(place, logs) as load:
            load.go_on(CALLS)
            node.kill()
            node.start()
            load.go_on(CALLS)
        outcome = audited(load)
    observed("the server killed and started again (appendonly, fsync always)", place.backing, outcome)


def test_a_server_forgets_its_scripts(valkey: Place, logs: Path, observed: Observed) -> None:
    _, _, port = valkey.address.partition(":")
    times = 20
    with threads(valkey, logs) as load, TcpLink("127.0.0.1", int(port)) as link:
        for _ in range(times):
            load.go_on(CALLS // 10)
            LinkCommands(link).call("SCRIPT", "FLUSH")
        load.go_on(CALLS)
    observed(f"the script cache flushed {times} times", valkey.backing, audited(load))


class FickleCommands:
    """Commands of which one in ten loses the answer, at a byte that the dice decide; the next has a new connection."""

    def __init__(self, port: int, seed: int) -> None:
        self.cut = 0
        self._port = port
        self._dice = Random(seed)

    def call(self, *words: Word) -> Answer:
        with TcpLink("127.0.0.1", self._port) as link:
            if self._dice.random() >= 0.1:
                return LinkCommands(link).call(*words)
            self.cut += 1
            return LinkCommands(CutLink(link, self._dice.randrange(4))).call(*words)


def test_connections_are_cut_within_answers(valkey: Place, logs: Path, observed: Observed) -> None:
    _, _, port = valkey.address.partition(":")
    ways: list[FickleCommands] = []

    @contextmanager
    def stores() -> Iterator[Sequence[StorePort]]:
        ways.append(FickleCommands(int(port), len(ways)))
        yield [ValkeyStore(ways[-1], QUEUE)]

    with threads(Place(valkey.backing, stores, valkey.rows), logs) as load:
        load.go_on(2 * CALLS)
    outcome = audited(Load(valkey, logs))
    cut = sum(way.cut for way in ways)
    assert cut > 0
    observed(f"the connection cut within {cut} answers", valkey.backing, outcome)


class Leaping:
    """A clock that every so often is an hour off, either way."""

    def __init__(self) -> None:
        self.leaps = 0
        self._dice = Random(1)
        self._offset = 0

    def __call__(self) -> int:
        if self._dice.random() < 0.02:
            self._offset = self._dice.choice([-3_600_000, 0, 3_600_000])
            self.leaps += 1
        return unix_ms() + self._offset


def test_the_clock_of_a_file_leaps(tmp_path: Path, logs: Path, observed: Observed) -> None:
    clock = Leaping()
    place = places.sqlite(tmp_path / "queue.db", clock)
    with threads(place, logs) as load:
        load.go_on(3 * CALLS)
    assert clock.leaps > 0
    observed(f"the store's clock stepped an hour {clock.leaps} times, back and forward", place.backing, audited(load))


def test_the_times_that_callers_pass_leap(place: Place, logs: Path, observed: Observed) -> None:
    # No test can step a server's clock; numbers that leap go the same way from there on.
    clock = Leaping()
    with threads(place, logs, now=clock) as load:
        load.go_on(3 * CALLS)
    assert clock.leaps > 0
    observed(f"the passed times stepped an hour {clock.leaps} times, back and forward", place.backing, audited(load))


LAPSED = 120
AT_ONCE = 7


def lapse(place: Place) -> list[str]:
    """Ids whose leases are all over at 10."""
    mint = Mint(9)
    with place.stores() as [store]:
        ids = [compose("JOB", mint.mint()) for _ in range(LAPSED)]
        for number, id in enumerate(ids):
            store.enqueue(id, "a letter", f"tenant-{number % 3}")
        assert all(store.claim(0, 10) for _ in ids)
    return ids


def shared_out(place: Place, ids: list[str], shares: list[list[str]], observed: Observed, kind: str) -> None:
    """See that each lease was ended once, whoever did it."""
    assert sorted(id for share in shares for id in share) == ids
    rows = place.rows()
    assert {job.state.value for job in rows.values()} == {"pending"}
    with place.stores() as [store]:
        worked_off = drain(store, rows)
    observed(
        f"two reapers at once, {kind}",
        place.backing,
        f"{len(shares[0])} and {len(shares[1])} of {len(ids)} lapsed leases ended, none by both; "
        f"{worked_off} lent again under larger tokens",
    )


def test_two_threads_reap(place: Place, observed: Observed) -> None:
    ids = lapse(place)
    together = Barrier(2, timeout=PATIENCE_S)

    def reap(store: StorePort) -> list[str]:
        mine: list[str] = []
        for _ in range(0, LAPSED, AT_ONCE):
            together.wait()
            mine += store.reap(10, AT_ONCE)
        return mine

    with ExitStack() as stack:
        stores = [stack.enter_context(place.stores())[0] for _ in range(2)]
        pool = stack.enter_context(ThreadPoolExecutor(2))
        shares = list(pool.map(reap, stores, timeout=PATIENCE_S))
    shared_out(place, ids, shares, observed, "threads")


REAPER = """
import sys
from faults.places import stores_at

with stores_at(sys.argv[1]) as [store]:
    print("ready", flush=True)
    for limit in sys.stdin:
        print(*store.reap(10, int(limit)), flush=True)
"""


def test_two_processes_reap(shared: Place, observed: Observed) -> None:
    ids = lapse(shared)
    shares: list[list[str]] = [[], []]
    with python("-c", REAPER, shared.address) as one, python("-c", REAPER, shared.address) as other:
        reapers = (one, other)
        for reaper in reapers:
            assert line_of(reaper) == "ready"
        for _ in range(0, LAPSED, AT_ONCE):
            for reaper in reapers:
                say(reaper, str(AT_ONCE))
            for reaper, share in zip(reapers, shares, strict=True):
                share.extend(line_of(reaper).split())
        for reaper in reapers:
            finish(reaper)
    shared_out(shared, ids, shares, observed, "processes")
