"""The keys a refused queue name would have made: which of their bytes would be hashed, and in which slots they'd lie."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from echomq import branded_id, keyspace
from widgets.figures.key_anatomy import fit
from widgets.figures.slot_line import Pin
from widgets.figures.spelling import columns, cut, gap, is_half, spelled
from widgets.seam.html import Element, Node, code, dd, div, dl, dt, p, span, wbr

_NAME_AT = len(keyspace.PREFIX) + 2
# A longer key is drawn by its beginning and its end.
_HEAD, _TAIL = 56, 32
_KEY_WIDTH = 40


@dataclass(frozen=True, slots=True)
class Address:
    """What a queue keeps under `key`: `name` is pending, active or row."""

    name: str
    key: str
    slot: int


def addresses(queue: str, branded: str) -> tuple[Address, ...]:
    """Return where keys of `queue` would lie: pending, active, and the row where `branded` is an id.

    None at all for a name that has no UTF-8.
    """
    if any(map(is_half, queue)):
        return ()
    types = {"pending": "pending", "active": "active"}
    if branded_id.is_valid(branded):
        types["row"] = keyspace.row_type(branded)
    keys = {name: keyspace.compose_unchecked(queue, key_type) for name, key_type in types.items()}
    return tuple(Address(name, key, keyspace.slot(key)) for name, key in keys.items())


def pins(found: tuple[Address, ...]) -> tuple[Pin, ...]:
    """Return a pin for each address, or a single one where they share a slot."""
    if len({address.slot for address in found}) == 1:
        return (Pin(found[0].slot, "all its keys", "Every key of the refused name would lie together", refused=True),)
    return tuple(Pin(address.slot, address.name, f"Its {address.name} key", refused=True) for address in found)


def picture(queue: str, branded: str) -> Element:
    """Draw a key of `queue`, the row's if `branded` is an id: shaded what would be hashed, boxed what is at fault."""
    row = branded_id.is_valid(branded)
    key = keyspace.compose_unchecked(queue, keyspace.row_type(branded) if row else "pending")
    kind = _kinds(key)
    # Where a row's key is too long for its line, it breaks before the id.
    end = len(key) - branded_id.WIDTH if row else len(key)
    if len(key) <= _HEAD + _TAIL:
        width = columns(key)
        drawn: list[Node] = [_runs(key, range(end), kind)]
    else:
        width = _HEAD + _TAIL
        mark = gap(f"{len(key) - _HEAD - _TAIL:,} more")
        drawn = [_runs(key, range(_HEAD), kind), mark, _runs(key, range(len(key) - _TAIL, end), kind)]
    return div(f".unbuilt{fit(ceil(width))}")[
        p(".row-of-key")[code[drawn, wbr, _runs(key, range(end, len(key)), kind)]],
        p(".hint")["No key was built. It would have read so: shaded is what would be hashed, boxed what is at fault."],
    ]


def listing(found: tuple[Address, ...]) -> Element:
    """Return the table of `found`. Readouts: `would-pending`, `would-active`, `would-row`, a slot each."""
    return dl(".would")[
        [
            div[
                dt[address.name],
                dd(".at")[code[cut(address.key, _KEY_WIDTH).nodes]],
                dd(".to.bad")["slot ", span(data_part=f"would-{address.name}")[address.slot]],
            ]
            for address in found
        ]
    ]


def _kinds(key: str) -> Callable[[int], str]:
    """Return a function from a place in `key` to the class of what stands there: hashed, at fault, both or none."""
    try:
        part = keyspace.hashed_part(key)
    except ValueError:
        hashed, pair = range(0), set[int]()
    else:
        pair = {_NAME_AT - 1, _NAME_AT} if part.rule is keyspace.Rule.EMPTY_PAIR else set[int]()
        hashed = range(len(key)) if part.is_whole_key else range(_NAME_AT, _NAME_AT + len(part.data.decode()))
    named = range(_NAME_AT, key.rindex("}:"))

    def kind(at: int) -> str:
        wrong = at in pair or (at in named and (key[at] in "{}\0" or is_half(key[at])))
        return (".hashed" if at in hashed else "") + (".x" if wrong else "")

    return kind


def _runs(key: str, places: range, kind: Callable[[int], str]) -> list[Node]:
    return [
        span(classes)[spelled(key[run[0] : run[-1] + 1])] if classes else spelled(key[run[0] : run[-1] + 1])
        for classes, places_of_run in groupby(places, kind)
        for run in [list(places_of_run)]
    ]
