"""EchoMQ over one of its backings, used as the README shows it."""

import json
import sqlite3
from contextlib import ExitStack
from importlib.metadata import version

from echomq.branded_id import compose
from echomq.links.client import to_server
from echomq.links.link import LinkCommands
from echomq.links.tcp import TcpLink
from echomq.port import Admission, StorePort, Verdict
from echomq.snowflake import Mint
from echomq.stores.memory import MemoryStore
from echomq.stores.postgres import PostgresStore
from echomq.stores.sqlite import SqliteStore
from echomq.stores.valkey import ValkeyStore
from sitegen.bench.contestants.turns import play

LEASE_MS = 30_000

SYNCHRONOUS: dict[object, str] = {0: "off", 1: "normal", 2: "full", 3: "extra"}
"""SQLite's names for what it tells as numbers."""


class EchoQueue:
    """A store, and the ids that are minted for it."""

    def __init__(self, store: StorePort) -> None:
        """Enqueue into `store`, and claim from it."""
        self._store = store
        self._mint = Mint(node=7)

    def enqueue(self, jobs: int, text: str) -> None:
        """Mint an id for each; what a job carries is JSON, as it is with the others."""
        for number in range(jobs):
            payload = json.dumps({"number": number, "text": text})
            answer = self._store.enqueue(compose("JOB", self._mint.mint()), payload)
            assert answer is Admission.ENQUEUED, answer

    def work(self) -> list[int]:
        """Claim by the store's own clock, and complete under the token."""
        done: list[int] = []
        while job := self._store.claim(None, LEASE_MS):
            done.append(json.loads(job.payload)["number"])
            answer = self._store.complete(job.id, job.attempts)
            assert answer is Verdict.OK, answer
        return done

    def left(self) -> int:
        """What the four sets hold."""
        return sum(self._store.counts())


def main(backing: str, address: str) -> None:
    """Play with the store of a `backing` at an `address`."""
    about: dict[str, str] = {}
    with ExitStack() as stack:
        store: StorePort
        match backing:
            case "memory":
                store = MemoryStore()
            case "sqlite":
                store = stack.enter_context(SqliteStore(address))
                about["version"] = sqlite3.sqlite_version
                if address != ":memory:":
                    _, [journal_mode] = store.read("PRAGMA journal_mode")
                    _, [synchronous] = store.read("PRAGMA synchronous")
                    about |= {"journal_mode": str(journal_mode), "synchronous": SYNCHRONOUS[synchronous]}
            case "client":
                commands = to_server("127.0.0.1", int(address))
                stack.callback(commands.close)
                store = ValkeyStore(commands, "bench client")
                about["valkey"] = version("valkey")
            case "link":
                store = ValkeyStore(LinkCommands(stack.enter_context(TcpLink("127.0.0.1", int(address)))), "bench link")
            case _:
                store = stack.enter_context(PostgresStore(address))
                about["psycopg"] = version("psycopg")
        play(EchoQueue(store), about)
