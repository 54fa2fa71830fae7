"""The store port: two workers, one queue, and a clock; every button is a call, and every answer says what was compared."""

from dataclasses import dataclass, replace
from types import MappingProxyType

from echomq.stores.memory import MemoryStore
from widgets.figures.port.columns import columns
from widgets.figures.port.commands import STORIES, WORKERS, Command, Story, commands_in, named
from widgets.figures.port.kept.playing import played
from widgets.figures.port.kept.witness import Backing
from widgets.figures.port.log import last_call, log
from widgets.figures.port.observed import Play
from widgets.figures.port.place import place
from widgets.figures.port.play import play
from widgets.figures.port.stage import stage
from widgets.figures.port.story_table import table_of
from widgets.seam.contract import Attributes, Event, EventKind, Links, World
from widgets.seam.html import Element, Node, button, div, fieldset, legend, p, span

RAN = (
    "echomq.stores.memory:MemoryStore.complete",
    "echomq.transitions.lease:claim",
    "echomq.transitions.lease:complete",
    "echomq.transitions.lease:retry",
    "echomq.transitions.lease:extend",
    "echomq.transitions.lease:_held",
    "echomq.transitions.sweep:reap",
    "echomq.transitions.sweep:promote",
    "echomq.transitions.sweep:_made_pending",
    "echomq.transitions.state:Timetable.due",
    "echomq.transitions.admit:enqueue",
    "echomq.transitions.admit:enqueue_at",
)

MOST = 200
"""So many commands are kept and played."""
_ATTRIBUTES = ("story", "commands")


@dataclass(frozen=True, slots=True)
class State:
    """The commands given so far, in their order; the last `undone` of them are not played, and may be played yet.

    `backing` is where the jobs are kept; `line` stands in the field for a command to Valkey, and `asked` is the one that
    was sent. Every value has a view: commands past the most are not played, a number out of range counts as the nearest,
    and an unknown place as memory.
    """

    commands: tuple[Command, ...] = ()
    undone: int = 0
    backing: str = Backing.MEMORY
    line: str = ""
    asked: str = ""

    @property
    def kept(self) -> tuple[Command, ...]:
        """The commands that can be carried out."""
        return self.commands[:MOST]

    @property
    def place(self) -> Backing:
        """Where the jobs are kept."""
        return Backing(self.backing) if self.backing in list(Backing) else Backing.MEMORY

    @property
    def played(self) -> tuple[Command, ...]:
        """The commands that are carried out."""
        return self.kept[: len(self.kept) - min(max(self.undone, 0), len(self.kept))]


def initial(attributes: Attributes) -> State:
    """Return the start an author wrote: a story by its name, or commands by theirs with blanks between; else nothing.

    Raises ValueError for anything else.
    """
    for name, value in attributes.items():
        if name not in _ATTRIBUTES:
            message = f"store-port knows no {name}; it takes {' or '.join(_ATTRIBUTES)}"
            raise ValueError(message)
        if not isinstance(value, str):
            message = f"{name} must be a text, got {value}"
            raise ValueError(message)  # noqa: TRY004 - an author's mistake, not the program's
    if len(attributes) > 1:
        message = "store-port begins with a story or with commands, not with both"
        raise ValueError(message)
    story = attributes.get("story")
    if story is not None:
        if story not in STORIES:
            message = f"there is no story {story}; there are {', '.join(STORIES)}"
            raise ValueError(message)
        return State(STORIES[str(story)].commands)
    commands = commands_in(str(attributes.get("commands", "")))
    if len(commands) > MOST:
        message = f"store-port plays {MOST} commands at most, got {len(commands)}"
        raise ValueError(message)
    return State(commands)


def update(state: State, event: Event, world: World) -> State:  # noqa: ARG001 - its clock is the play's own
    """Return the state after a button, a command, a story, undo, redo or reset; another place; a line typed, or asked."""
    if event.kind is EventKind.INPUT and event.name == "backing" and event.value in list(Backing):
        return replace(state, backing=event.value)
    if event.kind is EventKind.INPUT and event.name == "line":
        return replace(state, line=event.value)
    if event.kind is not EventKind.PRESS:
        return state
    match event.name:
        case "reset":
            return replace(state, commands=(), undone=0, asked="")
        case "ask":
            return replace(state, asked=state.line)
        case "undo":
            return replace(state, commands=state.kept, undone=len(state.kept) - len(state.played[:-1]))
        case "redo":
            return replace(state, commands=state.kept, undone=max(0, len(state.kept) - len(state.played) - 1))
        case "story" if event.value in STORIES:
            return replace(state, commands=STORIES[event.value].commands, undone=0)
        case name:
            command = named(name)
            if command is None or len(state.played) >= MOST:
                return state
            return replace(state, commands=(*state.played, command), undone=0)


def perform(state: State, links: Links) -> Play:
    """Play the commands on a new store at the place that was chosen; Valkey comes by `links`, and answers what was asked."""
    return played(state.played, state.place, links, state.asked)


def view(state: State, observed: Play) -> Element:
    """Return the figure: the workers and their leases, the four sets, the last call, the log.

    Readouts: clock, a-id, a-token, b-id, b-token; step; those of `columns` and `log`; refusal, where the commands
    are too many.
    """
    return div(".port")[
        stage(observed, _WORKERS_VERBS, _press(Command.ADVANCE, "+10 s")),
        _stories(state),
        columns(observed, _SETS_VERBS),
        p(".bad.full", data_part="refusal", role="status")[_FULL if len(state.played) == MOST else None],
        div(".calls")[last_call(observed), log(observed)],
        place(observed, observed.kept, state.line) if observed.kept else None,
    ]


def still(attributes: Attributes, observed: Play | None = None) -> Element:  # noqa: ARG001 - it plays its own stories
    """Return the table of the stories, the author's own first: every call with its answer and its reason."""
    own = initial(attributes).commands
    stories = list(STORIES.values())
    if own and own not in [story.commands for story in stories]:
        stories.insert(0, Story("the figure as it stands above", own))
    stories.sort(key=lambda story: story.commands != own)
    return table_of((story, play(story.commands, MemoryStore())) for story in stories)


_FULL = f"This figure plays {MOST} commands, and all of them are played. Step back or reset it to go on."


def _press(name: str, label: Node, value: str | None = None, *, pressed: bool | None = None) -> Element:
    state = None if pressed is None else str(pressed).lower()
    return button(".chip.say", type="button", name=name, value=value, aria_pressed=state)[label]


def _worker(by: str) -> Element:
    verbs = {"claim": "Claim", "complete": "Complete", "retry": "Retry", "extend": "Extend"}
    return fieldset(f".verbs.{by.lower()}")[
        legend(".lab.sc")[span["worker "], by],
        div(".row")[[_press(f"{verb}-{by.lower()}", label) for verb, label in verbs.items()]],
    ]


_WORKERS_VERBS = MappingProxyType({by: _worker(by) for by in WORKERS})
_SETS_VERBS = MappingProxyType(
    {
        "pending": div(".row")[_press(Command.ENQUEUE, "Enqueue"), _press(Command.ENQUEUE_AGAIN, "Same id again")],
        "schedule": div(".row")[_press(Command.ENQUEUE_AT, "Enqueue +20 s"), _press(Command.PROMOTE, "Promote")],
        "active": div(".row")[_press(Command.REAP, "Reap")],
        "dead": p(".row.hint")["No verb leads out."],
    }
)


def _stories(state: State) -> Element:
    return div(".ctl.plays")[
        fieldset[
            legend(".lab.sc")["stories"],
            div(".row")[
                [
                    _press("story", story.title, name, pressed=state.commands == story.commands)
                    for name, story in STORIES.items()
                ]
            ],
        ],
        fieldset[
            legend(".lab.sc")["command ", span(data_part="step")[len(state.played)], f" of {len(state.kept)}"],
            div(".row")[_press("undo", "Step back"), _press("redo", "Step on"), _press("reset", "Reset")],
        ],
    ]
