"""Of a long row of things, those that matter: the rest is counted, so that no picture grows with what is typed."""

from collections.abc import Iterable


def lines(count: int, at: int, room: int) -> tuple[range, ...]:
    """Return which of `count` lines fit into `room`, at least 8: the first, the last, and those around line `at`.

    Between two ranges one line stands for what is left out, so that the height stays the same wherever `at` is.
    """
    if count <= room:
        return (range(count),)
    end = range(count - 1, count)
    if at < room - 3:
        return range(room - 2), end
    if at >= count - (room - 3):
        return range(1), range(count - (room - 2), count)
    start = at - (room - 4) // 2
    return range(1), range(start, start + room - 4), end


def around(count: int, wanted: Iterable[range], join: int = 3) -> tuple[range, ...]:
    """Return the parts of `count` places that lie in one of `wanted`, each of which has some of them in it.

    Gaps of up to `join` places are closed.
    """
    parts: list[range] = []
    for part in sorted(wanted, key=lambda part: part.start):
        start, stop = max(part.start, 0), min(part.stop, count)
        if parts and start - parts[-1].stop <= join:
            parts[-1] = range(parts[-1].start, max(parts[-1].stop, stop))
        else:
            parts.append(range(start, stop))
    return tuple(parts)
