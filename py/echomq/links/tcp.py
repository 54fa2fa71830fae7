"""A link over TCP, with nothing but a socket."""

import socket
from typing import Self

from echomq.port import StoreUnavailableError

_PIECE = 65_536


class TcpLink:
    """One connection to a server, to be closed by whoever opened it."""

    __slots__ = ("_socket",)

    def __init__(self, host: str, port: int, *, patience_s: float = 5.0) -> None:
        """Connect, and let each later send and receive take `patience_s` seconds. Raises StoreUnavailableError."""
        try:
            self._socket = socket.create_connection((host, port), timeout=patience_s)
        except OSError as error:
            message = f"nothing was changed: no connection to {host}:{port}, {error}"
            raise StoreUnavailableError(message) from error
        # A command is one small piece, and its answer is waited for: never hold it back for a second piece.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, data: bytes, /) -> None:
        """Hand over all of `data`."""
        self._socket.sendall(data)

    def recv(self) -> bytes:
        """Return what has come."""
        return self._socket.recv(_PIECE)

    def close(self) -> None:
        """Hang up."""
        self._socket.close()
