"""Answers that are cut off on their way, to a link or to a client that opens its own connections."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from echomq.links.link import Link


class CutLink:
    """A link that carries whatever is sent, and of what comes back `kept` bytes and no more."""

    def __init__(self, link: Link, kept: int) -> None:
        self._link = link
        self._kept = kept
        self._is_cut = False

    def send(self, data: bytes, /) -> None:
        self._link.send(data)

    def recv(self) -> bytes:
        if self._is_cut:
            return b""
        self._is_cut = True
        return self._link.recv()[: self._kept]  # an answer has come: the command was carried out


@contextmanager
def cutting_proxy(port: int, kept: int) -> Iterator[int]:
    """A port that leads to the server at `port`, and hangs up after `kept` bytes of its first answer to a script."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        thread = Thread(target=_lead, args=(door, port, kept))
        thread.start()
        try:
            yield door.getsockname()[1]
        finally:
            door.shutdown(socket.SHUT_RDWR)
            thread.join(20)


def _lead(door: socket.socket, port: int, kept: int) -> None:
    while True:
        try:
            caller, _ = door.accept()
        except OSError:
            return
        with caller, socket.create_connection(("127.0.0.1", port), timeout=20) as server:
            while asked := caller.recv(65_536):
                server.sendall(asked)
                answer = server.recv(65_536)
                if b"EVAL" in asked:
                    caller.sendall(answer[:kept])
                    break
                caller.sendall(answer)
