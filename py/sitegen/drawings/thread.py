"""A state drawn as a thread through calls: a knot is a new state, and a ring, at a refusal, hands the old one on."""

from collections.abc import Sequence
from dataclasses import dataclass

from echomq import branded_id, transitions
from echomq.job import Job
from echomq.transitions import QueueState
from widgets.figures.brackets import Part
from widgets.seam.html import Element, Node, circle, code, div, li, line, ol, p, span, svg

_LIMIT = 100


@dataclass(frozen=True, slots=True)
class _Step:
    """One call: who made it (or nobody in particular), its words, its answer, and the states around it."""

    who: str
    words: tuple[str, ...]
    answer: str
    before: QueueState
    after: QueueState

    @property
    def is_refused(self) -> bool:
        return self.after is self.before


def draw(calls: Sequence[str]) -> Element:
    """The calls as the rules answer them, beginning with an empty queue.

    A call is a verb and its arguments, with a worker's letter before it where one makes it: `enqueue ID`,
    `A claim NOW LEASE`, `A complete ID TOKEN`, `reap NOW`. Raises ValueError for any other.
    """
    steps = _played(calls)
    number = 0
    rows: list[Element] = []
    for step in steps:
        number += not step.is_refused
        rows.append(_row(step, number))
    return div(".thread")[
        p(".step.start")[_bead("first"), span(".state")[code["state 0"], " an empty queue"]],
        ol(".steps")[rows],
    ]


def _played(calls: Sequence[str]) -> list[_Step]:
    state = QueueState()
    steps: list[_Step] = []
    for call in calls:
        words = tuple(call.split())
        who, words = (words[0], words[1:]) if len(call[:2].strip()) == 1 else ("", words)
        after, answer = _answered(state, words, call)
        steps.append(_Step(who, words, answer, state, after))
        state = after
    return steps


def _answered(state: QueueState, words: tuple[str, ...], call: str) -> tuple[QueueState, str]:
    match words:
        case ("enqueue", id):
            after, admission = transitions.enqueue(state, id, "")
            return after, admission.capitalize()
        case ("claim", now, lease):
            after, job = transitions.claim(state, int(now), int(lease))
            return after, _lent(job)
        case ("complete", id, token):
            after, verdict = transitions.complete(state, id, int(token))
            return after, verdict.capitalize()
        case ("reap", now):
            after, ids = transitions.reap(state, int(now), _LIMIT)
            return after, " ".join(ids) or "nothing"
    message = f"{call} is none of enqueue ID, claim NOW LEASE, complete ID TOKEN and reap NOW"
    raise ValueError(message)


def _lent(job: Job | None) -> str:
    return "none" if job is None else f"{job.id} token {job.attempts}"


def _row(step: _Step, number: int) -> Element:
    refused = step.is_refused
    return li(".step.refused" if refused else ".step")[
        _bead("ring" if refused else "tied"),
        code(".call")[span(".caller")[step.who], " ", _words(step.words)],
        code(".bad.answer" if refused else ".answer")[span(aria_hidden="true")["→ "], _words(step.answer.split())],
        span(".state")[code[f"state {number}"], " ", "still" if refused else _held(step.after)],
    ]


def _bead(kind: str) -> Element:
    """A piece of the thread: a knot where a state begins, a ring where the old one is handed on."""
    return svg(f".bead.{kind}", aria_hidden="true")[
        line(x1="50%", x2="50%", y1="1.125em" if kind == "first" else "0", y2="100%"),
        circle(cx="50%", cy="1.125em", r="4.5"),
    ]


def _held(state: QueueState) -> Node:
    """What each collection holds, but for the empty ones."""
    held: list[Node] = []
    for name, ids in (("pending", state.pending), ("active", state.active)):
        if ids:
            held.append([name, " ", [[code[_short(id)], " "] for id in ids]])
    return held or "empty again"


def _words(words: Sequence[str]) -> Node:
    return [[_short(word) if branded_id.is_valid(word) else word, " "] for word in words]


def _short(branded: str) -> Node:
    # The ids of one figure differ in their last digits; the rest is there to be copied and to be heard.
    return span(f".short.{Part.SNOWFLAKE}")[span(".vh")[branded[:-5]], span(aria_hidden="true")["…"], branded[-5:]]
