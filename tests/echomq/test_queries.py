"""PostgreSQL's simple queries: the bytes that its documentation gives, cut anywhere, and those of a real server.

www.postgresql.org/docs/current/protocol-message-formats.html
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from echomq.links.queries import Refusal, Result, Results, query
from sitegen.servers.postgres import Server
from speaking import speaking

if TYPE_CHECKING:
    from collections.abc import Iterator

READY = b"Z\0\0\0\5I"
ROW_DESCRIPTION = b"T\0\0\0\x1b\0\1id\0\0\0\0\0\0\0\0\0\0\x19\xff\xff\xff\xff\xff\xff\0\0"
A_AND_NULL = b"D\0\0\0\x0f\0\2\0\0\0\1a\xff\xff\xff\xff"
EMPTY = b"D\0\0\0\x0a\0\1\0\0\0\0"
DONE = b"C\0\0\0\x0dSELECT 1\0"
NOTICE = b"N\0\0\0\x18SNOTICE\0C00000\0Mno\0\0"
ERROR = b"E\0\0\0\x22SERROR\0C42P01\0Mthere is no x\0\0"


def read(data: bytes, count: int = 1, size: int = 1 << 20) -> list[Result]:
    pieces = iter([data[at : at + size] for at in range(0, len(data), size)])
    results = Results(lambda: next(pieces, b""))
    return [results.read() for _ in range(count)]


def test_a_query_is_a_letter_a_length_and_a_text_that_ends_with_nul() -> None:
    assert query("SELECT 1") == b"Q\0\0\0\x0dSELECT 1\0"
    assert query("é") == b"Q\0\0\0\7\xc3\xa9\0"
    with pytest.raises(ValueError, match="ends at the first NUL"):
        query("SELECT 1\0")


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_results_are_read_however_the_bytes_are_cut(size: int) -> None:
    data = NOTICE + ROW_DESCRIPTION + A_AND_NULL + DONE + READY + ERROR + READY + DONE + READY
    assert read(data, 3, size) == [
        Result((("a", None),)),
        Result((), Refusal("42P01", "there is no x")),
        Result(),
    ]


def test_of_several_statements_the_last_rows_count_and_the_first_refusal() -> None:
    data = ROW_DESCRIPTION + A_AND_NULL + DONE + ROW_DESCRIPTION + EMPTY + DONE + ERROR + READY
    assert read(data) == [Result((("",),), Refusal("42P01", "there is no x"))]


def test_an_answer_that_ends_within_itself_is_none() -> None:
    with pytest.raises(EOFError, match="hung up"):
        read(ROW_DESCRIPTION + A_AND_NULL[:-1])


@pytest.fixture(scope="module")
def results(postgres_server: Server) -> Iterator[list[Result]]:
    statements = (
        "SELECT 187490421964828673, NULL, 'é'",
        "CREATE TEMP TABLE t (id bigint PRIMARY KEY); INSERT INTO t VALUES (1)",
        "INSERT INTO t VALUES (1)",
        "SELECT FROM nowhere",
        "SELECT id FROM t",
        "",
    )
    with speaking(postgres_server) as link:
        link.send(b"".join(map(query, statements)))  # all at once: each has its answer
        answers = Results(link.recv)
        yield [answers.read() for _ in statements]


def test_a_real_server_is_understood(results: list[Result]) -> None:
    assert results[0] == Result((("187490421964828673", None, "é"),))
    assert results[1] == Result()
    assert results[4] == Result((("1",),))
    assert results[5] == Result()


def test_a_real_server_refuses_with_its_state_and_its_words(results: list[Result]) -> None:
    assert results[2].refusal == Refusal("23505", 'duplicate key value violates unique constraint "t_pkey"')
    assert results[3].refusal == Refusal("42P01", 'relation "nowhere" does not exist')
