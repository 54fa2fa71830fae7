"""A cluster under load: slots that move, a failover by order, and masters that crash, with WAIT and without."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from signal import SIGCONT, SIGSTOP

import pytest

from echomq.keyspace import queue_key, slot
from echomq.links.client import to_cluster
from echomq.port import StoreError
from echomq.stores.valkey import ValkeyStore
from faults import places
from faults.audit import Findings, drain
from faults.load import Load, threads
from faults.resharding import move, move_whole, owns
from faults.rows import on_valkey
from faults.table import Observed
from servers import Node, cluster, masters, replica_of, wait_until_settled
from sitegen.servers.waiting import wait_until

CALLS = 300
"""How many calls are answered before a fault, and again after it."""

NODE_TIMEOUT_MS = 2000
QUEUES = [f"tenant-{number}" for number in range(24)]
BACKING = "Valkey cluster"


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Node]]:
    """A cluster that soon holds a silent node for dead; each test leaves three masters and three replicas."""
    with cluster(tmp_path_factory.mktemp("cluster"), NODE_TIMEOUT_MS) as nodes:
        yield nodes


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    return folder


@pytest.fixture(autouse=True)
def _empty(nodes: list[Node]) -> None:
    for node in masters(nodes):
        node.call("FLUSHALL")


def slots_of(node: Node) -> list[int]:
    """The slots of those queues that belong to `node`, whether or not it has a key of them at the moment."""
    return sorted(number for number in {slot(queue_key(queue, "")) for queue in QUEUES} if owns(node, number))


def has_none(node: Node, slots: list[int]) -> bool:
    return not any(node.call("CLUSTER", "COUNTKEYSINSLOT", number) for number in slots)


def audited(load: Load, nodes: list[Node]) -> str:
    """What was found once the load was over, which must be nothing amiss; what is left can be worked off."""
    findings = load.findings()
    findings.demand_whole()
    for node in masters(nodes):
        for queue in QUEUES:
            rows = on_valkey(node.commands, queue)
            if rows:
                drain(ValkeyStore(node.commands, queue), rows)
    return str(findings)


def test_slots_move_key_by_key(nodes: list[Node], logs: Path, observed: Observed) -> None:
    source, target, third = masters(nodes)
    with threads(places.cluster(nodes, QUEUES, third), logs) as load:
        load.go_on(CALLS)
        slots = slots_of(source)
        keys = sum(move(slot, source, target, [third]) for slot in slots)
        load.go_on(CALLS)
        assert has_none(source, slots)
        keys += sum(move(slot, target, source, [third]) for slot in slots)
        load.go_on(CALLS)
    assert slots_of(source) == slots
    observed(f"{len(slots)} slots moved live and back, {keys} keys one by one (MIGRATE)", BACKING, audited(load, nodes))


def test_slots_move_whole(nodes: list[Node], logs: Path, observed: Observed) -> None:
    source, target, third = masters(nodes)
    with threads(places.cluster(nodes, QUEUES, third), logs) as load:
        load.go_on(CALLS)
        slots = slots_of(source)
        for slot in slots:
            move_whole(slot, source, target)
        load.go_on(CALLS)
        wait_until(lambda: has_none(source, slots))  # it deletes them when they are no longer its own
        for slot in slots:
            move_whole(slot, target, source)
        load.go_on(CALLS)
    observed(f"{len(slots)} slots moved live and back, each whole (MIGRATESLOTS)", BACKING, audited(load, nodes))


def test_replicas_take_over_by_order(nodes: list[Node], logs: Path, observed: Observed) -> None:
    times = 4
    with threads(places.cluster(nodes, QUEUES, masters(nodes)[1]), logs) as load:
        for _ in range(times):
            load.go_on(CALLS // 3)
            master = masters(nodes)[0]
            replica = replica_of(master, nodes)
            replica.call("CLUSTER", "FAILOVER")
            wait_until(lambda replica=replica: replica in masters(nodes))  # type: ignore[misc]
            wait_until_settled(nodes)
        load.go_on(CALLS)
    observed(f"{times} failovers by order", BACKING, audited(load, nodes))


@pytest.mark.parametrize("is_cut_off", [False, True], ids=["following", "cut off"])
def test_a_master_crashes(nodes: list[Node], tmp_path: Path, observed: Observed, *, is_cut_off: bool) -> None:
    """What was acknowledged with WAIT is there; of what was not, as much is as the replica had."""
    victim, second, third = masters(nodes)
    replica = replica_of(victim, nodes)
    ways = {"without WAIT": 0, "with WAIT 1": 1}
    for way in ways:
        (tmp_path / way).mkdir()
    plain, confirmed = (
        places.cluster(nodes, [f"{queue} {way}" for queue in QUEUES], third, replicas=replicas, patience_s=1)
        for way, replicas in ways.items()
    )
    with (
        closing(to_cluster("127.0.0.1", second.port)) as commands,
        threads(plain, tmp_path / "without WAIT", 3) as one,
        threads(confirmed, tmp_path / "with WAIT 1", 3) as other,
    ):
        loads = (one, other)
        for load in loads:
            load.go_on(CALLS)
        if is_cut_off:
            # It can't come back for more, and nothing waits for it in a buffer.
            replica.signal(SIGSTOP)
            victim.call("CLIENT", "KILL", "TYPE", "REPLICA")
            one.go_on(CALLS)
        queue = next(name for queue in QUEUES if victim.call("KEYS", queue_key(name := f"{queue} without WAIT", "*")))
        victim.kill()
        died = time.monotonic()
        replica.signal(SIGCONT)
        wait_until(lambda: does_answer(ValkeyStore(commands, queue)))
        silent_s = time.monotonic() - died
        victim.start()  # as a replica, without which nothing there could be confirmed
        wait_until_settled(nodes)
        for load in loads:
            load.go_on(CALLS // 3)
    assert replica in masters(nodes)
    found = dict(zip(ways, [load.findings() for load in loads], strict=True))
    what = "a master killed, its replica cut off before" if is_cut_off else "a master killed"
    for way, findings in found.items():
        observed(f"{what}, {way}", BACKING, f"{findings}; its queues answered after {silent_s:.1f} s")
    found["with WAIT 1"].demand_whole()
    demand_what_must_hold(found["without WAIT"], is_cut_off=is_cut_off)


def demand_what_must_hold(findings: Findings, *, is_cut_off: bool) -> None:
    """Without WAIT whatever the replica had not heard of is gone, and what was done to it may be done again."""
    assert findings.strangers == ()
    if is_cut_off:
        assert findings.missing != ()


def does_answer(store: ValkeyStore) -> bool:
    try:
        store.counts()
    except StoreError:
        return False
    return True
