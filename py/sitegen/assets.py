"""Every file that a page loads, named by its content, and the one manifest that progress, budgets and caches read."""

import gzip
import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

FOLDER = "assets"
HASH_DIGITS = 10
MANIFEST = f"{FOLDER}/manifest.json"


class Group(StrEnum):
    """What a file is for, and so when it is fetched: the shell with the page, Python when a widget wakes, F# when it is run,
    Valkey when a widget's effects need it, PostgreSQL when a reader asks for it.
    """

    SHELL = "shell"
    PYTHON = "python"
    FSHARP = "fsharp"
    VALKEY = "valkey"
    POSTGRES = "postgres"


@dataclass(frozen=True, slots=True)
class Asset:
    """One file: its path relative to the site's root, its bytes, their size in gzip at level 9, its sha256 in hex."""

    path: str
    data: bytes
    gzip: int
    hash: str
    group: Group

    def entry(self) -> dict[str, str | int]:
        """Its entry in the manifest."""
        return {"path": self.path, "bytes": len(self.data), "gzip": self.gzip, "hash": self.hash, "group": self.group}


def gzip_size(data: bytes) -> int:
    """Bytes after gzip at level 9."""
    return len(gzip.compress(data, 9, mtime=0))


def make(name: str, data: bytes, group: Group, measure: Callable[[bytes], int] = gzip_size) -> Asset:
    """The asset for `name`, such as "fonts/inter.woff2": ten digits of its hash go before its last suffix."""
    digest = hashlib.sha256(data).hexdigest()
    plain = PurePosixPath(name)
    hashed = plain.with_name(f"{plain.stem}.{digest[:HASH_DIGITS]}{plain.suffix}")
    return Asset(f"{FOLDER}/{hashed}", data, measure(data), digest, group)


def manifest(assets: Iterable[Asset]) -> bytes:
    """The list of all entries, in order of path, as JSON."""
    entries = [asset.entry() for asset in sorted(assets, key=lambda asset: asset.path)]
    return (json.dumps({"assets": entries}, indent=1) + "\n").encode()
