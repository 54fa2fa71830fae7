"""The rules of the queue: each verb takes a state and returns the next state with its answer, and touches nothing else.

Time is an argument, Unix milliseconds by custom, though only the order of the numbers matters. A refusal is an answer
and returns the very state it was given; ValueError is for calls that no state could make right.

What holds in every state: the four sets are disjoint and together are exactly the rows; a row's `state` names its set;
`attempts` is raised by `claim` alone; a row leaves by `complete` alone; the dead stay dead.

Cost, for n rows: every verb copies the O(log n) nodes on its way down a few balanced trees and shares the rest with the
state before. `promote` and `reap` pay that for each id they move, `browse` adds the ids it lists, `counts` is O(1).
That is tens of microseconds in CPython, where a changed dict would take one: the price of keeping old states whole.
"""

from echomq.transitions.admit import enqueue, enqueue_at
from echomq.transitions.answers import Admission, Counts, Verdict
from echomq.transitions.lease import claim, complete, extend, retry
from echomq.transitions.read import browse, counts, get
from echomq.transitions.state import QueueState, Timetable
from echomq.transitions.sweep import promote, reap

__all__ = [
    "Admission",
    "Counts",
    "QueueState",
    "Timetable",
    "Verdict",
    "browse",
    "claim",
    "complete",
    "counts",
    "enqueue",
    "enqueue_at",
    "extend",
    "get",
    "promote",
    "reap",
    "retry",
]
