"""Mint order: ids come in any order, and comparing their bytes puts them back into the one they were minted in."""

from dataclasses import dataclass, replace
from enum import StrEnum

from widgets.figures.order.batch import MOST, Batch, gathered
from widgets.figures.order.columns import columns
from widgets.figures.order.comparison import Comparison, inversions
from widgets.figures.order.conditions import switches, without
from widgets.figures.order.in_fsharp import sorted_in_fsharp
from widgets.figures.order.next_ids import Condition, Following, following, home, witnesses
from widgets.figures.order.presses import presses
from widgets.figures.order.table import orders
from widgets.figures.order.verdict import ended, full, verdict
from widgets.figures.refusal import refusal
from widgets.seam.contract import Attributes, Event, EventKind, World
from widgets.seam.html import Element, div
from widgets.seam.state import from_json, started, to_json

RAN = (
    "widgets.figures.order.comparison:Comparison",
    "widgets.figures.order.comparison:inversions",
    "echomq.snowflake:Mint",
    "echomq.branded_id:compose",
    "widgets.figures.order.next_ids:following",
)

# Minted at 09:00:00, 09:00:05 and 09:01:00 of 2025-06-01; the last of them is the first to arrive.
_MINTED = ("JOB0Dqhu1EacDY", "JOB0DqhuO7qya8", "JOB0DqhyRvkwaW")
_ARRIVED = (_MINTED[2], _MINTED[0], _MINTED[1])
# Three of one millisecond, whose last digits are Y, Z and a.
_CATCHING = (
    "JOB0Dqhu1EacDY",  # sequence 0, and so on
    "JOB0Dqhu1EacDZ",
    "JOB0Dqhu1EacDa",
)


class Note(StrEnum):
    """What there is to say of the last thing the reader did."""

    NOTHING = ""
    FULL = "full"
    """No room for what was to be minted."""
    ENDED = "ended"
    """The 41 bits of time are used up."""
    ADDED = "added"
    """Two ids were minted, since those that were there would not have shown the order broken."""


@dataclass(frozen=True, slots=True)
class State:
    """The ids in the order of their arrival and of their minting, which of the five conditions hold, and a word on the last deed.

    Every value has a view: texts that are no ids are left out, and so are ids of a second namespace or node while there
    is to be one.
    """

    arrived: tuple[str, ...] = _ARRIVED
    minted: tuple[str, ...] = _MINTED
    padded: bool = True
    ascending: bool = True
    ordinal: bool = True
    one_namespace: bool = True
    one_node: bool = True
    note: Note = Note.NOTHING

    @property
    def batch(self) -> Batch:
        """The ids that take part."""
        batch = gathered(self.arrived, self.minted)
        namespace, node = home(batch)
        return batch.of(namespace=namespace if self.one_namespace else None, node=node if self.one_node else None)

    @property
    def comparison(self) -> Comparison:
        """How they are spelled and compared."""
        return Comparison(self.padded, self.ascending, self.ordinal)

    @property
    def missing(self) -> tuple[Condition, ...]:
        """The conditions that don't hold."""
        return tuple(condition for condition in Condition if not getattr(self, condition))


def initial(attributes: Attributes) -> State:
    """Return the start; an author may take conditions away: padded, ascending, ordinal, one_namespace, one_node = false.

    Raises ValueError for anything else.
    """
    state = State()
    for condition in started(State, "mint-order", attributes).missing:
        state = _without(state, condition)
    return state


def update(state: State, event: Event, world: World) -> State:
    """Return the state after a condition was switched, ids were minted or shuffled, or a list was begun anew."""
    match event:
        case Event(EventKind.INPUT, name, "true" | "false" as holds) if name in tuple(Condition):
            condition = Condition(name)
            return _with(state, condition) if holds == "true" else _without(state, condition)
        case Event(EventKind.PRESS, name, _) if name in tuple(Following):
            return _minted(state, Following(name))
        case Event(EventKind.PRESS, "shuffle"):
            return _holding(state, state.batch.shuffled(world.seed))
        case Event(EventKind.PRESS, "pair"):
            return replace(state, arrived=(*_CATCHING[1:], _CATCHING[0]), minted=_CATCHING, note=Note.NOTHING)
        case Event(EventKind.PRESS, "reset"):
            return State()
        case _:
            return state


def view(state: State, observed: None = None) -> Element:  # noqa: ARG001 - it has no effects to observe
    """Return the figure: the orders and the lines between them, what can be pressed, and what is wrong, byte by byte.

    Readouts: the lists arrived, set and, where a condition is missing, minted; inversions, wrong, refusal, call, answer;
    earlier and later, the first wrong pair.
    """
    batch, comparison, missing = state.batch, state.comparison, state.missing
    refused = {Note.FULL: full, Note.ENDED: ended}.get(state.note)
    added = batch.arrived[-2:] if state.note is Note.ADDED else ()
    return div(".order")[
        columns(batch, comparison, without(missing)),
        presses(),
        refusal(*(refused() if refused else ("", None))),
        switches(missing),
        verdict(batch, comparison, missing, added),
        sorted_in_fsharp(batch, comparison),
    ]


def still(attributes: Attributes) -> Element:
    """Return the table of the start as it is sorted, and of the first pair that each missing condition puts wrong."""
    state = initial(attributes)
    broken = {condition: _without(State(), condition) for condition in Condition}
    return orders(
        state.batch,
        state.comparison,
        {condition: (made.batch, made.comparison) for condition, made in broken.items()},
    )


def _holding(state: State, batch: Batch, note: Note = Note.NOTHING) -> State:
    return replace(state, arrived=batch.arrived, minted=batch.minted, note=note)


def _switched(state: State, condition: Condition, *, holds: bool) -> State:
    return from_json(State, to_json(state) | {condition: holds})


def _with(state: State, condition: Condition) -> State:
    held = _switched(state, condition, holds=True)
    # Ids of a second namespace or node leave for good.
    return _holding(held, held.batch)


def _without(state: State, condition: Condition) -> State:
    """Take `condition` away, and mint two ids that show it where those that are there would not."""
    broken = _switched(state, condition, holds=False)
    alone = _switched(State(state.arrived, state.minted), condition, holds=False)
    if inversions(alone.comparison.sort(alone.batch.arrived), alone.batch.minted):
        return _holding(broken, broken.batch)
    try:
        more = witnesses(broken.batch, condition)
    except ValueError:
        return _holding(broken, broken.batch, Note.ENDED)
    batch = broken.batch.joined(more)
    if len(batch.arrived) > MOST:
        return _holding(broken, broken.batch, Note.FULL)
    return _holding(broken, batch, Note.ADDED)


def _minted(state: State, how: Following) -> State:
    batch = state.batch
    if len(batch.arrived) == MOST:
        return _holding(state, batch, Note.FULL)
    try:
        branded = following(batch, how)
    except ValueError:
        return _holding(state, batch, Note.ENDED)
    joined = batch.joined((branded,))
    return replace(
        _holding(state, joined),
        one_namespace=state.one_namespace and how is not Following.OTHER_NAMESPACE,
        one_node=state.one_node and how is not Following.OTHER_NODE,
    )
