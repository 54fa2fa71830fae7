"""Which F# says what a Python function says: its twin is named here, or why it has none; of others, that none is written."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sitegen import listing

FOLDER = "content/fsharp/EchoMQ/"


@dataclass(frozen=True, slots=True)
class Twin:
    """Definitions of one F# file, which together say what one of Python's does."""

    path: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """There is none in F#; `reason` is a sentence for the reader."""

    reason: str


UNWRITTEN = Missing("No F# half is written.")
"""What holds of a function that the table doesn't speak of."""

_INSIDE_IDS = Missing("What lies inside an id, and how one is minted, is the matter of C4.07. Here an id is a key.")
_DRAWN = Missing("This is the figure’s own work: what it draws is no part of a queue.")

_VERBS = ("enqueue", "claim", "complete", "retry", "promote", "reap")
_TABLE: Mapping[str, Mapping[str, str | Missing]] = MappingProxyType(
    {
        "echomq.base62": {"encode": "Base62.fs: encode", "decode": "Base62.fs: worth, decode"},
        "echomq.branded_id": {
            "is_valid": "BrandedId.fs: isCapital, fits, isValid",
            "faults": "BrandedId.fs: kind, fault, faults",
            "parse": "BrandedId.fs: decode",
            "decode": "BrandedId.fs: decode",
            "compose": "BrandedId.fs: isNamespace, compose",
        },
        "echomq.snowflake": {
            "Mint": _INSIDE_IDS,
            "Snowflake.moment": _INSIDE_IDS,
            "Snowflake.pack": _INSIDE_IDS,
            "Snowflake.unpack": _INSIDE_IDS,
        },
        "echomq.keyspace": {
            "queue_key": "Keyspace.fs: queueKey",
            "job_key": "Keyspace.fs: jobKey",
            "queue_refusal": "Keyspace.fs: queueRefusal",
            "compose_unchecked": "Keyspace.fs: composeUnchecked",
            "hashed_part": "Keyspace.fs: hashtag",
            "hashtag": "Keyspace.fs: hashtag",
            "crc16": "Keyspace.fs: fed, crc16",
            "slot": "Keyspace.fs: slot",
            "node_ranges": "Keyspace.fs: nodeRanges",
            "owner": _DRAWN,
        },
        "echomq.job": {"Job": "Job.fs: Job", "create": "Job.fs: create"},
        "echomq.transitions.admit": {
            "enqueue": "Store.fs: enqueueIn, enqueue",
            "enqueue_at": "Store.fs: enqueueAtIn, enqueueAt",
        },
        "echomq.transitions.lanes": {
            "Lanes": "Lanes.fs: Lanes",
            "Lanes.put": "Lanes.fs: add",
            "Lanes.take": "Lanes.fs: take",
        },
        "echomq.transitions.lease": {
            "claim": "Store.fs: claim",
            "complete": "Store.fs: complete",
            "retry": "Store.fs: retry",
            "extend": "Store.fs: extend",
            "_held": "Store.fs: held",
        },
        "echomq.transitions.sweep": {
            "promote": "Store.fs: promote",
            "reap": "Store.fs: reap",
            "_made_pending": "Store.fs: pend",
        },
        "echomq.transitions.read": {
            "browse": "Store.fs: browse",
            "get": "Store.fs: get",
            "counts": "Store.fs: counts",
        },
        "echomq.transitions.state": {"QueueState": "Store.fs: QueueState", "Timetable.due": "Store.fs: due"},
        "echomq.stores.memory": dict.fromkeys(
            ("MemoryStore", *(f"MemoryStore.{verb}" for verb in _VERBS)), "Jobs.fs: Memory"
        ),
        "widgets.figures.slots.crc_register": dict.fromkeys(("take", "fold", "shifts", "shift"), "Keyspace.fs: fed"),
        "widgets.figures.order.comparison": {
            "Comparison": Missing(
                "In F# there is nothing to write: a Set compares its strings code unit by code unit."
            ),
            "inversions": _DRAWN,
        },
        "widgets.figures.order.next_ids": {"following": _INSIDE_IDS},
    }
)
NAMES = tuple(f"{module}:{symbol}" for module, symbols in _TABLE.items() for symbol in symbols)
"""Every function the table speaks of, as RAN writes it: `echomq.keyspace:slot`."""


def of(name: str) -> Twin | Missing:
    """The twin of a function of RAN; where the table is silent, UNWRITTEN."""
    module, _, symbol = name.partition(":")
    entry = _TABLE.get(module, {}).get(symbol, UNWRITTEN)
    if isinstance(entry, Missing):
        return entry
    path, _, names = entry.partition(":")
    return Twin(FOLDER + path, listing.names_in(names))
