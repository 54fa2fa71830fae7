"""Commands by the client `valkey` (the extra `echomq[valkey]`), to a server or to a cluster of them."""

from typing import Protocol, cast

from valkey import Valkey
from valkey.cluster import ValkeyCluster
from valkey.exceptions import (
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    MaxConnectionsError,
    NoScriptError,
    ResponseError,
    ValkeyClusterException,
    ValkeyError,
)

from echomq.links.commands import Answer, ServerRefusalError, UnknownScriptError, Word
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

    __slots__ = ("_client",)

    def __init__(self, client: Valkey | ValkeyCluster) -> None:
        """Speak by `client`. Raises ValueError if it answers in texts."""
        if client.get_encoder().decode_responses:
            message = "a client with decode_responses=True loses what is no UTF-8; make one without"
            raise ValueError(message)
        self._client = cast("_Client", client)

    def call(self, *words: Word) -> Answer:
        """Send one command and return its answer; see `Commands.call`."""
        try:
            return cast("Answer", self._client.execute_command(*words))
        except NoScriptError as error:
            raise UnknownScriptError(str(error)) from error
        except _REFUSALS as error:
            raise ServerRefusalError(str(error)) from error
        except (ValkeyError, ValkeyClusterException) as error:
            message = f"no answer came, so it isn't known whether the command was carried out: {error}"
            raise AnswerLostError(message) from error

    def close(self) -> None:
        """Close the client and its connections."""
        self._client.close()


def to_server(host: str, port: int, *, patience_s: float = 5.0) -> ClientCommands:
    """Return commands to one server; each waits `patience_s` seconds for its answer."""
    return ClientCommands(Valkey(host, port, socket_timeout=patience_s, socket_connect_timeout=patience_s))


def to_cluster(host: str, port: int, *, patience_s: float = 5.0) -> ClientCommands:
    """Return commands to a cluster of which one node is given; each goes to the node that its keys' slot belongs to.

    Raises StoreUnavailableError if that node isn't there, or is in no cluster.
    """
    try:
        client = ValkeyCluster(
            host,
            port,
            cluster_error_retry_attempts=0,
            socket_timeout=patience_s,
            socket_connect_timeout=patience_s,
        )
    except (ValkeyError, ValkeyClusterException) as error:
        message = f"nothing was changed: no cluster at {host}:{port}, {error}"
        raise StoreUnavailableError(message) from error
    return ClientCommands(client)
