"""A connection to a real PostgreSQL on which nothing is left to do but to ask."""

from collections.abc import Iterator
from contextlib import contextmanager

from echomq.links.tcp import TcpLink
from sitegen.servers.postgres import Server
from sitegen.servers.waiting import PATIENCE_S


@contextmanager
def speaking(server: Server) -> Iterator[TcpLink]:
    """A connection that is past its beginning: the server is ready for a query.

    Its first message names the protocol, 3.0, and who speaks, as the documentation has it:
    www.postgresql.org/docs/current/protocol-message-formats.html
    """
    said = b"\0\3\0\0user\0postgres\0database\0postgres\0\0"
    with TcpLink("127.0.0.1", server.port, patience_s=PATIENCE_S) as link:
        link.send((len(said) + 4).to_bytes(4) + said)
        heard = b""
        while not heard.endswith(b"Z\0\0\0\5I"):
            piece = link.recv()
            assert piece, heard
            heard += piece
        yield link
