"""Many keys at once, one a line: where each of them lies, and on which node."""

from bisect import bisect_right
from dataclasses import dataclass

from echomq import keyspace
from echomq.keyspace import HashedPart
from widgets.figures.field import Preset, chip
from widgets.seam.html import Element, button, div, fieldset, legend, textarea


@dataclass(frozen=True, slots=True)
class Placed:
    """A key and where it lies; `refusal` in the place of both where it has no UTF-8."""

    key: str
    part: HashedPart | None
    slot: int
    refusal: str = ""


def placed(text: str) -> tuple[Placed, ...]:
    """Return the keys in the lines of `text`, each once, in their order; blank lines hold none."""
    return tuple(map(place, dict.fromkeys(filter(None, text.replace("\r", "\n").split("\n")))))


def place(key: str) -> Placed:
    """Return where `key` lies."""
    try:
        part = keyspace.hashed_part(key)
    except ValueError as error:
        return Placed(key, None, -1, str(error))
    return Placed(key, part, keyspace.crc16(part.data) % keyspace.SLOTS)


def nodes_of(slots: list[int], count: int) -> list[int]:
    """Return the number of the node, of `count`, that owns each of `slots`."""
    starts = [owned.start for owned in keyspace.node_ranges(count)]
    return [bisect_right(starts, slot) - 1 for slot in slots]


def keys_field(text: str) -> Element:
    """Return the field `keys` with its presets."""
    return fieldset[
        legend(".sc")["Many keys, one a line"],
        textarea(
            ".text",
            name="keys",
            aria_label="Many keys, one a line",
            rows="4",
            spellcheck="false",
            autocapitalize="off",
            autocomplete="off",
        )["\n", text],  # a first line break in a text area is not its text's
        div(".row")[
            [chip("keys", preset, pressed=preset.value == text) for preset in PRESETS],
            button(".chip.say", type="button", name="thousand")["1,000 queues"],
        ],
    ]


def _lines(*keys: str) -> str:
    return "\n".join(keys)


_QUEUES = (
    "email",
    "sms",
    "push",
    "billing",
    "reports",
    "images",
    "search",
    "orders",
    "refunds",
    "imports",
    "exports",
    "audit",
)
_IDS = (
    "JOB0Dqhu1EacDY",  # three of one millisecond
    "JOB0Dqhu1EacDZ",
    "JOB0Dqhu1EacDa",
    "JOB0Dqhu1EsDLc",
    "JOB0DqhuO7qya8",
    "JOB0DqhyRvkwaW",
)

PENDING = _lines(*(keyspace.queue_key(queue, "pending") for queue in _QUEUES))
ONE_QUEUE = _lines(
    *(keyspace.queue_key("email", kind) for kind in ("pending", "schedule", "active", "dead")),
    *(keyspace.job_key("email", branded) for branded in _IDS),
)
UNTAGGED = ONE_QUEUE.replace("{", "").replace("}", "")

PRESETS = (
    Preset(PENDING, "12 queues", spoken=True),
    Preset(ONE_QUEUE, "one queue", spoken=True),
    Preset(UNTAGGED, "the same, untagged", spoken=True),
    Preset("", "none", spoken=True),
)


def thousand() -> str:
    """Return the pending keys of a thousand queues."""
    return _lines(*(keyspace.queue_key(f"queue-{number:03}", "pending") for number in range(1_000)))
