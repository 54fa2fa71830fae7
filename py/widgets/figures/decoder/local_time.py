"""A moment as a clock some hours east or west of UTC shows it.

No time zone is known here, only how far the reader's clock is from UTC at present: whether it was the same on the day of
the moment, or an hour apart for the summer, only a table of the world's zones could tell.
"""

from datetime import UTC, datetime, timedelta

_UNIX = datetime(1970, 1, 1, tzinfo=UTC)
_MOST = 23 * 60 + 59


def offset_text(minutes: int) -> str:
    """Write `minutes` east of UTC as ISO 8601 does: `+02:00`, `-03:30`; a day or more counts as a minute less than one."""
    hours, rest = divmod(min(abs(minutes), _MOST), 60)
    return f"{'-' if minutes < 0 else '+'}{hours:02}:{rest:02}"


def local(ms: int, offset: str) -> str | None:
    """Return Unix time `ms` at `offset`, such as `2025-06-01T11:00:00.001+02:00`; None where that is no offset."""
    minutes = _minutes(offset)
    if minutes is None:
        return None
    moment = _UNIX + timedelta(milliseconds=ms, minutes=minutes)
    # UTC's own mark is cut off, so that the offset stands in its place.
    return f"{moment.isoformat(timespec='milliseconds')[:-6]}{offset}"


def _minutes(offset: str) -> int | None:
    sign, hours, colon, rest = offset[:1], offset[1:3], offset[3:4], offset[4:]
    digits = hours + rest
    if sign not in ("+", "-") or colon != ":" or len(digits) != 4 or not (digits.isascii() and digits.isdigit()):
        return None
    minutes = int(hours) * 60 + int(rest)
    if int(rest) > 59 or minutes > _MOST:
        return None
    return -minutes if sign == "-" else minutes
