"""A server that refuses changed nothing, and a wire that breaks leaves each job in exactly one place."""

from contextlib import closing
from pathlib import Path

import pytest

from begun import CALLS, DY, DZ, begin
from cutting import CutLink, cutting_proxy
from echomq.job import Job, JobState
from echomq.links.client import to_server
from echomq.links.commands import Commands
from echomq.links.link import LinkCommands
from echomq.links.tcp import TcpLink
from echomq.port import AnswerLostError, StoreUnavailableError
from echomq.stores.valkey import ValkeyStore
from faults.table import Observed
from looking import dump, places

ROOT = Path(__file__).parents[2]


def begun(commands: Commands) -> ValkeyStore:
    store = ValkeyStore(commands, "email")
    begin(store)
    return store


@pytest.mark.parametrize(("verb", "arguments"), CALLS)
def test_a_server_that_may_not_write_refuses_before_the_first_write(
    commands: Commands, verb: str, arguments: tuple[object, ...], observed: Observed
) -> None:
    store = begun(commands)
    before = dump(commands)
    commands.call("CONFIG", "SET", "min-replicas-to-write", 1)
    try:
        with pytest.raises(StoreUnavailableError, match="nothing was changed: the server refused, NOREPLICAS") as no:
            getattr(store, verb)(*arguments)
    finally:
        commands.call("CONFIG", "SET", "min-replicas-to-write", 0)
    assert dump(commands) == before
    observed("the server without the replicas it must have", "Valkey", str(no.value).partition(" script:")[0])


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
    commands: Commands, port: int, verb: str, arguments: tuple[object, ...], kept: int, observed: Observed
) -> None:
    begun(commands)
    with TcpLink("127.0.0.1", port) as link:
        # The server knows the script: an answer that says it doesn't would be cut otherwise.
        getattr(ValkeyStore(commands, "sms"), verb)(*arguments)
        store = ValkeyStore(LinkCommands(CutLink(link, kept)), "email")
        before = dump(commands)
        with pytest.raises(AnswerLostError) as loss:
            getattr(store, verb)(*arguments)
    assert dump(commands) != before
    assert all(len(sets) == 1 for sets in places(commands).values())
    observed("the connection cut within an answer", "Valkey", f"{loss.typename}; carried out, each job in one place")


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
    assert all(len(sets) == 1 for sets in places(commands).values())


def test_what_became_of_a_lost_claim_can_be_asked(commands: Commands, port: int) -> None:
    begun(commands)
    with TcpLink("127.0.0.1", port) as link, pytest.raises(AnswerLostError):
        ValkeyStore(LinkCommands(CutLink(link, 0)), "email").claim(0, 10)
    store = ValkeyStore(commands, "email")
    assert store.counts() == (0, 1, 2, 0)
    assert store.get(DZ) == Job(DZ, JobState.ACTIVE, 1, "b")
    assert store.reap(10, 10) == [DY, DZ]
