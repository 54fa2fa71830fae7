"""A call and its answer as the caller writes and reads them, in Python and in F#."""

from echomq import branded_id
from echomq.port import Admission, Job, Verdict
from widgets.figures.branded import coloured
from widgets.figures.fsharp import literal
from widgets.figures.port.observed import Call, Entry
from widgets.seam.html import Node

_PLAIN = frozenset({"id", "payload"})
"""Arguments that need no name where they stand."""
_LONG = frozenset({"now", "lease_ms", "delay_ms", "due_ms"})
"""Arguments that are times: F# counts them as int64."""
_NAMED = 3
"""So many ids of a list are written out."""
_BESIDE_THE_PORT = {"enqueue_at": "Store.enqueueAt", "extend": "Store.extend"}
"""Verbs that the F# port leaves to its transitions; these take the state last and answer with the next one first."""
_ADMISSIONS = {word: f"Admission.{word.capitalize()}" for word in Admission}
_VERDICTS = {
    Verdict.OK: "Ok ()",
    Verdict.SCHEDULED: "Ok Setback.Scheduled",
    Verdict.DEAD: "Ok Setback.Dead",
    Verdict.GONE: "Error Refusal.Gone",
    Verdict.STALE: "Error Refusal.Stale",
}


def python_call(call: Call) -> Node:
    """Return the line that was run: `store.complete("JOB0Dqhu1EacDY", token=1)`."""
    arguments = [
        [", " if at else "", "" if name in _PLAIN else f"{name}=", _value(value)]
        for at, (name, value) in enumerate(call.arguments.items())
    ]
    return ["store.", call.verb, "(", arguments, ")"]


def python_answer(entry: Entry) -> Node:
    """Return what it gave: `Verdict.STALE`; of a job, the two fields that tell."""
    answer = entry.answer
    if isinstance(answer, Job):
        return ["Job(id=", _value(answer.id), f", attempts={answer.attempts}, …)"]
    if isinstance(answer, Admission | Verdict):
        return f"{type(answer).__name__}.{answer.name}"
    return "None" if answer is None else ["[", _list(answer, ", "), "]"]


def fsharp_call(call: Call) -> Node:
    """Return the same call in F#: `store.Complete "JOB0Dqhu1EacDY" 1`."""
    arguments = [[" ", _value(value), "L" if name in _LONG else ""] for name, value in call.arguments.items()]
    beside = _BESIDE_THE_PORT.get(call.verb)
    if beside is not None:
        return [beside, arguments, " state |> snd"]
    return ["store.", call.verb.capitalize(), arguments]


def fsharp_answer(entry: Entry) -> Node:
    """Return what F# answers to it."""
    answer = entry.answer
    if isinstance(answer, Job):
        return ["Some { Id = ", _value(answer.id), f"; Attempts = {answer.attempts}; … }}"]
    if isinstance(answer, Admission):
        return _ADMISSIONS[answer]
    if isinstance(answer, Verdict):
        return _VERDICTS[answer]
    return "None" if answer is None else ["[ ", _list(answer, "; "), " ]"] if answer else "[]"


def _list(ids: tuple[str, ...], comma: str) -> Node:
    named = [[comma if at else "", _value(id)] for at, id in enumerate(ids[:_NAMED])]
    return [named, f"{comma}… {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""]


def _value(value: str | int) -> Node:
    if isinstance(value, int):
        return f"{value:_}"
    return ['"', coloured(value), '"'] if branded_id.is_valid(value) else literal(value)
