"""Ports of this machine that nobody listens at."""

import socket


def free_ports(count: int) -> list[int]:
    """So many ports, each another; somebody else may take one before whoever asked does."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()
