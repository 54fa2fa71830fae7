"""The slot calculator: of any key, which bytes are hashed and by which step of the rule, what they make of the CRC's
register, and the slot; and of many keys, how they are spread over a cluster.
"""

from dataclasses import dataclass, replace

from echomq.keyspace import HashedPart
from widgets.figures import cluster, stepper
from widgets.figures.chain import chain
from widgets.figures.field import text_field
from widgets.figures.fsharp import slot_call
from widgets.figures.reason import reason
from widgets.figures.refusal import refusal
from widgets.figures.slots.edge_cases import EDGES, remark
from widgets.figures.slots.hash_rule import hash_rule
from widgets.figures.slots.key_bytes import key_bytes, unhashable
from widgets.figures.slots.key_table import key_table
from widgets.figures.slots.many_answer import PRESSES, many_answer, turned
from widgets.figures.slots.many_keys import PENDING, keys_field, place, thousand
from widgets.figures.slots.register_table import register_table, shift_table
from widgets.seam.contract import Attributes, Event, EventKind, World
from widgets.seam.html import Element, Node, caption, code, div, input, label, p, span  # noqa: A004 - HTML's name
from widgets.seam.state import started

RAN = (
    "echomq.keyspace:hashed_part",
    "echomq.keyspace:crc16",
    "echomq.keyspace:slot",
    "widgets.figures.slots.crc_register:take",
    "widgets.figures.slots.crc_register:fold",
    "widgets.figures.slots.crc_register:shifts",
    "widgets.figures.slots.crc_register:shift",
    "echomq.keyspace:node_ranges",
)

END = 1 << 16
"""A step past any: no field holds as many bytes. It stands for the last one, whatever the key."""


@dataclass(frozen=True, slots=True)
class State:
    """What the reader chose. Every value has a view: a number out of range counts as the nearest.

    `step` is how many bytes the register has taken, `shifts` whether the last of them is shown bit by bit, `keys` holds
    many keys, one a line, `page` is the page of their table, from 0, and `nodes` is how many share the slots.
    """

    key: str = EDGES[0].value
    step: int = END
    shifts: bool = False
    keys: str = PENDING
    page: int = 0
    nodes: int = 3


def initial(attributes: Attributes) -> State:
    """Return the start an author wrote: any fields of the state, nodes 2 to 12. Raises ValueError for anything else."""
    state = started(State, "slot-calculator", attributes)
    cluster.demand_size(state.nodes)
    return state


def update(state: State, event: Event, world: World) -> State:  # noqa: ARG001 - it needs neither time nor chance
    """Return the state after a field changed or a button was pressed that leads through the steps or the table.

    Another key is shown after its last byte, with its slot; other keys from the first page on.
    """
    match event:
        case Event(EventKind.INPUT, "key", text):
            return replace(state, key=text, step=END)
        case Event(EventKind.INPUT, "step", text) if text.isascii() and text.isdigit():
            return _at(state, int(text[:9]))
        case Event(EventKind.INPUT, "shifts", checked):
            return replace(state, shifts=checked == "true")
        case Event(EventKind.INPUT, "keys", text):
            return replace(state, keys=text, page=0)
        case Event(EventKind.INPUT, "nodes", count) if count in cluster.SIZES:
            return replace(state, nodes=int(count))
        case Event(EventKind.PRESS, name) if name in stepper.PRESSES:
            last = _length(state.key)
            return _at(state, stepper.moved(min(max(state.step, 0), last), last, name))
        case Event(EventKind.PRESS, name) if name in PRESSES:
            return replace(state, page=turned(state.keys, state.page, name))
        case Event(EventKind.PRESS, "thousand"):
            return replace(state, keys=thousand(), page=0)
        case _:
            return state


def _at(state: State, step: int) -> State:
    return replace(state, step=step if step < _length(state.key) else END)


def _length(key: str) -> int:
    part = place(key).part
    return 0 if part is None else len(part.data)


def view(state: State, observed: None = None) -> Element:  # noqa: ARG001 - it has no effects to observe
    """Return the figure: the key byte by byte, its slot, the reason, the register, the cluster; then the many keys.

    Readouts: hashtag, crc, slot, reason, owner, refusal, call, answer; keys and slots, which count the many.
    """
    found = place(state.key)
    nodes = cluster.size(state.nodes)
    return div(".calculator")[
        div(".ctl")[text_field("key", "Any key at all", "Key", state.key, EDGES, refused=found.part is None)],
        remark(state.key),
        refusal(found.refusal, _why() if found.refusal else None),
        _refused(state.key, nodes) if found.part is None else _answered(state, found.part, nodes),
        slot_call(state.key, found.part, found.refusal or str(found.slot)),
        div(".pasted", role="group", aria_label="Many keys")[
            div(".ctl")[keys_field(state.keys)], many_answer(state.keys, nodes, state.page)
        ],
    ]


def still(attributes: Attributes) -> Element:
    """Return the table of the presets, and of the key the author chose."""
    state = initial(attributes)
    keys = dict.fromkeys((state.key, *(preset.value for preset in EDGES)))
    said = caption["What the figure would answer, worked out beforehand."]
    return key_table([place(key) for key in keys], state.nodes, said)


def _answered(state: State, part: HashedPart, nodes: int) -> Node:
    size = len(part.data)
    step = min(max(state.step, 0), size)
    said = span(data_part="reason")[reason(part, len(state.key.encode()))]
    return [
        key_bytes(state.key, part, part.start + step - 1 if step else None),
        chain(state.key),
        div(".calc")[
            div[p(".lab.sc")["which bytes"], hash_rule(part), p(".reason")[said]],
            div[
                p(".lab.sc")["what they make of the register"],
                register_table(part.data, step),
                stepper.stepper(step, size, f"byte {step:,} of {size:,}", named="The bytes, one by one"),
                label(".shift")[
                    input(type="checkbox", name="shifts", checked=state.shifts), "Show the eight shifts of a byte"
                ],
                _shifts(part.data, step) if state.shifts else None,
            ],
        ],
        cluster.of_any(state.key, part, nodes),
    ]


def _shifts(data: bytes, step: int) -> Node:
    if step == 0:
        return p(".hint")["No byte has been taken yet."]
    return [
        p(".hint")[
            ["The bits of ", code[f"{data[step - 1]:02X}"], " turn over those they meet in the upper half. Then all "],
            "move to the left, eight times; each time that a one falls out, ",
            [code["1021"], " turns over bits of what is left."],
        ],
        shift_table(data, step),
    ]


def _refused(key: str, nodes: int) -> Node:
    nothing = p(".vh")[span(data_part="reason")]
    return [unhashable(key), chain(None), nothing, cluster.of_none(nodes)]


def _why() -> Node:
    return p[
        "Half a surrogate pair stands for no character, so it has no bytes that could be hashed or sent to a server."
    ]
