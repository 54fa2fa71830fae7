"""The keyspace builder: a queue and an id become a key, and the queue alone decides in which slot it lies."""

from dataclasses import dataclass, replace

from echomq import branded_id, keyspace
from widgets.figures import cluster, diagnosis, would_be
from widgets.figures.chain import chain
from widgets.figures.choices import choices
from widgets.figures.field import Preset, ending, text_field
from widgets.figures.fsharp import call
from widgets.figures.id_cells import cells
from widgets.figures.key_anatomy import anatomy, as_text
from widgets.figures.minting import minted
from widgets.figures.reason import reason
from widgets.figures.refusal import refusal
from widgets.figures.remembered import remembered
from widgets.seam.contract import Attributes, Event, EventKind, World
from widgets.seam.html import Element, Node, button, div, p, span
from widgets.seam.state import shown, started

RAN = (
    "echomq.keyspace:job_key",
    "echomq.keyspace:queue_refusal",
    "echomq.branded_id:is_valid",
    "echomq.keyspace:compose_unchecked",
    "echomq.keyspace:hashed_part",
    "echomq.keyspace:crc16",
    "echomq.keyspace:slot",
    "echomq.keyspace:node_ranges",
)

_FORMS = ("full", "compact")


_QUEUES = (
    Preset("email", "email"),
    Preset("sms", "sms"),
    Preset("123456789", "123456789"),
    Preset("a}b", "a}b"),
    Preset("", "empty name", spoken=True),
)
_IDS = (
    ending("JOB0Dqhu1EacDY", ""),
    ending("JOB0Dqhu1EsDLc", ", one millisecond later"),
    ending("JOB0Dqhu1EadHc", ", same millisecond, node 8"),
    Preset("job", "job"),
    ending("JOBzzzzzzzzzzz", ", past 2 to the 63rd"),
)
# Two that pass and one that is refused are enough for the small form.
_IN_COMPACT = (0, 1, 3)


@dataclass(frozen=True, slots=True)
class State:
    """What the reader chose. `nodes` is how many share the slots, `form` is full or compact.

    Every value has a view: a number of nodes out of range counts as the nearest, an unknown form as full.
    """

    queue: str = "email"
    id: str = "JOB0Dqhu1EacDY"
    nodes: int = 3
    form: str = "full"

    @property
    def cluster(self) -> int:
        """How many nodes are drawn: 2 to 12."""
        return cluster.size(self.nodes)

    @property
    def is_compact(self) -> bool:
        """Whether the figure is the small one: the key, its fields, the chain, the call."""
        return self.form == "compact"


def initial(attributes: Attributes) -> State:
    """Return the start an author wrote: any of queue, id, nodes (2 to 12, a number or its digits) and form.

    Raises ValueError for anything else.
    """
    state = started(State, "keyspace-builder", attributes)
    cluster.demand_size(state.nodes)
    if state.form not in _FORMS:
        message = f"form must be {' or '.join(_FORMS)}, got {shown(state.form)}"
        raise ValueError(message)
    return state


def update(state: State, event: Event, world: World) -> State:
    """Return the state after a field changed (queue, id, nodes) or `mint` was pressed."""
    match event:
        case Event(EventKind.INPUT, "queue", text):
            return replace(state, queue=text)
        case Event(EventKind.INPUT, "id", text):
            return replace(state, id=text)
        case Event(EventKind.INPUT, "nodes", count) if count in cluster.SIZES:
            return replace(state, nodes=int(count))
        case Event(EventKind.PRESS, "mint"):
            return replace(state, id=minted(world))
        case _:
            return state


def view(state: State, observed: None = None) -> Element:  # noqa: ARG001 - it has no effects to observe
    """Return the figure: the picture of the key, the fields that feed it, and the way from hashtag to slot.

    Readouts: key, hashtag, crc, slot, reason, owner, refusal, call, answer; would-pending, would-active and would-row
    for a queue name that is refused.
    """
    key, words = _key_or_words(state)
    queue_refused = keyspace.queue_refusal(state.queue) is not None
    found = would_be.addresses(state.queue, state.id) if queue_refused else ()
    return div(".builder.compact" if state.is_compact else ".builder")[
        div(".stage")[_picture(state, key, queue_refused=queue_refused)],
        as_text(key, state.queue),
        div(".ctl.two")[
            _queue_field(State(queue=state.queue, form=state.form), refused=queue_refused),
            _id_field(State(id=state.id, form=state.form)),
        ],
        refusal(words, _why(state, queue_refused=queue_refused) if words else None),
        would_be.listing(found) if found else None,
        chain(key),
        None if state.is_compact else _slots_and_reason(state, key, found),
        call(state.queue, state.id, key, words, "queue" if queue_refused else "branded"),
    ]


def still(attributes: Attributes) -> Element:
    """Return the table of the presets: each queue with each id, and the answer."""
    state = initial(attributes)
    queues, ids = _presets(state)
    return choices(
        tuple(dict.fromkeys((state.queue, *(preset.value for preset in queues)))),
        tuple(dict.fromkeys((state.id, *(preset.value for preset in ids)))),
    )


def _presets(state: State) -> tuple[tuple[Preset, ...], tuple[Preset, ...]]:
    if not state.is_compact:
        return _QUEUES, _IDS
    return tuple(_QUEUES[at] for at in _IN_COMPACT), tuple(_IDS[at] for at in _IN_COMPACT)


def _key_or_words(state: State) -> tuple[str | None, str]:
    try:
        return keyspace.job_key(state.queue, state.id), ""
    except ValueError as error:
        return None, str(error)


def _picture(state: State, key: str | None, *, queue_refused: bool) -> Node:
    if key is not None:
        return anatomy(state.queue, state.id)
    if queue_refused:
        return would_be.picture(state.queue, state.id)
    return cells(state.id)


@remembered
def _queue_field(state: State, *, refused: bool) -> Element:
    return text_field("queue", "Queue", "Queue name", state.queue, _presets(state)[0], refused=refused)


@remembered
def _id_field(state: State) -> Element:
    refused = not branded_id.is_valid(state.id)
    mint = None if state.is_compact else button(".chip.say", type="button", name="mint")["mint one"]
    return text_field("id", "Branded id", "Branded id", state.id, _presets(state)[1], refused=refused, more=mint)


def _why(state: State, *, queue_refused: bool) -> Node:
    if not queue_refused:
        return diagnosis.of_id(state.id)
    also = None if branded_id.is_valid(state.id) else p["The id would be refused next: it addresses no row."]
    return [diagnosis.of_queue(state.queue), also]


def _slots_and_reason(state: State, key: str | None, found: tuple[would_be.Address, ...]) -> Node:
    if key is None:
        return cluster.of_refusal(found, state.cluster)
    said = span(data_part="reason")[reason(keyspace.hashed_part(key), len(key.encode()))]
    return [
        cluster.of_key(key, state.queue, state.cluster),
        p(".reason")[span(".lab.sc")["why these bytes"], " ", said],
    ]
