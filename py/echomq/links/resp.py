"""RESP, the protocol of Redis and Valkey (valkey.io/topics/protocol/), as far as version 2 goes: a codec without a wire.

A command is an array of bulk strings. An answer begins with the sign of its kind and ends its lines with CR LF; only
bulk strings, whose length is said first, may hold these bytes themselves.
"""

from collections.abc import Callable, Sequence

from echomq.links.commands import Answer, ServerRefusalError, UnknownScriptError, Word

_END = b"\r\n"


def encoded(words: Sequence[Word]) -> bytes:
    """Return the bytes of one command. Raises ValueError for a text that has no UTF-8."""
    parts = [b"*%d\r\n" % len(words)]
    for word in words:
        data = word if isinstance(word, bytes) else str(word).encode()
        parts.append(b"$%d\r\n%b\r\n" % (len(data), data))
    return b"".join(parts)


class Answers:
    """Reads answers out of bytes that come in pieces, cut anywhere."""

    __slots__ = ("_bytes", "_receive")

    def __init__(self, receive: Callable[[], bytes]) -> None:
        """Take the next piece from `receive`, whenever more is needed; an empty one is the end."""
        self._bytes = bytearray()
        self._receive = receive

    def read(self) -> Answer | ServerRefusalError:
        """Return the next answer. An error is returned, not raised: what follows it can still be read.

        Raises EOFError if the bytes end within it and ValueError for what is no RESP; after either, nothing can.
        """
        line = self._line()
        sign, rest = line[:1], line[1:]
        match sign:
            case b"+":
                return rest
            case b"-":
                kind = UnknownScriptError if rest.startswith(b"NOSCRIPT") else ServerRefusalError
                return kind(rest.decode(errors="replace"))
            case b":":
                return int(rest)
            case b"$":
                return self._bulk(int(rest))
            case b"*":
                return self._array(int(rest))
            case _:
                message = f"no kind of answer begins with {sign!r}"
                raise ValueError(message)

    def _bulk(self, length: int) -> bytes | None:
        if length < 0:
            return None
        data = self._take(length + len(_END))
        if not data.endswith(_END):
            message = f"no line ends after {length} bytes"
            raise ValueError(message)
        return data[:length]

    def _array(self, length: int) -> Answer | ServerRefusalError:
        if length < 0:
            return None
        items: list[Answer] = []
        refusals: list[ServerRefusalError] = []
        for _ in range(length):
            item = self.read()
            if isinstance(item, ServerRefusalError):
                refusals.append(item)
            else:
                items.append(item)
        return refusals[0] if refusals else items

    def _line(self) -> bytes:
        seen = 0
        while (end := self._bytes.find(_END, seen)) < 0:
            seen = max(0, len(self._bytes) - 1)  # the CR may be here already
            self._more()
        return self._take(end + len(_END))[: -len(_END)]

    def _take(self, count: int) -> bytes:
        while len(self._bytes) < count:
            self._more()
        taken = bytes(self._bytes[:count])
        del self._bytes[:count]
        return taken

    def _more(self) -> None:
        piece = self._receive()
        if not piece:
            message = "the other side hung up"
            raise EOFError(message)
        self._bytes += piece
