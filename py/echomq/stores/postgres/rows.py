"""A job as a row of the table, and back."""

from collections.abc import Iterable, Sequence
from typing import Any

from echomq import branded_id
from echomq.gate import demand_str
from echomq.job import Job, JobState
from echomq.times import Written

BIGINT_MAX = 2**63 - 1
"""The largest number of a column."""

Column = str | bytes | int | None


def columns(job: Job, due: Written | None) -> tuple[Column, ...]:
    """Return the columns of a new row, in the order of `admit`. TypeError for what should be text and isn't."""
    return (
        branded_id.decode(job.id)[1],
        job.state.value,
        column("payload", job.payload),
        None if job.group is None else column("group", job.group),
        None if due is None else due.near,
        None if due is None else due.beyond,
    )


def job(namespace: str, row: Sequence[Any]) -> Job:
    """Return the job of a row that was selected."""
    number, state, attempts, *texts = row
    payload, group, progress, last_error = map(_text, texts)
    assert payload is not None  # by the table
    return Job(branded_id.compose(namespace, number), JobState(state), attempts, payload, group, progress, last_error)


def ids(namespace: str, numbers: Iterable[Sequence[int]]) -> list[str]:
    """Return the ids of rows of which the number alone was selected."""
    return [branded_id.compose(namespace, number) for (number,) in numbers]


def number(id: str, namespace: str) -> int | None:
    """Return the number of the row that `id` would have, None if it can have none here."""
    try:
        given, number = branded_id.decode(id)
    except ValueError:
        return None
    return number if given == namespace else None


def column(name: str, text: str) -> bytes:
    """Return the bytes of a text; half a surrogate pair has no UTF-8, and is kept by the scheme all the same.

    Raises TypeError, by `name`, for what is no text.
    """
    demand_str(name, text)
    return text.encode(errors="surrogatepass")


def _text(column: bytes | None) -> str | None:
    return None if column is None else column.decode(errors="surrogatepass")
