"""PostgreSQL's protocol, version 3 (www.postgresql.org/docs/current/protocol.html), as far as simple queries go: a codec
without a wire.

A message is one letter, its length, and so many bytes. Every query is answered by any number of messages, of which the
last says that the server is ready for another one.
"""

from collections.abc import Callable
from typing import NamedTuple

_LENGTH = 4
"""Bytes that say how long a message is, themselves counted."""


class Refusal(NamedTuple):
    """Why a statement was not carried out: SQLSTATE, five letters or digits, and the server's words."""

    state: str
    message: str


class Result(NamedTuple):
    """What one query came to: the rows of its last statement that has any, as texts, NULL as None; or why it was refused."""

    rows: tuple[tuple[str | None, ...], ...] = ()
    refusal: Refusal | None = None


def query(sql: str) -> bytes:
    """Return the bytes of one query, which may be several statements. Raises ValueError for a text with NUL or without UTF-8."""
    data = sql.encode()
    if b"\0" in data:
        message = f"a query ends at the first NUL, got {sql!r}"
        raise ValueError(message)
    return b"Q%b%b\0" % ((_LENGTH + len(data) + 1).to_bytes(_LENGTH), data)


class Results:
    """Reads results out of bytes that come in pieces, cut anywhere."""

    __slots__ = ("_bytes", "_receive")

    def __init__(self, receive: Callable[[], bytes]) -> None:
        """Take the next piece from `receive`, whenever more is needed; an empty one is the end."""
        self._bytes = bytearray()
        self._receive = receive

    def read(self) -> Result:
        """Return what the next query came to; what the server says besides is passed over.

        Raises EOFError if the bytes end within it.
        """
        rows: list[tuple[str | None, ...]] = []
        refusal: Refusal | None = None
        while True:
            kind, body = self._message()
            match kind:
                case b"T":
                    rows = []
                case b"D":
                    rows.append(_row(body))
                case b"E":
                    refusal = refusal or _refusal(body)
                case b"Z":
                    return Result(tuple(rows), refusal)
                case _:
                    pass

    def _message(self) -> tuple[bytes, bytes]:
        kind = self._take(1)
        length = int.from_bytes(self._take(_LENGTH))
        return kind, self._take(length - _LENGTH)

    def _take(self, count: int) -> bytes:
        while len(self._bytes) < count:
            piece = self._receive()
            if not piece:
                message = "the other side hung up"
                raise EOFError(message)
            self._bytes += piece
        taken = bytes(self._bytes[:count])
        del self._bytes[:count]
        return taken


def _row(body: bytes) -> tuple[str | None, ...]:
    columns: list[str | None] = []
    at = 2
    for _ in range(int.from_bytes(body[:2])):
        length = int.from_bytes(body[at : at + _LENGTH], signed=True)
        at += _LENGTH
        columns.append(None if length < 0 else body[at : at + length].decode())
        at += max(length, 0)
    return tuple(columns)


def _refusal(body: bytes) -> Refusal:
    fields = {field[:1]: field[1:].decode(errors="replace") for field in body.split(b"\0") if field}
    return Refusal(fields[b"C"], fields[b"M"])
