"""A real cluster of three masters and three replicas: every queue is one slot of it, and the queues are spread."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from valkey.cluster import ValkeyCluster
from valkey.exceptions import ConnectionError  # noqa: A004 - the client's own

from echomq.job import Job, JobState
from echomq.keyspace import compose_unchecked, node_ranges, queue_key, queue_refusal, slot
from echomq.links.client import ClientCommands, to_cluster
from echomq.links.commands import Answer, Commands, ServerRefusalError, Word
from echomq.port import Admission, AnswerLostError, StoreUnavailableError, Verdict
from echomq.stores.valkey import ValkeyStore
from echomq.stores.valkey.scripts import script
from faults.table import Observed
from servers import MASTERS, Node, known
from sitegen.servers.waiting import wait_until

DY, DZ, DA = "JOB0Dqhu1EacDY", "JOB0Dqhu1EacDZ", "JOB0Dqhu1EacDa"

# Anything that may name a queue, and often what other parsers of keys stumble over.
names = st.text(
    st.one_of(
        st.sampled_from("ab:*?[]\\\r\n \x01é💀"), st.characters(exclude_characters="{}\0", exclude_categories=["Cs"])
    ),
    min_size=1,
    max_size=30,
)


@pytest.fixture(scope="module")
def commands(nodes: list[Node]) -> Iterator[ClientCommands]:
    with closing(to_cluster("127.0.0.1", nodes[0].port)) as commands:
        yield commands


def every_verb(store: ValkeyStore) -> None:
    """Call each verb so that it changes something or finds something, and leave the queue with one row in each set."""
    for id in (DY, DZ, DA):
        assert store.enqueue(id, "a") is Admission.ENQUEUED
    assert store.enqueue_at("JOB0DqhyRvkwaW", "b", 5) is Admission.SCHEDULED
    assert store.enqueue_at("JOB0DqhuO7qya8", "b", 900) is Admission.SCHEDULED
    assert store.browse(1) == [DA]
    assert store.promote(10, 10) == ["JOB0DqhyRvkwaW"]
    assert [cast("Job", store.claim(0, 10)).id for _ in range(3)] == [DY, DZ, DA]
    assert store.extend(DY, 1, 0, 99) is Verdict.OK
    assert store.reap(10, 1) == [DZ]
    assert store.retry(DA, 1, 10, 0, 1, "x") is Verdict.DEAD
    assert store.claim(None, 10) is not None
    assert store.complete(DZ, 2) is Verdict.OK
    assert store.get(DA) == Job(DA, JobState.DEAD, 1, "a", last_error="x")
    assert store.counts() == (1, 1, 1, 1)


def holders(nodes: list[Node], queue: str) -> list[list[bytes]]:
    """The keys of `queue` on each of the masters."""
    prefix = queue_key(queue, "").encode()
    found = (cast("list[bytes]", node.call("KEYS", "emq:*")) for node in nodes[:MASTERS])
    return [sorted(key for key in keys if key.startswith(prefix)) for keys in found]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(queue=names)
def test_every_verb_works_whatever_the_queue_is_called(nodes: list[Node], commands: ClientCommands, queue: str) -> None:
    assert queue_refusal(queue) is None
    for node in nodes[:MASTERS]:
        node.call("FLUSHALL")
    every_verb(ValkeyStore(commands, queue))
    whole, *rest = sorted(holders(nodes, queue), key=len, reverse=True)
    assert len(whole) == 10  # four sets, a lane and the ring, four rows
    assert rest == [[], []]
    assert {nodes[0].call("CLUSTER", "KEYSLOT", key) for key in whole} == {slot(whole[0])}


def test_without_a_tag_the_scripts_would_be_refused(nodes: list[Node]) -> None:
    # The name that the rules refuse: an empty pair of braces, and each key is hashed whole.
    keys = [compose_unchecked("", kind) for kind in ("pending", "active")]
    with pytest.raises(ServerRefusalError, match="CROSSSLOT"):
        nodes[0].call("EVAL", "return 1", 2, *keys)


def test_queues_are_spread_and_each_lies_with_the_owner_of_its_slot(
    nodes: list[Node], commands: ClientCommands
) -> None:
    queues = [f"tenant-{number}" for number in range(30)]
    for queue in queues:
        ValkeyStore(commands, queue).enqueue(DY, "a")
    homes = [[bool(keys) for keys in holders(nodes, queue)].index(True) for queue in queues]
    shares = [(start, stop) for start, stop in ((0, 5460), (5461, 10922), (10923, 16383))]
    assert [(slots.start, slots.stop - 1) for slots in node_ranges(MASTERS)] == shares
    for queue, home in zip(queues, homes, strict=True):
        first, last = shares[home]
        assert first <= cast("int", nodes[0].call("CLUSTER", "KEYSLOT", queue)) <= last
    assert set(homes) == {0, 1, 2}


def test_a_node_that_is_not_the_owner_refuses_and_changes_nothing(nodes: list[Node]) -> None:
    # "email" is slot 10780, of the second master.
    with pytest.raises(ServerRefusalError, match=f"MOVED 10780 127.0.0.1:{nodes[1].port}"):
        ValkeyStore(nodes[0].commands, "email").enqueue(DY, "a")
    store = ValkeyStore(nodes[1].commands, "email")
    assert store.enqueue(DY, "a") is Admission.ENQUEUED
    assert store.complete(cast("Job", store.claim(None, 1000)).id, 1) is Verdict.OK


def test_a_command_whose_answer_was_lost_is_not_sent_again(
    commands: ClientCommands, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[object] = []

    def lost(_: object, __: object, *words: object, **___: object) -> None:
        sent.append(words)
        raise ConnectionError

    monkeypatch.setattr(ValkeyCluster, "_execute_command", lost)
    with pytest.raises(AnswerLostError):
        commands.call("INCR", "{email}:runs")
    assert sent == [("INCR", "{email}:runs")]


def test_a_queue_outlives_the_node_it_was_on(nodes: list[Node], commands: ClientCommands) -> None:
    """A replica takes over from its master; the client finds it, and leases and tokens are as they were."""
    store = ValkeyStore(commands, "email")
    for id in (DY, DZ):
        store.enqueue(id, "a", "tenant-42")
    assert cast("Job", store.claim(0, 10)).id == DY
    master, replica = nodes[1], nodes[1 + MASTERS]
    name = replica.told("CLUSTER", "MYID")
    replica.call("CLUSTER", "FAILOVER")
    wait_until(lambda: all("master" in flags_of(node, name) for node in nodes))
    assert store.get(DY) == Job(DY, JobState.ACTIVE, 1, "a", "tenant-42")
    assert store.complete(DY, 1) is Verdict.OK
    assert cast("Job", store.claim(None, 10)).id == DZ
    assert cast("list[bytes]", replica.call("KEYS", "emq:{email}:*"))
    # And back, so that others find what they expect.
    wait_until(lambda: "master_link_status:up" in master.told("INFO", "replication"))
    master.call("CLUSTER", "FAILOVER")
    wait_until(lambda: all("slave" in flags_of(node, name) for node in nodes))
    assert store.complete(DZ, 1) is Verdict.OK


class Asking:
    """Commands to a node that is being given a slot, by whoever was sent there."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands

    def call(self, *words: Word) -> Answer:
        self._commands.call("ASKING")
        return self._commands.call(*words)


WRITES: list[tuple[str, tuple[object, ...]]] = [
    ("enqueue", ("JOB0DqhyRvkwaW", "a", "c")),
    ("enqueue_at", ("JOB0DqhyRvkwaW", "a", 5)),
    ("claim", (0, 10)),
    ("complete", (DY, 1)),
    ("retry", (DY, 1, 0, 5, 3, "x")),
    ("retry", (DY, 1, 0, 5, 1, "x")),
    ("extend", (DY, 1, 0, 99)),
    ("promote", (9, 9)),
    ("reap", (10, 9)),
    ("counts", ()),
]


@pytest.fixture
def moving(nodes: list[Node]) -> Iterator[str]:
    """A queue of the first master that is on its way to the second, with all its keys still to go."""
    source, target = nodes[:2]
    queue = next(name for number in range(99) if slot(queue_key(name := f"moving-{number}", "")) < 5461)
    store = ValkeyStore(source.commands, queue)
    for id, group in ((DY, None), (DZ, None), (DA, "b")):
        store.enqueue(id, "a", group)
    store.claim(0, 10)
    store.enqueue_at("JOB0DqhuO7qya8", "a", 5, "b")
    number = slot(queue_key(queue, ""))
    target.call("CLUSTER", "SETSLOT", number, "IMPORTING", source.told("CLUSTER", "MYID"))
    source.call("CLUSTER", "SETSLOT", number, "MIGRATING", target.told("CLUSTER", "MYID"))
    yield queue
    for node in (target, source):
        for key in everything(node, number):
            node.call("ASKING")
            node.call("DEL", key)
        node.call("CLUSTER", "SETSLOT", number, "STABLE")


def test_a_queue_that_is_half_moved_is_left_alone(nodes: list[Node], moving: str, observed: Observed) -> None:
    """However many of its keys have gone: each verb is refused on either side, and changes nothing on either."""
    source, target = nodes[:2]
    number = slot(queue_key(moving, ""))
    sides = (source.commands, Asking(target.commands))
    for verb in sorted({verb for verb, _ in WRITES}):
        for node in (source, target):
            node.call("SCRIPT", "LOAD", script(verb).source)
    refusals: Counter[str] = Counter()
    moved = 0
    while True:
        before = [everything(node, number) for node in (source, target)]
        for commands in sides:
            for verb, arguments in WRITES:
                with pytest.raises(ServerRefusalError, match=r"refused, (TRYAGAIN|ASK|MOVED)") as refusal:
                    getattr(ValkeyStore(commands, moving), verb)(*arguments)
                refusals[str(refusal.value).split(", ")[1].split()[0]] += 1
        assert [everything(node, number) for node in (source, target)] == before
        keys = cast("list[bytes]", source.call("CLUSTER", "GETKEYSINSLOT", number, 1))
        if not keys:
            break
        source.call("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *keys)
        moved += 1
    assert moved == 10
    observed(
        f"each verb on a slot of which 0 to {moved} keys have moved",
        "Valkey cluster",
        f"refused {refusals.total()} times, nothing changed: "
        + ", ".join(f"{times} {word}" for word, times in sorted(refusals.items())),
    )


def test_without_an_absent_key_a_script_would_stop_midway(nodes: list[Node], moving: str) -> None:
    """What the store guards against: the keys that claim.lua declares are all here, and it is let in."""
    source = nodes[0]
    keys = [queue_key(moving, kind) for kind in ("pending", "ring", "active")]
    number = slot(keys[0])
    before = everything(source, number)
    arguments = (queue_key(moving, "job:"), queue_key(moving, "lane"), 10, "")
    with pytest.raises(ServerRefusalError, match="non local key"):
        script("claim").run(source.commands, keys, arguments)
    assert everything(source, number) != before


def test_a_slot_that_stays_on_its_way_is_not_waited_for_without_end(nodes: list[Node], moving: str) -> None:
    with closing(to_cluster("127.0.0.1", nodes[0].port, patience_s=0.1)) as commands:
        store = ValkeyStore(commands, moving)
        with pytest.raises(StoreUnavailableError, match="nothing was changed: the server refused, TTL exhausted"):
            store.claim(0, 10)
        assert store.get(DZ) == Job(DZ, JobState.PENDING, 0, "a")  # one key is where it is


def everything(node: Node, number: int) -> dict[bytes, Answer]:
    """The keys that a node has of a slot, and what is in them."""
    keys = cast("list[bytes]", node.call("CLUSTER", "GETKEYSINSLOT", number, 99))
    dumps: dict[bytes, Answer] = {}
    for key in keys:
        node.call("ASKING")
        dumps[key] = node.call("DUMP", key)
    return dumps


def flags_of(node: Node, name: str) -> list[str]:
    """What `node` says that the node called `name` is."""
    return next(line[2].split(",") for line in known(node) if line[0] == name)
