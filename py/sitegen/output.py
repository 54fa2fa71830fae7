"""A site is written beside the old one and takes its place in one step: nobody is ever served half of one."""

import contextlib
import ctypes
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from sitegen.turnstile import turnstile

_RENAME_EXCHANGE = 2  # linux/fs.h
_AT_FDCWD = -100  # fcntl.h


class ForeignFolderError(ValueError):
    """The folder to build into is not one that a build may empty; the message says why."""


def write(files: Mapping[str, bytes], out: Path, on_wait: Callable[[], None] = lambda: None) -> None:
    """Make the folder `out` hold exactly `files`, by path.

    A build that was killed leaves the site as it was, and what it began is cleared away by the next; of two builds at
    once the second waits, after calling `on_wait`. Raises ForeignFolderError where `out` is no folder of a site: a folder with
    other things in it is not ours to empty.
    """
    out = out.absolute()
    out.parent.mkdir(parents=True, exist_ok=True)
    with turnstile(_lock(out), on_wait):
        _recover(out)
        _demand_ours(out)
        fresh = Path(tempfile.mkdtemp(prefix=_prefix(out), suffix=".new", dir=out.parent))
        for path, data in files.items():
            target = fresh / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        fresh.chmod(0o755)  # mkdtemp's folders are for one's own eyes, a site is for a server's
        _swap(fresh, out)


def _prefix(out: Path) -> str:
    return f".{out.name}."


def _lock(out: Path) -> Path:
    """Outside the project, since it stays: removing a lock that somebody waits for would let two in."""
    user = getattr(os, "getuid", lambda: 0)()
    name = hashlib.sha256(os.fsencode(out)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"sitegen-{user}-{name}.lock"


def _leftovers(out: Path, suffix: str) -> list[Path]:
    return sorted(out.parent.glob(f"{_prefix(out)}*{suffix}"))


def _recover(out: Path) -> None:
    """Undo what a killed build began. Where it died between two renames, the old site is put back first."""
    for old in _leftovers(out, ".old"):
        if not out.exists():
            old.rename(out)
        else:
            shutil.rmtree(old, ignore_errors=True)
    for new in _leftovers(out, ".new"):
        shutil.rmtree(new, ignore_errors=True)


def _demand_ours(out: Path) -> None:
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        message = f"{out} is no folder, and the site is written as one"
        raise ForeignFolderError(message)
    if out.exists() and any(out.iterdir()) and not (out / "assets" / "manifest.json").is_file():
        message = f"{out} holds other things than a site of ours, and writing would remove them"
        raise ForeignFolderError(message)


def _swap(fresh: Path, out: Path) -> None:
    if not out.exists():
        fresh.rename(out)
        return
    if _exchange(fresh, out):
        shutil.rmtree(fresh, ignore_errors=True)
        return
    old = fresh.with_suffix(".old")
    out.rename(old)
    fresh.rename(out)
    shutil.rmtree(old, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Let two folders change names in one step, where the system can (renameat2 of Linux); False where it can't."""
    if sys.platform != "linux":
        return False
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None, use_errno=True)
        names = (_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE)
        return bool(library.renameat2(*names) == 0)
    return False
