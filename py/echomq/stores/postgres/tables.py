"""What a queue is made of in PostgreSQL: a schema of three tables, and a sequence that counts the turns of the lanes.

An id's snowflake is the row's number, a `bigint PRIMARY KEY`, so the order of minting is the order of integers, whatever
the database's locale. The three letters are the same in every row and are kept once.

Texts lie in `bytea`, as UTF-8, always. A column of text could hold neither NUL nor half a surrogate pair, and not even
all the rest where the database has another encoding than UTF-8; two forms side by side would make one group two lanes.
In `psql`, `convert_from(payload, 'UTF8')` shows what was written.

A lane is the SHA-256 of its group, and no bytes at all for the jobs without one: an entry of an index has room for 2,700
bytes, and a group may be longer. So may the digits of a time past the ends of `bigint` (see `echomq.times`), for which
reason those few are indexed by the end that they lie beyond, and only a sweep at such a time reads and sorts them.
"""

from psycopg.sql import SQL

MARK = "A queue of EchoMQ, form 1"
"""The comment by which a table `queue` is known for ours. Another form of tables or functions gets another number."""

TABLES = SQL("""
CREATE TABLE {schema}.queue (namespace text COLLATE "C" NOT NULL);

COMMENT ON TABLE {schema}.queue IS {mark};

CREATE TABLE {schema}.job (
    number bigint PRIMARY KEY,
    state text COLLATE "C" NOT NULL CHECK (state IN ('pending', 'scheduled', 'active', 'dead')),
    attempts bigint NOT NULL,
    payload bytea NOT NULL,
    "group" bytea,
    progress bytea,
    last_error bytea,
    due bigint CHECK ((due IS NOT NULL) = (state IN ('scheduled', 'active'))),
    beyond text COLLATE "C" CHECK ((beyond IS NULL) = (due IS NULL)),
    lane bytea NOT NULL GENERATED ALWAYS AS (coalesce(sha256("group"), '')) STORED
);

COMMENT ON COLUMN {schema}.job.due IS 'Unix milliseconds: when a scheduled job is due, or when a lease may be taken away';

CREATE INDEX pending ON {schema}.job (number) WHERE state = 'pending';
CREATE INDEX lane ON {schema}.job (lane, number) WHERE state = 'pending';
CREATE INDEX near ON {schema}.job (state, due, number) WHERE beyond = '';
CREATE INDEX far ON {schema}.job (state, due, number) WHERE beyond <> '';

CREATE TABLE {schema}.ring (lane bytea PRIMARY KEY, turn bigint NOT NULL);

-- Not unique: a lane that takes another turn is then still the same to those who hold on to it (FOR KEY SHARE).
CREATE INDEX turn ON {schema}.ring (turn);

CREATE SEQUENCE {schema}.turns;
""")
