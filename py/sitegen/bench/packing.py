"""What a host sends for a file: packed by brotli as tightly as it goes, once for all runs, where that is worth it."""

from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import brotli

from sitegen.cache import remembered

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

QUALITY = 11
WORTH = 0.95
"""What brotli leaves of a file at most where it is worth sending packed."""

_PACKED_ALREADY = {".png", ".webp", ".woff2"}
_HASH = re.compile(r"\.[0-9a-f]{10}(?=\.\w+$)")


def packed(root: Path, whose: str, path: str, data: bytes) -> bytes | None:
    """`data` by brotli, or None where that is hardly less; kept in the project's cache under `whose` and its `path`."""
    if PurePosixPath(path).suffix in _PACKED_ALREADY:
        return None

    def make() -> bytes:
        return bytes(brotli.compress(data, quality=QUALITY))

    inputs = (brotli.__version__.encode(), str(QUALITY).encode(), data)
    small = remembered(root, f"brotli/{whose}/{_HASH.sub('', path)}.br", inputs, make)
    return small if len(small) < WORTH * len(data) else None


def packed_files(root: Path, whose: str, folder: Path, paths: Iterable[str]) -> dict[str, bytes]:
    """Those of the files at `paths` in `folder` that are worth it."""
    names = list(paths)
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # brotli lets other threads run
        found = pool.map(lambda path: packed(root, whose, path, (folder / path).read_bytes()), names)
        return {path: small for path, small in zip(names, found, strict=True) if small is not None}
