"""What is slow to make and depends only on its inputs is made once and kept in ``.cache``, one file a name."""

from __future__ import annotations

import hashlib
import os
import sys
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

FOLDER = ".cache"
PARTIAL = ".partial"
"""How the name of a file ends that is still being written, by this process or by another."""


def remembered(root: Path, name: str, inputs: Iterable[bytes], make: Callable[[], bytes]) -> bytes:
    """The bytes that ``make`` made of ``inputs``, now or in an earlier build.

    ``inputs`` must hold all that the result depends on, versions of tools included; this interpreter's and zlib's are
    seen to. A file that was cut short or was made from other inputs is made anew; one name holds one result, so the
    folder doesn't grow.
    """
    digest = hashlib.sha256()
    for given in (sys.version.encode(), zlib.ZLIB_RUNTIME_VERSION.encode(), *inputs):
        digest.update(len(given).to_bytes(8, "big") + given)
    key = digest.digest()
    path = root / FOLDER / name
    try:
        kept = path.read_bytes()
    except OSError:
        kept = b""
    head, body = kept[:64], kept[64:]
    if head == key + hashlib.sha256(body).digest():
        return body
    made = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}{PARTIAL}")
    fresh.write_bytes(key + hashlib.sha256(made).digest() + made)
    fresh.replace(path)
    return made
