"""How much memory a process had at most, as Linux tells it; elsewhere nothing is said."""

import re
from collections.abc import Iterable
from pathlib import Path

_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB$", re.MULTILINE)


def peak_mb(process: int) -> float | None:
    """The most that was resident of it at any time (its high-water mark), in 10⁶ bytes."""
    try:
        found = _PEAK.search(Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace"))
    except OSError:
        return None
    return int(found[1]) * 1024 / 1e6 if found else None


def largest_mb(processes: Iterable[int]) -> float | None:
    """The peak of the largest: of a browser's renderers, the one that has the page."""
    return max(filter(None, map(peak_mb, processes)), default=None)
