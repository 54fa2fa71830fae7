"""The ways to a server: what each raises, and what it can still be used for afterwards."""

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest
from valkey import Valkey
from valkey.exceptions import ClusterError

from cutting import cutting_proxy
from echomq.links.client import ClientCommands, to_cluster, to_server
from echomq.links.commands import Commands, ServerRefusalError, UnknownScriptError
from echomq.links.link import LinkCommands
from echomq.links.tcp import TcpLink
from echomq.port import AnswerLostError, StoreUnavailableError, UnconfirmedError
from sitegen.servers.ports import free_ports
from sitegen.servers.valkey import server
from sitegen.servers.waiting import wait_until


@pytest.fixture(params=["link", "client"])
def commands(request: pytest.FixtureRequest, port: int) -> Iterator[Commands]:
    if request.param == "link":
        with TcpLink("127.0.0.1", port) as link:
            yield LinkCommands(link)
    else:
        with closing(to_server("127.0.0.1", port)) as client:
            yield client


class Told:
    """A link to nobody: it plays back pieces, and keeps what it was sent."""

    def __init__(self, *pieces: bytes | OSError) -> None:
        self.sent = b""
        self._pieces = iter(pieces)

    def send(self, data: bytes, /) -> None:
        self.sent += data

    def recv(self) -> bytes:
        piece = next(self._pieces, b"")
        if isinstance(piece, OSError):
            raise piece
        return piece


def test_bytes_there_and_back_are_all_that_commands_need() -> None:
    link = Told(b"$5\r\nhe", b"llo\r\n:1", b"\r\n")
    commands = LinkCommands(link)
    assert commands.call("GET", b"\xff") == b"hello"
    assert commands.call("INCRBY", "key", 1) == 1
    assert link.sent == b"*2\r\n$3\r\nGET\r\n$1\r\n\xff\r\n*3\r\n$6\r\nINCRBY\r\n$3\r\nkey\r\n$1\r\n1\r\n"


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ((), "the other side hung up"),
        ((b"$5\r\nhe",), "the other side hung up"),
        ((TimeoutError("timed out"),), "timed out"),
        ((b"HTTP/1.1 400 Bad Request\r\n",), "no kind of answer begins with b'H'"),
    ],
    ids=["nothing", "a part", "time", "no RESP"],
)
def test_a_link_that_lost_an_answer_is_of_no_more_use(pieces: tuple[bytes | OSError, ...], reason: str) -> None:
    link = Told(*pieces)
    commands = LinkCommands(link)
    with pytest.raises(AnswerLostError, match=f"isn't known whether the command was carried out: {reason}"):
        commands.call("GET", "a")
    sent = link.sent
    with pytest.raises(StoreUnavailableError, match="the link broke at an earlier command"):
        commands.call("GET", "b")
    assert link.sent == sent


def test_a_command_that_cannot_be_written_breaks_nothing() -> None:
    link = Told(b"+PONG\r\n")
    commands = LinkCommands(link)
    with pytest.raises(ValueError, match="surrogates not allowed"):
        commands.call("GET", "\ud800")
    assert commands.call("PING") == b"PONG"


def test_answers_come_as_bytes_numbers_lists_and_nothing(commands: Commands) -> None:
    assert commands.call("EVAL", "return {1, 'a', false, {'b'}, redis.status_reply('c')}", 0) == [
        1,
        b"a",
        None,
        [b"b"],
        b"c",
    ]
    assert commands.call("ECHO", b"\xff\0\r\n") == b"\xff\0\r\n"
    large = b"x" * 5_000_000
    assert commands.call("ECHO", large) == large


def test_an_error_of_the_server_is_a_refusal(commands: Commands) -> None:
    with pytest.raises(ServerRefusalError, match=r"nothing was changed: the server refused, .*no such thing"):
        commands.call("EVAL", "return redis.error_reply('ERR no such thing')", 0)
    with pytest.raises(UnknownScriptError):
        commands.call("EVALSHA", "0" * 40, 0)
    assert commands.call("ECHO", "still there") == b"still there"


def test_threads_may_share_the_way(commands: Commands) -> None:
    words = [b"%d" % number for number in range(400)]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda word: commands.call("ECHO", word), words)) == words


def test_where_nobody_listens_is_told() -> None:
    [nobody] = free_ports(1)
    with pytest.raises(StoreUnavailableError, match=f"nothing was changed: no connection to 127.0.0.1:{nobody}"):
        TcpLink("127.0.0.1", nobody)
    unreached = pytest.raises(StoreUnavailableError, match="nothing was changed: no connection, Error 111")
    with closing(to_server("127.0.0.1", nobody)) as client, unreached:
        client.call("PING")
    with pytest.raises(StoreUnavailableError):
        to_cluster("127.0.0.1", nobody)


def test_a_server_that_lets_nobody_in_is_told_apart(port: int) -> None:
    with TcpLink("127.0.0.1", port) as link, closing(to_server("127.0.0.1", port)) as client:
        LinkCommands(link).call("CONFIG", "SET", "requirepass", "secret")
        try:
            with pytest.raises(ServerRefusalError, match="Authentication required"):
                client.call("PING")
        finally:
            LinkCommands(link).call("CONFIG", "SET", "requirepass", "")


def test_a_server_that_never_answers_is_not_waited_for_without_end() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with TcpLink("127.0.0.1", port, patience_s=0.05) as link, pytest.raises(AnswerLostError):
            LinkCommands(link).call("PING")
        # The client greets a server first, so it never came to the command.
        with closing(to_server("127.0.0.1", port, patience_s=0.05)) as client, pytest.raises(StoreUnavailableError):
            client.call("PING")


@pytest.mark.parametrize("kept", [0, 1, 8])
def test_the_client_sends_no_command_twice(port: int, kept: int) -> None:
    with closing(to_server("127.0.0.1", port)) as direct, cutting_proxy(port, kept) as through:
        direct.call("DEL", "sent")
        with closing(to_server("127.0.0.1", through)) as client:
            with pytest.raises(AnswerLostError):
                client.call("EVAL", "redis.call('INCR', KEYS[1]) return 'some words'", 1, "sent")
            assert client.call("GET", "sent") == b"1"


class Redirected(Valkey):
    """A client that is sent round until it gives up, some times."""

    def __init__(self, rounds: int) -> None:
        super().__init__()
        self.rounds = rounds

    def execute_command(self, *_: object, **__: object) -> object:
        if self.rounds:
            self.rounds -= 1
            message = "TTL exhausted."
            raise ClusterError(message)
        return [b"there"]


def test_a_command_that_is_sent_round_is_offered_again_for_a_while() -> None:
    assert ClientCommands(Redirected(2)).call("EVALSHA", "a") == [b"there"]
    client = Redirected(2)
    with pytest.raises(StoreUnavailableError, match="nothing was changed: the server refused, TTL exhausted"):
        ClientCommands(client, patience_s=0).call("EVALSHA", "a")
    assert client.rounds == 1


WRITE = ("EVAL", "return redis.call('INCR', KEYS[1])", 1, "confirmed")


def test_what_a_script_wrote_is_acknowledged_once_replicas_have_it(port: int, tmp_path: Path) -> None:
    with server(tmp_path) as other, TcpLink("127.0.0.1", other) as link, TcpLink("127.0.0.1", port) as direct:
        replica, master = LinkCommands(link), LinkCommands(direct)
        with closing(to_server("127.0.0.1", port, patience_s=10, replicas=1)) as commands:
            master.call("CONFIG", "SET", "repl-diskless-sync-delay", 0)
            replica.call("REPLICAOF", "127.0.0.1", port)
            try:
                wait_until(lambda: b"master_link_status:up" in cast("bytes", replica.call("INFO", "replication")))
                for _ in range(20):
                    before = commands.call(*WRITE)
                    assert replica.call("GET", "confirmed") == b"%d" % cast("int", before)
            finally:
                replica.call("REPLICAOF", "NO", "ONE")
                master.call("CLIENT", "KILL", "TYPE", "REPLICA")


def test_what_no_replica_has_is_not_acknowledged_though_it_happened(port: int) -> None:
    with closing(to_server("127.0.0.1", port, patience_s=1, replicas=1)) as commands:
        before = int(cast("bytes | None", commands.call("GET", "confirmed")) or 0)
        with pytest.raises(UnconfirmedError, match="carried out, but confirmed by 0 of 1 replicas within 500 ms"):
            commands.call(*WRITE)
        assert commands.call("GET", "confirmed") == b"%d" % (before + 1)  # and the next answer is that to the next


def test_what_was_refused_is_refused_whatever_replicas_have(port: int) -> None:
    with closing(to_server("127.0.0.1", port, patience_s=0.5, replicas=1)) as commands:
        with pytest.raises(UnknownScriptError):
            commands.call("EVALSHA", "0" * 40, 0)
        assert commands.call("ECHO", "still there") == b"still there"


def test_a_server_that_is_a_replica_itself_confirms_nothing(port: int) -> None:
    [nobody] = free_ports(1)
    with closing(to_server("127.0.0.1", port, replicas=1)) as commands:
        commands.call("REPLICAOF", "127.0.0.1", nobody)
        try:
            with pytest.raises(UnconfirmedError, match="nobody knows by how many replicas: WAIT cannot be used"):
                commands.call("EVAL", "return 1", 0)
            with pytest.raises(ServerRefusalError, match="read only replica"):
                commands.call(*WRITE)
        finally:
            commands.call("REPLICAOF", "NO", "ONE")
        assert commands.call("ECHO", "still there") == b"still there"


def test_a_client_that_would_answer_in_texts_is_not_taken(port: int) -> None:
    texts = Valkey("127.0.0.1", port, decode_responses=True)
    with closing(texts), pytest.raises(ValueError, match="decode_responses"):
        ClientCommands(texts)
