"""What a store compared and what it did, in a few words for each call."""

from collections.abc import Mapping

from echomq.port import Admission, Job
from widgets.figures.port.observed import Entry, Row


def seconds(ms: int) -> str:
    """Return a time of the play, in ms, as `30 s`."""
    return f"{ms // 1000}\N{NO-BREAK SPACE}s"


def told(entry: Entry) -> str:
    """Return what the store compared, and what it did."""
    match entry.call.verb:
        case "enqueue" | "enqueue_at":
            return _admission(entry)
        case "claim":
            return _claim(entry)
        case "promote":
            return _promote(entry)
        case "reap":
            return _reap(entry)
        case _ if entry.is_refused:
            return f"{_compared(entry)} The store did nothing."
        case _:
            return f"{_compared(entry)} {_done(entry)}"


def _admission(entry: Entry) -> str:
    asked = entry.call.arguments
    if entry.answer is Admission.DUPLICATE:
        job = entry.before[str(asked["id"])].job
        return (
            f"The id has a row already, and it is {job.state}; any of the four sets would do. The row keeps its payload, "
            f"“{job.payload}”. The store did nothing with “{asked['payload']}”."
        )
    due = entry.after[str(asked["id"])].time
    where = "pending" if due is None else f"scheduled, and due at {seconds(due)}"
    return f"No row had this id. Now one has: {where}, attempts 0."


def _claim(entry: Entry) -> str:
    job = entry.answer
    if not isinstance(job, Job):
        lapsed, due = (len(_come(entry.before, state, entry.now)) for state in ("active", "scheduled"))
        said = ["Nothing is pending, so nothing is lent."]
        if lapsed:
            said.append(f"{_many(lapsed, 'lease has', 'leases have')} lapsed, and nobody has reaped since.")
        if due:
            said.append(f"{_many(due, 'job is', 'jobs are')} due, and nobody has promoted since.")
        return " ".join(said)
    pending = len(_in(entry.before, "pending"))
    which = "the only pending id" if pending == 1 else f"the smallest of {pending} pending ids"
    return (
        f"It is {which}. Its attempts went from {job.attempts - 1} to {job.attempts}, and that number is {entry.by}’s token. "
        f"From {seconds(entry.after[job.id].time or 0)} on, a reap may end the lease."
    )


def _promote(entry: Entry) -> str:
    come = [entry.before[id] for id in entry.ids]
    if not come:
        return _too_early(entry, "scheduled", "Nothing is scheduled.", "Nothing is due")
    if len(come) > 1:
        return f"{len(come)} jobs were due, and now is {seconds(entry.now)}: they may be claimed."
    return f"The job was due at {seconds(come[0].time or 0)}, and now is {seconds(entry.now)}: it may be claimed."


def _reap(entry: Entry) -> str:
    come = [entry.before[id] for id in entry.ids]
    if not come:
        return _too_early(entry, "active", "Nobody holds a lease.", "No lease has lapsed")
    now = seconds(entry.now)
    if len(come) > 1:
        return (
            f"{len(come)} leases had lapsed, and now is {now}. Attempts are kept, so the next tokens are larger ones."
        )
    return (
        f"The lease lapsed at {seconds(come[0].time or 0)}, and now is {now}. Attempts are kept, so the next token will be "
        "larger."
    )


def _too_early(entry: Entry, state: str, none: str, early: str) -> str:
    times = [row.time for row in _in(entry.before, state) if row.time is not None]
    if not times:
        return f"{none} The store did nothing."
    return f"{early}: the first time is {seconds(min(times))}, and now is {seconds(entry.now)}. The store did nothing."


def _compared(entry: Entry) -> str:
    token = entry.call.arguments["token"]
    row = entry.before.get(str(entry.call.arguments["id"]))
    if row is None:
        return f"{entry.by} offers token {token}, but no row has this id: it was completed."
    job = row.job
    if job.state == "active":
        return f"{entry.by} offers token {token}; the row’s token is {job.attempts}."
    too = "too, but" if job.attempts == token else "and"
    return f"{entry.by} offers token {token}; the row’s attempts are {job.attempts} {too} it is {job.state}: nobody holds it."


def _done(entry: Entry) -> str:
    id = str(entry.call.arguments["id"])
    before, after = entry.before[id], entry.after.get(id)
    said: list[str] = []
    if entry.lease is not None and entry.lease.end is not None:
        said.append(
            f"But that number is from an earlier life of the id, and the lease is {before.holder}’s: a token can’t tell. "
            "So no id should come twice."
        )
    elif before.time is not None and before.time <= entry.now:
        said.append(
            f"The lease lapsed at {seconds(before.time)}, but nobody reaped it, so {entry.by} still held the row."
        )
    if after is None:
        said.append("Row and lease are deleted.")
    elif after.job.state == "active":
        said.append(f"The deadline moves from {seconds(before.time or 0)} to {seconds(after.time or 0)}.")
    else:
        attempt = f"Attempt {after.job.attempts} of {entry.call.arguments['max_attempts']} failed"
        then = "and it was the last" if after.time is None else f"the next is due at {seconds(after.time)}"
        said.append(f"{attempt}, {then}.")
    return " ".join(said)


def _in(rows: Mapping[str, Row], state: str) -> list[Row]:
    return [row for row in rows.values() if row.job.state == state]


def _come(rows: Mapping[str, Row], state: str, now: int) -> list[Row]:
    return [row for row in _in(rows, state) if row.time is not None and row.time <= now]


def _many(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"
