"""A store on Valkey speaks to a server: what it did is what went over the wire, and what the server's keys hold now."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import cast

from echomq.links.commands import Answer, Word
from echomq.links.link import Link, LinkCommands
from echomq.stores.valkey import ValkeyStore
from echomq.stores.valkey.scripts import NAMES, name_of, script
from widgets.figures.port.kept import asking
from widgets.figures.port.kept.witness import Asked, Deed, Table

_QUEUE = "email"


class ValkeyWitness:
    """Watches a store on a server that is the play's own, over a link."""

    __slots__ = ("_commands", "_is_watching", "_said", "_wire", "store")

    def __init__(self, link: Link) -> None:
        self._wire = _Wire(link)
        self._commands = LinkCommands(self._wire)
        self._commands.call("FLUSHALL")
        for name in NAMES:  # as on any server that has been at work for a while
            self._commands.call("SCRIPT", "LOAD", script(name).source)
        self._said: list[tuple[tuple[Word, ...], bytes, bytes]] = []
        self._is_watching = False
        self.store = ValkeyStore(self, _QUEUE)

    def call(self, *words: Word) -> Answer:
        """Pass a command on, and take it down with its bytes both ways."""
        self._wire.clear()
        try:
            return self._commands.call(*words)
        finally:
            if self._is_watching:
                self._said.append((words, self._wire.sent, self._wire.received))

    @contextmanager
    def watched(self) -> Generator[None, None, None]:
        """Take down the commands of the block."""
        self._said = []
        self._is_watching = True
        yield
        self._is_watching = False

    def deeds(self) -> tuple[Deed, ...]:
        """Return each command, the bytes that were sent for it and those that came back."""
        return tuple(Deed(_typed(words), (_escaped(sent), _escaped(received))) for words, sent, received in self._said)

    def asked(self, line: str) -> Asked | None:
        """Return the server's answer to the words of `line`."""
        return asking.asked(self._commands, line)

    def close(self) -> None:
        """Leave the link as it is: who brought it hangs up."""

    def tables(self) -> tuple[Table, ...]:
        """Return every key of the server with its kind and what it holds."""
        keys = sorted(cast("list[bytes]", self._commands.call("KEYS", "*")))
        return (Table("keys", ("key", "kind", "what it holds"), tuple(map(self._held, keys))),)

    def _held(self, key: bytes) -> tuple[str, str, str]:
        kind = cast("bytes", self._commands.call("TYPE", key))
        match kind:
            case b"hash":
                fields = cast("list[bytes]", self._commands.call("HGETALL", key))
                held = [b" ".join(pair) for pair in zip(fields[::2], fields[1::2], strict=True)]
            case b"list":
                held = [lane or b"no group" for lane in cast("list[bytes]", self._commands.call("LRANGE", key, 0, -1))]
            case _:
                scored = cast("list[bytes]", self._commands.call("ZRANGE", key, 0, -1, "WITHSCORES"))
                held = [b" at ".join(pair) for pair in zip(scored[::2], scored[1::2], strict=True)]
        return key.decode(), kind.decode(), b", ".join(held).decode()


class _Wire:
    """A link that keeps what last went over it."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.clear()

    def clear(self) -> None:
        self.sent = self.received = b""

    def send(self, data: bytes, /) -> None:
        self.sent += data
        self._link.send(data)

    def recv(self) -> bytes:
        data = self._link.recv()
        self.received += data
        return data


def _typed(words: tuple[Word, ...]) -> str:
    """Return a command as one would type it. Each verb of a play is a script, for whose digest its file's name stands."""
    name, script, *rest = [word.decode() if isinstance(word, bytes) else str(word) for word in words]
    return " ".join((name, f"{name_of(script)}.lua", *(word or '""' for word in rest)))


def _escaped(data: bytes) -> str:
    """Return bytes as ASCII with escapes; a script's text is cut, since it stands in its file."""
    shown = "".join(
        chr(byte) if 32 <= byte < 127 and byte != 92 else _ESCAPES.get(byte, f"\\x{byte:02x}") for byte in data
    )
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"


_ESCAPES = {10: "\\n", 13: "\\r", 92: "\\\\"}
_LONGEST = 400
