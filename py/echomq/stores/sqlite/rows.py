"""A job as a row of the table, and back."""

from collections.abc import Iterable, Sequence
from typing import Any

from echomq import branded_id
from echomq.gate import demand_str
from echomq.job import Job, JobState
from echomq.times import Written

Column = str | bytes | int | None


def columns(job: Job, due: Written | None) -> tuple[Column, ...]:
    """Return the columns of a new row, in the order of `statements.ADMIT`. TypeError for what should be text and isn't."""
    return (
        branded_id.decode(job.id)[1],
        job.state.value,
        job.attempts,
        column("payload", job.payload),
        None if job.group is None else column("group", job.group),
        None if due is None else due.near,
        None if due is None else due.beyond,
    )


def job(namespace: str, row: Sequence[Any]) -> Job:
    """Return the job of a row that was selected."""
    number, state, attempts, *texts = row
    payload, group, progress, last_error = map(_text, texts)
    assert payload is not None  # by the schema
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


def column(name: str, text: str) -> str | bytes:
    """Return what a column is given for a text: the text, or its bytes where half a surrogate pair keeps it from UTF-8.

    Raises TypeError, by `name`, for what is no text.
    """
    demand_str(name, text)
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")
    return text


def _text(column: str | bytes | None) -> str | None:
    return column.decode(errors="surrogatepass") if isinstance(column, bytes) else column
