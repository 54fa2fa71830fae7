"""A database in memory, asked in plain SQL: rows as they are, and refusals in SQLite's words."""

from echomq.stores.sqlite.plain import PlainDatabase, Told


def test_a_statement_answers_with_its_rows_and_a_refusal_with_its_words() -> None:
    with PlainDatabase() as database:
        assert database.ask("CREATE TABLE t (id TEXT COLLATE NOCASE PRIMARY KEY)") == Told()
        assert database.ask("INSERT INTO t VALUES ('a')") == Told()
        assert database.ask("INSERT INTO t VALUES ('A')") == Told((), "UNIQUE constraint failed: t.id")
        assert database.ask("SELECT id, 187490421964828673 FROM t") == Told((("a", 187490421964828673),))
        assert database.ask("SELEC") == Told((), 'near "SELEC": syntax error')


def test_it_is_gone_when_it_is_closed() -> None:
    with PlainDatabase() as database:
        pass
    assert database.ask("SELECT 1").refusal == "Cannot operate on a closed database."
    with PlainDatabase() as another:
        assert another.ask("SELECT name FROM sqlite_schema") == Told()
