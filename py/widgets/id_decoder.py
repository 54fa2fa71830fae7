"""The id decoder: fourteen characters, the integer they spell, its 63 bits, and the moment, node and sequence in them."""

from dataclasses import dataclass, replace

from echomq import branded_id
from echomq.branded_id import BrandedId
from echomq.snowflake import Snowflake
from widgets.figures import diagnosis
from widgets.figures.decoder import steps
from widgets.figures.decoder.decoded import decoded
from widgets.figures.decoder.difference import difference
from widgets.figures.decoder.digits import digits
from widgets.figures.decoder.local_time import offset_text
from widgets.figures.decoder.to_moment import to_moment
from widgets.figures.decoder.too_large import too_large
from widgets.figures.decoder.worths import number_of, worths
from widgets.figures.field import Preset, ending, text_field
from widgets.figures.flake_bits import TIME, Field, fields
from widgets.figures.fsharp import decode_call
from widgets.figures.id_cells import cells
from widgets.figures.minting import minted
from widgets.figures.refusal import refusal
from widgets.seam.contract import Attributes, Event, EventKind, World
from widgets.seam.html import Element, Node, button, code, div, p, span
from widgets.seam.state import from_json

RAN = (
    "echomq.branded_id:decode",
    "echomq.branded_id:parse",
    "echomq.branded_id:faults",
    "echomq.base62:decode",
    "echomq.snowflake:Snowflake.unpack",
    "echomq.snowflake:Snowflake.moment",
    "echomq.snowflake:Snowflake.pack",
    "echomq.branded_id:compose",
    "echomq.base62:encode",
)

_PRESETS = (
    ending("JOB0Dqhu1EacDY"),
    ending("JOB0Dqhu1EsDLc", ", one millisecond later"),
    ending("JOB0Dqhu1EadHc", ", same millisecond, node 8"),
    Preset("JOB00000000000", "the epoch", spoken=True),
    Preset("JOBAzL8n0Y58m7", "the last one", spoken=True),
    Preset("JOBzzzzzzzzzzz", "past the last", spoken=True),
    Preset("job", "job"),
)


@dataclass(frozen=True, slots=True)
class State:
    """What the reader chose: the text in the field, and what a change leaves behind.

    `before` is the last other id that decoded, "" at first. `over` is the step that was refused, by name. `offset` is how
    far the clock that changed the id is from UTC, such as `+02:00`: unknown, "", until it has. Any text has a view.
    """

    id: str = "JOB0Dqhu1EacDY"
    before: str = ""
    over: str = ""
    offset: str = ""


@dataclass(frozen=True, slots=True)
class _Known:
    """What there is to know of a text: its parts if it is well formed, its fields if it decodes, else why not."""

    branded: BrandedId | None
    flake: Snowflake | None
    words: str


def initial(attributes: Attributes) -> State:
    """Return the start an author wrote: an id, whatever it is worth. Raises ValueError for anything else."""
    for name in attributes:
        if name != "id":
            message = f"id-decoder knows no {name}; it takes id"
            raise ValueError(message)
    return from_json(State, dict(attributes))


def update(state: State, event: Event, world: World) -> State:
    """Return the state after the id was typed, `mint` or a `step` pressed, or `clock`, which asks for the local time."""
    match event:
        case Event(EventKind.INPUT, "id", text):
            after = _changed(state, text)
        case Event(EventKind.PRESS, "mint"):
            after = _changed(state, minted(world))
        case Event(EventKind.PRESS, "step", name) if name in steps.NAMED:
            try:
                after = _changed(state, steps.NAMED[name].taken(state.id))
            except ValueError:
                after = replace(state, over=name)
        case Event(EventKind.PRESS, "clock"):
            after = state
        case _:
            return state
    return replace(after, offset=offset_text(world.zone_offset))


def _changed(state: State, text: str) -> State:
    left = text != state.id and _known(state.id).flake is not None
    return replace(state, id=text, before=state.id if left else state.before, over="")


def _known(text: str) -> _Known:
    try:
        branded = branded_id.parse(text)
    except ValueError as error:
        return _Known(None, None, str(error))
    try:
        return _Known(branded, branded.snowflake, "")
    except ValueError as error:
        return _Known(branded, None, str(error))


def view(state: State, observed: None = None) -> Element:  # noqa: ARG001 - it has no effects to observe
    """Return the figure: the characters over their worths, the integer, its bits in three fields, and the moment.

    Readouts, empty where there is nothing to say: namespace, integer, refusal, offset, node, sequence, moment, local,
    call, answer, and step for the refusal of a step.
    """
    known = _known(state.id)
    before = state.before if known.flake and _known(state.before).flake and state.before != state.id else ""
    number = number_of(known.branded.payload) if known.branded else None
    flipped = number ^ number_of(before[branded_id.NAMESPACE_WIDTH :]) if number is not None and before else 0
    return div(".decoder")[
        div(".stage")[_characters(state.id, known, before)],
        _field(state, known),
        _refusal(state, known),
        fields(number, lambda field: _under(field, known.flake), flipped),
        _border(state, known),
        _since(state.id, known, before),
        to_moment(known.flake, state.offset),
        worths(known.branded.payload) if known.branded else None,
        _in_fsharp(state.id, known),
    ]


def still(attributes: Attributes) -> Element:
    """Return the table of the presets, each with its answer."""
    return decoded(dict.fromkeys((initial(attributes).id, *(preset.value for preset in _PRESETS))))


def _characters(text: str, known: _Known, before: str) -> Node:
    if known.branded:
        return digits(text, number_of(known.branded.payload), before)
    empty = [span(data_part=part) for part in ("namespace", "integer")]
    return [cells(text), p(".vh")["No namespace and no integer: ", empty]]


def _since(text: str, known: _Known, before: str) -> Element:
    if before:
        return p(".since")[difference(before, text)]
    return p(".since.unasked")["Press a step, and see which digits and which bits it changes." if known.flake else None]


def _field(state: State, known: _Known) -> Element:
    mint = button(".chip.say", type="button", name="mint")["mint one"]
    refused = known.flake is None
    return div(".ctl")[text_field("id", "Branded id", "Branded id", state.id, _PRESETS, refused=refused, more=mint)]


def _refusal(state: State, known: _Known) -> Element:
    if known.flake is not None:
        return refusal("", None)
    return refusal(
        known.words, too_large(number_of(known.branded.payload)) if known.branded else diagnosis.nearest(state.id)
    )


def _border(state: State, known: _Known) -> Element:
    """Return the refusal of the step that was taken last, where it was one too many."""
    step = steps.NAMED.get(state.over)
    if step is not None:
        try:
            step.taken(state.id)
        except ValueError as error:
            return refusal(str(error), p[steps.why(step), " The id stays as it is."] if known.flake else None, "step")
    return refusal("", None, "step")


def _under(field: Field, flake: Snowflake | None) -> Node:
    part = "offset" if field is TIME else field.name
    held = str(field.of(flake.pack())) if flake else ""
    return code(".held", data_part=part)[held], steps.buttons(field)


def _in_fsharp(text: str, known: _Known) -> Element:
    if known.branded is None or known.flake is None:
        return decode_call(text, None, known.words, "id" if known.branded is None else "digits")
    return decode_call(text, (known.branded.namespace, known.flake.pack()))
