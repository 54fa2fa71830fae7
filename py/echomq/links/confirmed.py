"""Connections of the client `valkey` that hand a script's answer over once replicas have what it wrote.

A server answers before its replicas know: replication is asynchronous, and when a server dies, what it had not passed on
dies with it, answered or not. `WAIT` asks how many replicas have all that *this connection* wrote, so it can't be sent by
whoever holds another one; here both go out in one piece, and both answers are read before the first is given.
"""

from contextlib import suppress
from typing import Protocol, cast

from valkey.exceptions import ResponseError

from echomq.links.commands import Answer, Word
from echomq.links.reached import ReachedConnection
from echomq.port import UnconfirmedError

_SCRIPTS = ("EVALSHA", "EVAL")


class _Wire(Protocol):
    """What the client's own connection does; it has no types."""

    def pack_command(self, *words: Word) -> list[bytes]: ...
    def send_packed_command(self, command: list[bytes]) -> None: ...
    def send_command(self, *words: Word, **options: object) -> None: ...
    def read_response(self, **options: object) -> Answer: ...


def confirming(replicas: int, within_ms: int) -> type[ReachedConnection]:
    """Return a class of connections that wait `within_ms` (1 or more; 0 would be for ever) for so many `replicas`.

    Reading an answer raises UnconfirmedError if there were fewer by then.
    """

    class Confirming(ReachedConnection):
        _is_asked = False

        def send_command(self, *words: Word, **options: object) -> None:
            wire = cast("_Wire", super())
            if words[0] not in _SCRIPTS:
                wire.send_command(*words, **options)
                return
            pieces = [*wire.pack_command(*words), *wire.pack_command("WAIT", replicas, within_ms)]
            wire.send_packed_command(pieces)
            self._is_asked = True

        def read_response(self, **options: object) -> Answer:  # type: ignore[override]
            wire = cast("_Wire", super())
            if not self._is_asked:
                return wire.read_response(**options)
            self._is_asked = False
            try:
                answer = wire.read_response(**options)
            except ResponseError:
                # Nothing was written, so nothing is to be confirmed; but its answer is to be read.
                with suppress(ResponseError):
                    wire.read_response()
                raise
            try:
                confirmed = cast("int", wire.read_response())
            except ResponseError as error:  # a server that is made a replica lets go of those who wait
                message = f"carried out, but nobody knows by how many replicas: {error}"
                raise UnconfirmedError(message) from error
            if confirmed < replicas:
                message = f"carried out, but confirmed by {confirmed} of {replicas} replicas within {within_ms} ms"
                raise UnconfirmedError(message)
            return answer

    return Confirming
