"""A PostgreSQL that goes away, between verbs and during them: what is known is told, and the store finds back."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from select import POLLIN, POLLRDHUP, poll

import psycopg
import pytest

from echomq.port import AnswerLostError, StoreUnavailableError, Verdict
from echomq.stores.postgres import PostgresStore
from sitegen.servers.ports import free_ports
from sitegen.servers.postgres import Server, postgres
from sitegen.servers.waiting import PATIENCE_S, wait_until
from three_jobs import CALLS, DY, fill

NAMES = (f"lost_{number}" for number in count())


@pytest.fixture(scope="module")
def server(postgres_server: Server) -> Iterator[Server]:
    """One that may be killed."""
    with postgres(postgres_server.origin) as server:
        yield server


@pytest.fixture
def store(server: Server) -> Iterator[PostgresStore]:
    with PostgresStore(server.conninfo, schema=next(NAMES), patience_s=PATIENCE_S) as store:
        fill(store)
        yield store


def pid(store: PostgresStore) -> int:
    return store._database._connection.info.backend_pid


def wait_for_hang_up(store: PostgresStore) -> None:
    line = poll()
    line.register(store._database._connection.fileno(), POLLRDHUP)
    assert line.poll(1000 * PATIENCE_S)


def test_a_verb_after_the_servers_end_changed_nothing_and_the_store_finds_back(
    server: Server, store: PostgresStore
) -> None:
    server.kill()
    try:
        wait_for_hang_up(store)
        for verb, arguments in CALLS:
            with pytest.raises(StoreUnavailableError, match=r"^nothing was changed: .*[Cc]onnection"):
                getattr(store, verb)(*arguments)
    finally:
        server.start()
    assert store.counts() == (1, 1, 1, 0)
    assert store.complete(DY, 1) is Verdict.OK


def test_a_verb_during_the_servers_end_may_have_happened(server: Server, store: PostgresStore) -> None:
    with closing(psycopg.connect(server.conninfo)) as other, ThreadPoolExecutor(1) as threads:
        other.execute(f"LOCK TABLE {store._database._schema}.job".encode())
        completing = threads.submit(store.complete, DY, 1)
        wait_until(
            lambda: (
                other.execute("SELECT wait_event_type FROM pg_stat_activity WHERE pid = %s", (pid(store),)).fetchone()
                == ("Lock",)
            )
        )
        server.kill()
        try:
            with pytest.raises(AnswerLostError, match=r"^no answer came, so it isn't known whether"):
                completing.result(PATIENCE_S)
            with pytest.raises(StoreUnavailableError):
                store.get(DY)
        finally:
            server.start()
    assert store.get(DY) is not None  # it waited for the table, so it hadn't
    assert store.complete(DY, 1) is Verdict.OK


def test_a_session_that_is_ended_between_verbs_is_begun_again(server: Server, store: PostgresStore) -> None:
    with psycopg.connect(server.conninfo, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", (pid(store),))
    wait_for_hang_up(store)
    before = pid(store)
    assert store.complete(DY, 1) is Verdict.OK
    assert pid(store) != before


def test_a_session_that_is_ended_during_a_verb_leaves_it_unknown(server: Server, store: PostgresStore) -> None:
    # Whoever ends a session may do so between the commit and the answer.
    with closing(psycopg.connect(server.conninfo)) as other, ThreadPoolExecutor(1) as threads:
        other.execute(f"LOCK TABLE {store._database._schema}.job".encode())
        completing = threads.submit(store.complete, DY, 1)
        wait_until(
            lambda: (
                other.execute("SELECT wait_event_type FROM pg_stat_activity WHERE pid = %s", (pid(store),)).fetchone()
                == ("Lock",)
            )
        )
        other.execute("SELECT pg_terminate_backend(%s)", (pid(store),))
        with pytest.raises(AnswerLostError, match="terminating connection due to administrator command"):
            completing.result(PATIENCE_S)
    assert store.complete(DY, 1) is Verdict.OK


def test_what_a_line_brings_beside_answers_is_no_end(server: Server, store: PostgresStore) -> None:
    store._database._connection.execute("LISTEN bell")
    with psycopg.connect(server.conninfo, autocommit=True) as other:
        other.execute("NOTIFY bell")
    line = poll()
    line.register(store._database._connection.fileno(), POLLIN)
    assert line.poll(1000 * PATIENCE_S)
    before = pid(store)
    assert store.complete(DY, 1) is Verdict.OK
    assert pid(store) == before


def test_nobody_there_is_told() -> None:
    [port] = free_ports(1)
    with pytest.raises(StoreUnavailableError, match=r"^nothing was changed: .*onnection refused"):
        PostgresStore(f"host=127.0.0.1 port={port} user=postgres")
