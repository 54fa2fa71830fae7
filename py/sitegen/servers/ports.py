"""Ports of this machine that nobody listens at."""

import random
import socket
from contextlib import suppress

PORTS = range(10_000, 32_768)
"""Free for all, and below those that systems give out by themselves."""

CHANCE = random.SystemRandom()  # a seeded one would draw the same in processes that run side by side


def free_ports(count: int) -> list[int]:
    """So many ports, each another, which nobody is given who asks the system for any, until they are used."""
    free: set[int] = set()
    while len(free) < count:
        port = CHANCE.choice(PORTS)
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            free.add(port)
    return list(free)
