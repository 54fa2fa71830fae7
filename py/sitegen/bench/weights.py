"""What a build weighs: its folder, the shell of a page, and what Python's start takes, as they are and as they travel."""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from sitegen.bench.packing import packed

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = "assets/manifest.json"

_KNOWN = {"path", "bytes", "gzip", "hash", "group"}


def carried(path: str) -> bool:
    """Whether it is a script that carries another file, for pages that were opened from a folder."""
    return ".embed." in path


def fetched(site: Path, *groups: str) -> list[dict[str, Any]]:
    """The assets of `groups` that a page fetches from a host, as the manifest has them."""
    assets = json.loads((site / MANIFEST).read_text(encoding="utf-8"))["assets"]
    return [asset for asset in assets if asset["group"] in groups and not carried(asset["path"])]


def weights(root: Path, site: Path) -> dict[str, Any]:
    """Bytes of the `site` that was built into this folder, and the number of its files."""
    files = [path for path in site.rglob("*") if path.is_file()]
    python = fetched(site, "python")
    snapshots = [asset for asset in python if "snapshot" in PurePosixPath(asset["path"]).name]
    return {
        "files": len(files),
        "bytes": sum(path.stat().st_size for path in files),
        "shell": _weight(root, site, fetched(site, "shell")),
        "python": {_name(asset): _weight(root, site, [asset]) for asset in python},
        # What the manifest says of a snapshot beyond what it says of every file, such as the room left in its heap.
        "snapshot": {key: value for asset in snapshots for key, value in asset.items() if key not in _KNOWN},
    }


def _weight(root: Path, site: Path, assets: list[dict[str, Any]]) -> dict[str, int]:
    small = 0
    for asset in assets:
        data = (site / asset["path"]).read_bytes()
        small += len(packed(root, "site", asset["path"], data) or data)
    return {
        "bytes": sum(asset["bytes"] for asset in assets),
        "gzip": sum(min(asset["gzip"], asset["bytes"]) for asset in assets),
        "brotli": small,
    }


def _name(asset: dict[str, Any]) -> str:
    """`library.zip` of `assets/python/library.a817a19fba.zip`."""
    stem, _, suffix = PurePosixPath(asset["path"]).name.split(".")
    return f"{stem}.{suffix}"
