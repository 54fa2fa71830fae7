"""Commands by the client `valkey` (the extra `echomq[valkey]`), to a server or to a cluster of them."""

from time import monotonic
from typing import Protocol, cast

from valkey import ConnectionPool, Valkey
from valkey.cluster import ValkeyCluster
from valkey.exceptions import (
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    ClusterError,
    MaxConnectionsError,
    NoScriptError,
    ResponseError,
    ValkeyClusterException,
    ValkeyError,
)

from echomq.links.commands import Answer, ServerRefusalError, UnknownScriptError, Word
from echomq.links.confirmed import confirming
from echomq.links.reached import ReachedConnection, UnreachedError
from echomq.port import AnswerLostError, StoreUnavailableError

_REFUSALS = (ResponseError, AuthenticationError, AuthorizationError, BusyLoadingError, MaxConnectionsError)
"""What the client raises when the command was surely not carried out. Of all else it isn't said."""


class _Client(Protocol):
    def execute_command(self, *words: Word) -> object: ...
    def close(self) -> None: ...


class ClientCommands:
    """Commands by a client that is already set up; it brings its own connections, and any number of threads may share it.

    The client must answer in bytes (`decode_responses=False`) and send nothing a second time by itself: a claim whose
    answer was lost and that is sent again lends two jobs. `to_server` and `to_cluster` make such a client.
    """

    __slots__ = ("_client", "_patience_s")

    def __init__(self, client: Valkey | ValkeyCluster, *, patience_s: float = 5.0) -> None:
        """Speak by `client`, and for `patience_s` seconds offer a command again to a cluster that is moving its slot.

        Raises ValueError if `client` answers in texts.
        """
        if client.get_encoder().decode_responses:
            message = "a client with decode_responses=True loses what is no UTF-8; make one without"
            raise ValueError(message)
        self._client = cast("_Client", client)
        self._patience_s = patience_s

    def call(self, *words: Word) -> Answer:
        """Send one command and return its answer; see `Commands.call`."""
        end = monotonic() + self._patience_s
        while True:
            try:
                return self._sent(*words)
            except _SentRoundError:
                # The client slept between its own attempts, so this is no busy loop.
                if monotonic() >= end:
                    raise

    def close(self) -> None:
        """Close the client and its connections."""
        self._client.close()

    def _sent(self, *words: Word) -> Answer:
        try:
            return cast("Answer", self._client.execute_command(*words))
        except NoScriptError as error:
            raise UnknownScriptError(str(error)) from error
        except _REFUSALS as error:
            raise ServerRefusalError(str(error)) from error
        except UnreachedError as error:
            message = f"nothing was changed: no connection, {error}"
            raise StoreUnavailableError(message) from error
        except ClusterError as error:
            raise _SentRoundError(str(error)) from error
        except (ValkeyError, ValkeyClusterException) as error:
            message = f"no answer came, so it isn't known whether the command was carried out: {error}"
            raise AnswerLostError(message) from error


class _SentRoundError(ServerRefusalError):
    """Each of the client's attempts, 16 of them, was sent elsewhere or told to come again (MOVED, ASK, TRYAGAIN)."""


def to_server(host: str, port: int, *, patience_s: float = 5.0, replicas: int = 0) -> ClientCommands:
    """Return commands to one server; each waits `patience_s` seconds for its answer.

    With `replicas`, what a script wrote is acknowledged once so many have it, and after half of `patience_s` it is an
    UnconfirmedError. That covers the loss of the server while they live, at the price of a round trip more.
    """
    pool = ConnectionPool(
        connection_class=_connection(replicas, patience_s),
        host=host,
        port=port,
        socket_timeout=patience_s,
        socket_connect_timeout=patience_s,
    )
    return ClientCommands(Valkey.from_pool(pool), patience_s=patience_s)


def to_cluster(host: str, port: int, *, patience_s: float = 5.0, replicas: int = 0) -> ClientCommands:
    """Return commands to a cluster of which one node is given; each goes to the node that its keys' slot belongs to.

    A slot that is on its way to another node is waited for `patience_s` seconds. `replicas` are those of `to_server`:
    without them, a master that dies may take what it acknowledged in its last milliseconds with it. Raises
    StoreUnavailableError if the given node isn't there or is in no cluster, and as a rule as long as another master is
    dead and has no successor: the client asks several nodes before it is ready.
    """
    try:
        client = ValkeyCluster(
            url=f"valkey://{host}:{port}",  # only then is a class of connections taken
            connection_class=_connection(replicas, patience_s),
            cluster_error_retry_attempts=0,
            socket_timeout=patience_s,
            socket_connect_timeout=patience_s,
        )
    except (ValkeyError, ValkeyClusterException) as error:
        message = f"nothing was changed: no cluster at {host}:{port}, {error}"
        raise StoreUnavailableError(message) from error
    return ClientCommands(client, patience_s=patience_s)


def _connection(replicas: int, patience_s: float) -> type[ReachedConnection]:
    return confirming(replicas, max(1, round(patience_s * 500))) if replicas else ReachedConnection
