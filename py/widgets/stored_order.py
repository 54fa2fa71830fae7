"""Three stores, one order: the same ids really put into SQLite, Valkey and PostgreSQL, and listed by each as it keeps them."""

from dataclasses import dataclass, replace

from widgets.figures.order.batch import MOST, Batch, gathered
from widgets.figures.refusal import refusal
from widgets.figures.stored.order import minted
from widgets.figures.stored.shelves import agreement, shelves
from widgets.figures.stored.still import stills
from widgets.figures.stored.told import Told
from widgets.figures.stored.traps import Trap, choice, sprung
from widgets.seam.contract import Attributes, Event, EventKind, Links, World
from widgets.seam.html import Element, Node, button, code, div, fieldset, legend, p, textarea
from widgets.seam.state import started

RAN = (
    "widgets.figures.stored.sql:Column",
    "widgets.figures.stored.in_sqlite:told_by_sqlite",
    "widgets.figures.stored.in_valkey:told_by_valkey",
    "widgets.figures.stored.in_postgres:told_by_postgres",
    "echomq.branded_id:decode",
    "widgets.figures.stored.order:wrong_pairs",
)

OFFERED = ("postgres",)
"""What the page offers to bring for it."""

# Of one millisecond, and the last of the next; the fourth and the fifth differ in case alone.
_START = (
    "JOB0Dqhu1EacDa",  # sequence 2
    "JOB0Dqhu1EsDLc",
    "JOB0Dqhu1EacEA",  # sequence 38
    "JOB0Dqhu1EacDY",  # sequence 0
    "JOB0Dqhu1EacEa",  # sequence 64
    "JOB0Dqhu1EacDZ",  # sequence 1
)


@dataclass(frozen=True, slots=True)
class State:
    """The ids, in the order of their arrival, with blanks or line breaks between; and the trap that is shown.

    Every value has a view: what is no id is left out and named, as is what comes twice; an unknown trap is the first.
    """

    ids: str = "\n".join(_START)
    trap: str = Trap.NOCASE

    @property
    def batch(self) -> Batch:
        """The ids that take part."""
        return gathered(self.ids.split(), ())

    @property
    def left_out(self) -> tuple[str, ...]:
        """What doesn't, in its order."""
        left = list(self.batch.arrived)
        out: list[str] = []
        for word in self.ids.split():
            if word in left:
                left.remove(word)
            else:
                out.append(word)
        return tuple(out)

    @property
    def sprung(self) -> Trap:
        """The trap that is shown."""
        return Trap(self.trap) if self.trap in list(Trap) else Trap.NOCASE


def initial(attributes: Attributes) -> State:
    """Return the start; an author may say which ids and which trap. Raises ValueError for anything else."""
    return started(State, "stored-order", attributes)


def update(state: State, event: Event, world: World) -> State:
    """Return the state after the ids were edited, shuffled or begun anew, or another trap was chosen."""
    match event:
        case Event(EventKind.INPUT, "ids", text):
            return replace(state, ids=text)
        case Event(EventKind.INPUT, "trap", trap) if trap in list(Trap):
            return replace(state, trap=trap)
        case Event(EventKind.PRESS, "shuffle"):
            return replace(state, ids="\n".join((*state.batch.shuffled(world.seed).arrived, *state.left_out)))
        case Event(EventKind.PRESS, "reset"):
            return replace(state, ids=State().ids)
        case _:
            return state


def perform(state: State, links: Links) -> Told:
    """Put the ids into the stores: SQLite, Valkey, and PostgreSQL where it is linked."""
    ids = state.batch.arrived
    order = minted(ids)
    link = links["valkey"]  # asked first: where it isn't here yet, nothing else needs to be done
    # What only effects need is imported when there are any.
    from widgets.figures.stored.in_postgres import told_by_postgres  # noqa: PLC0415
    from widgets.figures.stored.in_sqlite import told_by_sqlite  # noqa: PLC0415
    from widgets.figures.stored.in_valkey import told_by_valkey  # noqa: PLC0415

    told = told_by_sqlite(ids).joined(told_by_valkey(ids, order[0] if ids else "", link))
    if "postgres" in links:
        told = told.joined(told_by_postgres(ids, order[min(1, len(ids) - 1)] if ids else "", links["postgres"]))
    return told


def view(state: State, observed: Told) -> Element:
    """Return the figure: the ids, the stores with their lists, and one trap.

    Readouts: refusal; those of `shelves`, of `agreement` and of `sprung`.
    """
    ids = state.batch.arrived
    return div(".stored")[
        div(".given")[_field(state), agreement(observed, ids)],
        refusal(*_refused(state)),
        shelves(observed, ids),
        choice(state.sprung),
        sprung(state.sprung, observed, ids),
    ]


def still(attributes: Attributes, observed: Told) -> Element:
    """Return the lists as a table, and what came of the other traps."""
    state = initial(attributes)
    return stills(observed, state.batch.arrived, state.sprung)


def _field(state: State) -> Element:
    return div(".ctl")[
        fieldset[
            legend(".sc")["Ids, as they arrive"],
            textarea(
                ".text",
                name="ids",
                aria_label="Ids, as they arrive, one a line",
                rows="7",
                spellcheck="false",
                autocapitalize="off",
                autocomplete="off",
            )["\n", state.ids],  # a first line break in a text area is not its text's
            div(".row")[_press("shuffle", "Shuffle"), _press("reset", "Reset")],
        ]
    ]


def _press(name: str, words: str) -> Element:
    return button(".chip.say", type="button", name=name)[words]


def _refused(state: State) -> tuple[str, Node]:
    out = state.left_out
    if not out:
        return "", None
    word = out[0][:40]
    if word in state.batch.arrived:
        return f"{word} is there already", p["A key is there once; the second is left out."]
    if len(state.batch.arrived) == MOST:
        return f"this figure keeps {MOST} ids", p[code[word], " and what follows are left out."]
    return f"{word} is no id", p["It is left out: an id is three capitals and eleven digits of Base62, up to 2^63 - 1."]
