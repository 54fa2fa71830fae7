"""What goes to the server as words, and what comes back of it: times, texts, tokens, rows.

A score is a double and holds every whole number up to 2^53: of a time past that, the rest stands in front of the member's
id, where the bytes decide as they do between ids.
"""

from operator import index
from typing import cast

from echomq.gate import demand_str
from echomq.job import Job, JobState
from echomq.links.commands import Answer
from echomq.times import written

SCORE_MAX = 2**53
"""Up to here a double holds every whole number."""

FIELDS = ("state", "attempts", "payload", "group", "progress", "last_error")
"""Of a row, in the order in which `job` takes them."""


def score(time: int) -> tuple[str, str]:
    """Return the score of a time in ms, and what of it lies beyond."""
    near = written(time, SCORE_MAX)
    return str(near.near), near.beyond


def job(id: str, fields: list[bytes | None]) -> Job:
    """Return the job of a row."""
    state, attempts, payload, group, progress, last_error = map(_text, fields)
    assert state is not None
    assert attempts is not None
    assert payload is not None
    return Job(id, JobState(state), int(attempts), payload, group, progress, last_error)


def ids(answer: Answer) -> list[str]:
    """Return the ids that a script or a range answers."""
    return [id.decode() for id in cast("list[bytes]", answer)]


def token(token: int) -> str:
    """Write a token as a row writes its attempts; one that no row can have, as what none has."""
    return str(index(token)) if 0 <= token <= SCORE_MAX else "-1"


def group(group: str | None) -> tuple[bytes, ...]:
    """Write a group, if there is one."""
    return () if group is None else (text("group", group),)


def text(name: str, text: str) -> bytes:
    """Return the bytes of a text; half a surrogate pair has no UTF-8, and is kept by the scheme all the same.

    Raises TypeError, by `name`, for what is no text.
    """
    demand_str(name, text)
    return text.encode(errors="surrogatepass")


def _text(data: bytes | None) -> str | None:
    return None if data is None else data.decode(errors="surrogatepass")
