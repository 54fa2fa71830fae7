"""RESP as its description has it (valkey.io/topics/protocol/), however the bytes are cut on their way."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echomq.links.commands import ServerRefusalError, UnknownScriptError
from echomq.links.resp import Answers, encoded


def pieces_of(data: bytes, sizes: Iterator[int]) -> Iterator[bytes]:
    while data:
        size = next(sizes)
        yield data[:size]
        data = data[size:]
    yield b""


def answers_in(data: bytes, size: int = 1) -> Answers:
    pieces = pieces_of(data, iter(lambda: size, 0))
    return Answers(lambda: next(pieces))


def test_a_command_is_an_array_of_bulk_strings() -> None:
    assert encoded(["LLEN", "mylist"]) == b"*2\r\n$4\r\nLLEN\r\n$6\r\nmylist\r\n"
    assert encoded([b"\xff\r\n", "é", 2**63, -1, ""]) == (
        b"*5\r\n$3\r\n\xff\r\n\r\n$2\r\n\xc3\xa9\r\n$19\r\n9223372036854775808\r\n$2\r\n-1\r\n$0\r\n\r\n"
    )


def test_a_text_without_utf_8_is_no_word() -> None:
    with pytest.raises(ValueError, match="surrogates not allowed"):
        encoded(["\ud800"])


@pytest.mark.parametrize(
    ("data", "answer"),
    [
        (b"+OK\r\n", b"OK"),
        (b":0\r\n", 0),
        (b":-9223372036854775808\r\n", -(2**63)),
        (b"$5\r\nhello\r\n", b"hello"),
        (b"$0\r\n\r\n", b""),
        (b"$4\r\n\r\n\r\n\r\n", b"\r\n\r\n"),
        (b"$-1\r\n", None),
        (b"*0\r\n", []),
        (b"*-1\r\n", None),
        (b"*3\r\n$5\r\nhello\r\n$-1\r\n$5\r\nworld\r\n", [b"hello", None, b"world"]),
        (b"*2\r\n*3\r\n:1\r\n:2\r\n:3\r\n*1\r\n+Hello\r\n", [[1, 2, 3], [b"Hello"]]),
    ],
    ids=lambda value: repr(value)[:30],
)
@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_an_answer_is_read(data: bytes, answer: object, size: int) -> None:
    answers = answers_in(data * 2, size)
    assert answers.read() == answer
    assert answers.read() == answer  # nothing of the first was left over


@pytest.mark.parametrize(
    ("data", "kind", "text"),
    [
        (b"-ERR unknown command 'FOO'\r\n", ServerRefusalError, "the server refused, ERR unknown command 'FOO'"),
        (b"-NOSCRIPT No matching script.\r\n", UnknownScriptError, "the server refused, NOSCRIPT No matching script."),
        (b"*3\r\n:1\r\n-WRONG\r\n-ALSO\r\n", ServerRefusalError, "the server refused, WRONG"),
    ],
    ids=["any", "script", "inside an array"],
)
def test_an_error_is_an_answer_after_which_others_can_be_read(data: bytes, kind: type, text: str) -> None:
    answers = answers_in(data + b":7\r\n")
    refusal = answers.read()
    assert type(refusal) is kind
    assert str(refusal) == f"nothing was changed: {text}"
    assert answers.read() == 7


@pytest.mark.parametrize("whole", [b"$5\r\nhello\r\n", b":12\r\n", b"*2\r\n:1\r\n:2\r\n"])
def test_an_answer_that_ends_early_is_none(whole: bytes) -> None:
    for stop in range(len(whole)):
        with pytest.raises(EOFError, match="the other side hung up"):
            answers_in(whole[:stop]).read()


@pytest.mark.parametrize("data", [b"HTTP/1.1 400 Bad Request\r\n", b":one\r\n", b"$3\r\nhello\r\n", b"$x\r\n", b"\r\n"])
def test_what_is_no_resp_is_an_error(data: bytes) -> None:
    with pytest.raises(ValueError):
        answers_in(data).read()


@given(st.lists(st.binary(max_size=40), max_size=5), st.lists(st.integers(1, 9), min_size=1))
def test_what_was_encoded_is_read_again_from_any_pieces(words: list[bytes], sizes: list[int]) -> None:
    # A command has the form of an answer: the two halves of the codec meet in it.
    def endless() -> Iterator[int]:
        while True:
            yield from sizes

    pieces = pieces_of(encoded(words), endless())
    assert Answers(lambda: next(pieces)).read() == words
