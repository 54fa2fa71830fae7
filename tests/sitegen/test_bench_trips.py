"""The relay: it passes everything on, and counts how often somebody waits."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sitegen.bench.trips import relay


@contextmanager
def echo() -> Iterator[int]:
    """A server that gives back each line, once it is whole, to two at a time; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            line, _ = listener.accept()
            with line, line.makefile("rb") as said:
                for words in said:
                    line.sendall(words)

        threads = [threading.Thread(target=serve, daemon=True) for _ in range(2)]
        for thread in threads:
            thread.start()
        port: int = listener.getsockname()[1]
        yield port
        for thread in threads:
            thread.join(10)
            assert not thread.is_alive()


def test_a_question_is_counted_once_however_it_is_cut() -> None:
    with (
        echo() as target,
        relay(target) as counting,
        socket.create_connection(("127.0.0.1", counting.port)) as one,
        socket.create_connection(("127.0.0.1", counting.port)) as other,
        one.makefile("rb") as to_one,
        other.makefile("rb") as to_other,
    ):
        assert counting.trips == 0
        for word in (b"a\n", b"b\n", b"c\n"):
            one.sendall(word)
            assert to_one.readline() == word
        assert counting.trips == 3
        one.sendall(b"in two ")
        one.sendall(b"pieces\n")
        assert to_one.readline() == b"in two pieces\n"
        assert counting.trips == 4
        other.sendall(b"of another's\n")
        assert to_other.readline() == b"of another's\n"
        assert counting.trips == 5


def test_who_hangs_up_on_one_side_hangs_up_on_the_other() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, relay(listener.getsockname()[1]) as counting:
        client = socket.create_connection(("127.0.0.1", counting.port))
        server, _ = listener.accept()
        with client, server:
            server.shutdown(socket.SHUT_RDWR)
            assert client.recv(1) == b""
