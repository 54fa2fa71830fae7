"""How often somebody waits for a server's answer, counted on the way between the two."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

LOCAL = "127.0.0.1"
_PIECE = 65_536


class _Line:
    """A connection of a client, and the one to the server that stands for it."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self.client = client
        self.server = server
        self.trips = 0
        self._is_waiting = False
        for end in (client, server):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._threads = [threading.Thread(target=pass_on, daemon=True) for pass_on in (self._ask, self._answer)]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._hang_up()
        for thread in self._threads:
            thread.join()
        for end in (self.client, self.server):
            end.close()

    def _ask(self) -> None:
        with suppress(OSError):  # somebody hung up
            while data := self.client.recv(_PIECE):
                # What follows before an answer came is the rest of the question, or another that didn't wait for it.
                self.trips += not self._is_waiting
                self._is_waiting = True
                self.server.sendall(data)
        self._hang_up()

    def _answer(self) -> None:
        with suppress(OSError):
            while data := self.server.recv(_PIECE):
                self._is_waiting = False
                self.client.sendall(data)
        self._hang_up()

    def _hang_up(self) -> None:
        for end in (self.client, self.server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Relay:
    """A port that leads to another, and counts."""

    def __init__(self, target: int) -> None:
        """Lead to the port `target` of this machine."""
        self._target = target
        self._lines: list[_Line] = []
        self._listener = socket.create_server((LOCAL, 0))
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """Where to connect."""
        port: int = self._listener.getsockname()[1]
        return port

    @property
    def trips(self) -> int:
        """How often something was sent by a client that had all its answers."""
        return sum(line.trips for line in self._lines)

    def close(self) -> None:
        """Hang up on everybody."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()
        for line in self._lines:
            line.close()

    def _accept(self) -> None:
        with suppress(OSError):  # the listener was closed
            while True:
                client, _ = self._listener.accept()
                self._lines.append(_Line(client, socket.create_connection((LOCAL, self._target))))


@contextmanager
def relay(target: int) -> Iterator[Relay]:
    """A relay to the port `target`, as long as the block lasts."""
    with ExitStack() as stack:
        one = Relay(target)
        stack.callback(one.close)
        yield one
