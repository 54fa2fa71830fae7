"""A moment in words, the same in every Python and every place: `1 June 2025, 09:00:00.000 UTC`."""

from datetime import UTC, datetime, timedelta

_UNIX = datetime(1970, 1, 1, tzinfo=UTC)
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def day_in_words(ms: int) -> str:
    """Return the date of Unix time `ms`, in milliseconds, UTC: `1 June 2025`."""
    moment = _UNIX + timedelta(milliseconds=ms)
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"


def in_words(ms: int) -> str:
    """Return Unix time `ms`, in milliseconds, as a date and a time of day, UTC."""
    moment = _UNIX + timedelta(milliseconds=ms)
    clock = f"{moment.hour:02}:{moment.minute:02}:{moment.second:02}.{moment.microsecond // 1000:03}"
    return f"{day_in_words(ms)}, {clock} UTC"
