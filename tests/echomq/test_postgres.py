"""The store in PostgreSQL: what its schema holds, whom it lets in, and what it does when the server refuses."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import psycopg
import pytest

from echomq.branded_id import compose
from echomq.job import Job, JobState
from echomq.port import StoreError, StoreUnavailableError, Verdict
from echomq.stores.postgres import PostgresStore
from sitegen.servers.postgres import Server, builds, postgres
from three_jobs import CALLS, DA, DY, DZ, fill

NAMES = (f"alone_{number}" for number in count())


def begun(conninfo: str, schema: str, patience_s: float = 60) -> PostgresStore:
    store = PostgresStore(conninfo, schema=schema, patience_s=patience_s)
    fill(store)
    return store


@pytest.fixture
def conninfo(postgres_server: Server) -> str:
    return postgres_server.conninfo


@pytest.fixture
def schema() -> str:
    return next(NAMES)


@pytest.fixture
def store(conninfo: str, schema: str) -> Iterator[PostgresStore]:
    with begun(conninfo, schema) as store:
        yield store


@pytest.fixture
def asked(conninfo: str) -> Iterator[Callable[..., list[tuple[Any, ...]]]]:
    """Ask the database by a connection of our own, one transaction a question."""
    with psycopg.connect(conninfo, autocommit=True) as connection:

        def ask(statement: str, *values: object) -> list[tuple[Any, ...]]:
            cursor = connection.execute(statement.encode(), values or None)
            return cursor.fetchall() if cursor.description else []

        yield ask


Asked = Callable[..., list[tuple[Any, ...]]]


def dump(asked: Asked, schema: str) -> list[tuple[Any, ...]]:
    return [row for table in ("queue", "job", "ring") for row in asked(f"SELECT * FROM {schema}.{table} ORDER BY 1")]


@pytest.mark.parametrize("name", builds())
def test_any_build_that_is_here_holds_a_queue(name: str) -> None:
    with postgres(builds()[name]) as server, begun(server.conninfo, "echomq") as store:
        assert store.counts() == (1, 1, 1, 0)
        assert store.claim(None, 10) == Job(DZ, JobState.ACTIVE, 1, "b")


def test_a_queue_outlives_the_store_that_began_it(conninfo: str, schema: str) -> None:
    begun(conninfo, schema).close()
    with PostgresStore(conninfo, schema=schema) as store:
        assert store.counts() == (1, 1, 1, 0)
        assert store.get(DY) == Job(DY, JobState.ACTIVE, 1, "a", "tenant-42")
        assert store.complete(DY, 1) is Verdict.OK


@pytest.mark.usefixtures("store")
def test_an_id_is_its_snowflake_and_the_three_letters_are_kept_once(asked: Asked, schema: str) -> None:
    # 2025-06-01T09:00:00.000Z, node 7, sequence 0, 1 and 2
    assert asked(f"SELECT number, state, due FROM {schema}.job ORDER BY number") == [
        (187490421964828672, "active", 10),
        (187490421964828673, "pending", None),
        (187490421964828674, "scheduled", 0),
    ]
    assert asked(f"SELECT namespace FROM {schema}.queue") == [("JOB",)]
    assert asked(
        "SELECT atttypid::regtype::text, indisprimary FROM pg_index JOIN pg_attribute"
        f" ON attrelid = indrelid AND attnum = ANY (indkey) WHERE indrelid = '{schema}.job'::regclass AND indisprimary"
    ) == [("bigint", True)]


@pytest.mark.usefixtures("store")
def test_no_order_in_the_schema_is_a_locales(asked: Asked, schema: str) -> None:
    columns = asked(
        "SELECT relname, attname, collname FROM pg_attribute JOIN pg_class ON attrelid = pg_class.oid"
        " LEFT JOIN pg_collation ON attcollation = pg_collation.oid"
        " WHERE relnamespace = %s::regnamespace AND attnum > 0 AND (attcollation <> 0 OR attname = 'number')",
        schema,
    )
    assert {name for _, name, collation in columns if collation is not None} == {
        "namespace",
        "state",
        "beyond",
    }
    assert {collation for *_, collation in columns} == {None, "C"}


def test_ids_keep_their_order_where_the_database_sorts_z_after_a(
    postgres_server: Server, asked: Asked, schema: str
) -> None:
    try:
        asked(f"CREATE DATABASE {schema} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US' ENCODING 'UTF8'")
    except (psycopg.errors.FeatureNotSupported, psycopg.errors.SyntaxError):
        pytest.skip(
            "this build of PostgreSQL has no ICU for its databases, and sorts by bytes wherever the system does"
        )
    conninfo = postgres_server.conninfo_of(schema)
    with psycopg.connect(conninfo) as connection:
        [(is_before,)] = connection.execute("SELECT %s::text < %s::text", (DA, DZ)).fetchall()
    assert is_before  # by the locale a comes before Z; by the bytes, and by time, Z before a
    with PostgresStore(conninfo) as store:
        for id in (DA, DZ):
            store.enqueue(id, "a", "é")
            store.enqueue_at(compose("JOB", len(id)), "b", 5)
        assert store.browse(9) == [DA, DZ]
        assert [job.id for job in (store.claim(0, 1), store.claim(0, 1)) if job is not None] == [DZ, DA]
        assert store.reap(1, 9) == [DZ, DA]


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_may_have_any_encoding(postgres_server: Server, asked: Asked, schema: str, encoding: str) -> None:
    asked(f"CREATE DATABASE {schema} TEMPLATE template0 ENCODING '{encoding}' LOCALE 'C'")
    with PostgresStore(postgres_server.conninfo_of(schema)) as store:
        store.enqueue(DY, "\U0001f480", "\ud83d")
        assert store.claim(0, 10) == Job(DY, JobState.ACTIVE, 1, "\U0001f480", "\ud83d")
        assert store.retry(DY, 1, 0, 5, 3, "\0") is Verdict.SCHEDULED
        assert store.get(DY) == Job(DY, JobState.SCHEDULED, 1, "\U0001f480", "\ud83d", None, "\0")


def test_a_text_lies_in_its_column_as_its_utf_8(store: PostgresStore, asked: Asked, schema: str) -> None:
    texts = ["5", "", "a\0b", "\U0001f480", "\ud83d\udc80"]
    for step, text in enumerate(texts):
        store.enqueue(compose("JOB", step), text)
    assert [store.get(compose("JOB", step)).payload for step in range(5)] == texts  # type: ignore[union-attr]
    assert asked(f"SELECT payload FROM {schema}.job ORDER BY number LIMIT 5") == [
        (b"5",),
        (b"",),
        (b"a\0b",),
        (b"\xf0\x9f\x92\x80",),
        (b"\xed\xa0\xbd\xed\xb2\x80",),
    ]


def test_a_group_and_a_time_may_be_longer_than_any_entry_of_an_index(conninfo: str, schema: str) -> None:
    # Noise, so that no compression makes it fit: a multiplier of Knuth's and its powers.
    noise = [6364136223846793005**power for power in (2000, 2001)]
    groups = [f"{number:x}" for number in noise]
    assert min(map(len, groups)) > 30_000
    with PostgresStore(conninfo, schema=schema) as store:
        for step, time in enumerate([noise[1], 5, noise[0], -noise[1], -noise[0]]):
            store.enqueue_at(compose("JOB", step), "a", time, groups[step % 2])
        assert store.promote(noise[0] - 1, 9) == [compose("JOB", step) for step in (3, 4, 1)]
        assert store.promote(noise[1], 9) == [compose("JOB", step) for step in (2, 0)]
        # 3 and 4 opened the lanes of odd and even; 1 lies before 3, and 0 before the other two even ones.
        claimed = [job.id for job in (store.claim(0, 9) for _ in range(5)) if job is not None]
        assert claimed == [compose("JOB", step) for step in (1, 0, 3, 2, 4)]


def test_lanes_that_a_sweep_opens_take_turns_in_the_order_of_what_was_due(conninfo: str, schema: str) -> None:
    with PostgresStore(conninfo, schema=schema) as store:
        ids = [compose("JOB", number) for number in (5, 3, 8, 1, 9, 2, 7)]
        for due, id in enumerate(ids):
            store.enqueue_at(id, "a", due, f"group {id}")
        assert store.promote(9, 9) == ids
        assert [job.id for job in (store.claim(0, 9) for _ in ids) if job is not None] == ids


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda store: store.enqueue("JOB0DqhyRvkwaW", None), "payload must be a str, got NoneType"),
        (lambda store: store.enqueue("JOB0DqhyRvkwaW", "a", 5), "group must be a str, got int"),
        (lambda store: store.retry(DY, 1, 0, 0, 5, b"x"), "error must be a str, got bytes"),
        (lambda store: store.claim(0.5, 10), "'float' object cannot be interpreted as an integer"),
        (lambda store: store.claim(None, 10.5), "'float' object cannot be interpreted as an integer"),
        (lambda store: store.extend(DY, 1.0, 0, 10), "'float' object cannot be interpreted as an integer"),
    ],
    ids=["payload", "group", "error", "time", "lease", "token"],
)
def test_what_no_column_could_give_back_is_an_error(
    store: PostgresStore,
    asked: Asked,
    schema: str,
    attempt: Callable[[PostgresStore], object],
    message: str,
) -> None:
    before = dump(asked, schema)
    with pytest.raises(TypeError, match=message):
        attempt(store)
    assert dump(asked, schema) == before


def test_a_schema_is_one_namespaces(conninfo: str, schema: str, asked: Asked) -> None:
    begun(conninfo, schema).close()
    before = dump(asked, schema)
    with pytest.raises(ValueError, match="this queue holds JOB ids, not ORD ids"):
        PostgresStore(conninfo, "ORD", schema=schema)
    assert dump(asked, schema) == before
    with pytest.raises(ValueError, match="namespace must be three letters A-Z, got 'ord'"):
        PostgresStore(conninfo, "ord", schema=f"{schema}_other")
    assert asked("SELECT to_regnamespace(%s)", f"{schema}_other") == [(None,)]


@pytest.mark.parametrize("name", ["", "a" * 64, "Queue", "1st", "a-b", 'a"; DROP SCHEMA public; --', "é", "a\n", "a\0"])
def test_a_schema_has_a_plain_name(conninfo: str, name: str) -> None:
    with pytest.raises(ValueError, match=r"^schema must be 1 to 63 of a-z, 0-9 and _, no digit first, got '"):
        PostgresStore(conninfo, schema=name)


def test_names_that_differ_in_their_63rd_letter_are_two_queues(conninfo: str) -> None:
    with PostgresStore(conninfo, schema="a" * 62 + "b") as one, PostgresStore(conninfo, schema="a" * 62 + "c") as other:
        one.enqueue(DY, "a")
        assert (one.get(DY) is None, other.get(DY)) == (False, None)


@pytest.mark.parametrize("table", ["job (id bigint)", "queue (namespace text)"])
def test_a_schema_of_another_program_is_left_alone(conninfo: str, schema: str, asked: Asked, table: str) -> None:
    asked(f"CREATE SCHEMA {schema} CREATE TABLE {table}")
    with pytest.raises(
        StoreUnavailableError, match=f"^nothing was changed: the schema {schema} belongs to another program"
    ):
        PostgresStore(conninfo, schema=schema)
    assert asked("SELECT count(*) FROM pg_class WHERE relnamespace = %s::regnamespace", schema) == [(1,)]


def test_a_queue_of_another_form_is_left_alone(conninfo: str, schema: str, asked: Asked) -> None:
    begun(conninfo, schema).close()
    asked(f"COMMENT ON TABLE {schema}.queue IS 'A queue of EchoMQ, form 2'")
    with pytest.raises(StoreUnavailableError, match="or to another form of this one"):
        PostgresStore(conninfo, schema=schema)


def test_whoever_may_make_no_schema_is_given_one(conninfo: str, schema: str, asked: Asked) -> None:
    asked(f"CREATE ROLE {schema} LOGIN")
    other = conninfo.replace("user=postgres", f"user={schema}")
    with pytest.raises(StoreUnavailableError, match="nothing was changed: permission denied for database"):
        PostgresStore(other, schema=schema)
    asked(f"CREATE SCHEMA {schema} AUTHORIZATION {schema}")
    with begun(other, schema) as store:
        assert store.counts() == (1, 1, 1, 0)


def test_what_can_not_be_reached_is_told(conninfo: str) -> None:
    for wrong, message in (
        (conninfo.replace("dbname=postgres", "dbname=nowhere"), 'database "nowhere" does not exist'),
        ("host", 'missing "=" after "host"'),
    ):
        with pytest.raises(StoreUnavailableError, match=f"^nothing was changed: .*{message}"):
            PostgresStore(wrong)


def test_a_store_that_was_closed_says_so(store: PostgresStore) -> None:
    store.close()
    store.close()
    for attempt in (store.counts, lambda: store.claim(0, 10)):
        with pytest.raises(StoreError, match="nothing was changed: the store was closed"):
            attempt()


@pytest.mark.parametrize(("verb", "arguments"), CALLS)
def test_a_verb_is_waited_for_so_long_and_not_longer(
    conninfo: str, schema: str, asked: Asked, verb: str, arguments: tuple[object, ...]
) -> None:
    with begun(conninfo, schema, patience_s=0.3) as store, psycopg.connect(conninfo) as other:
        before = dump(asked, schema)
        other.execute(f"LOCK TABLE {schema}.job, {schema}.ring IN EXCLUSIVE MODE".encode())
        with pytest.raises(
            StoreUnavailableError, match=r"^nothing was changed: canceling statement due to statement timeout$"
        ):
            getattr(store, verb)(*arguments)
        assert store.get(DY) is not None  # who reads waits for nobody
        other.rollback()
        assert dump(asked, schema) == before
        getattr(store, verb)(*arguments)
        assert dump(asked, schema) != before


@pytest.mark.parametrize(("verb", "arguments"), CALLS)
def test_a_database_that_may_not_be_written_is_told(
    conninfo: str, schema: str, asked: Asked, verb: str, arguments: tuple[object, ...]
) -> None:
    begun(conninfo, schema).close()
    before = dump(asked, schema)
    with PostgresStore(f"{conninfo} options='-c default_transaction_read_only=on'", schema=schema) as store:
        with pytest.raises(
            StoreUnavailableError, match=r"nothing was changed: cannot execute .* a read-only transaction"
        ):
            getattr(store, verb)(*arguments)
        assert store.counts() == (1, 1, 1, 0)
    assert dump(asked, schema) == before


def test_a_refusal_by_the_server_undoes_the_whole_verb(store: PostgresStore, asked: Asked, schema: str) -> None:
    # The last step of a claim, of an admission and of a sweep is in the ring.
    asked(f"ALTER TABLE {schema}.ring ADD CHECK (turn < 3)")
    asked(f"SELECT setval('{schema}.turns', 9)")
    before = dump(asked, schema)
    for attempt in (
        lambda: store.enqueue("JOB0DqhyRvkwaW", "d", "another"),
        lambda: store.reap(10, 1),
    ):
        with pytest.raises(StoreUnavailableError, match='nothing was changed: new row for relation "ring" violates'):
            attempt()
    assert dump(asked, schema) == before


def test_no_verb_reads_the_whole_table(store: PostgresStore, asked: Asked, schema: str) -> None:
    for step in range(600):
        store.enqueue(compose("JOB", step), "a", f"{step % 3}")
        store.enqueue_at(compose("JOB", 1000 + step), "b", 100)
        store.enqueue_at(compose("JOB", 2000 + step), "b", 2**70)
    store.complete(DY, 1)
    for step in range(600):
        store.enqueue(compose("JOB", 3000 + step), "c", "busy")
    asked(f"ANALYZE {schema}.job")
    connection = store._database._connection

    def reads() -> tuple[int, int]:
        """How often this session has read the table from end to end, and how many rows it found by an index."""
        [(scans, rows)] = connection.execute(
            "SELECT seq_scan, idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relid = %s::regclass",
            (f"{schema}.job",),
        ).fetchall()
        return scans, rows

    for verb, arguments in (*CALLS, ("promote", (100, 2)), ("browse", (2,)), ("get", (DZ,))):
        with connection.transaction(force_rollback=True):
            scans, rows = reads()
            getattr(store, verb)(*arguments)
            scans_after, rows_after = reads()
        assert (scans_after - scans, rows_after - rows < 25) == (0, True), (verb, arguments, rows_after - rows)
