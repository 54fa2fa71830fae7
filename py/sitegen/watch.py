"""What changed in some folders, noticed by looking at them twice a second; no dependency, and the same on every system."""

import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

# Caches, and what editors write beside the file that is being edited.
_PASSED_OVER_FOLDERS = {"__pycache__", "node_modules"}
_PASSED_OVER_ENDINGS = ("~", ".swp", ".swx", ".tmp", ".pyc")


def changes(folders: Sequence[Path], stop: threading.Event, interval: float = 0.5) -> Iterator[list[Path]]:
    """Yield the files that came, went or changed since this call and then since the last answer, until `stop` is set.

    `interval` is in seconds. What changes while the caller works on one answer is in the next.
    """
    return _changes(folders, _look(folders), stop, interval)


def _changes(
    folders: Sequence[Path], before: dict[str, tuple[int, int]], stop: threading.Event, interval: float
) -> Iterator[list[Path]]:
    while not stop.wait(interval):
        now = _look(folders)
        if now == before:
            continue
        # A save of many files, or of one in several writes, is one change: wait until it has settled.
        while not stop.wait(interval / 5):
            later = _look(folders)
            if later == now:
                break
            now = later
        else:
            return
        yield sorted(Path(path) for path in now.keys() | before.keys() if now.get(path) != before.get(path))
        before = now


def _look(folders: Sequence[Path]) -> dict[str, tuple[int, int]]:
    """Path to time of change (ns) and size (bytes), for every file in the folders."""
    seen: dict[str, tuple[int, int]] = {}
    waiting = [str(folder) for folder in folders]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.name.startswith(".") or entry.name.endswith(_PASSED_OVER_ENDINGS):
                        continue
                    if entry.is_dir():
                        if entry.name not in _PASSED_OVER_FOLDERS:
                            waiting.append(entry.path)
                    else:
                        state = entry.stat()
                        seen[entry.path] = (state.st_mtime_ns, state.st_size)
        except OSError:
            # Gone between two looks, as a folder is while an editor or git replaces it.
            continue
    return seen
