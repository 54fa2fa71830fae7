"""Connections of the client `valkey` that tell one that was never made from one that broke.

The client says of both that there was an error of the connection. But over one that was never made nothing was sent, and
the same call may be made again.
"""

from typing import Protocol, cast

from valkey.connection import Connection
from valkey.exceptions import (
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    ConnectionError,  # noqa: A004 - the client has one of its own
    TimeoutError,  # noqa: A004
)


class _Wire(Protocol):
    """What the client's own connection does; it has no types."""

    def connect(self) -> None: ...


class UnreachedError(ConnectionError):
    """There is no connection, so nothing went over it."""


class ReachedConnection(Connection):
    """A connection that raises UnreachedError where it can't be made."""

    def connect(self) -> None:
        """Connect, unless that was done before."""
        try:
            cast("_Wire", super()).connect()
        except (AuthenticationError, AuthorizationError, BusyLoadingError):  # the server itself says no
            raise
        except (ConnectionError, TimeoutError) as error:
            raise UnreachedError(str(error)) from error
