"""The store port under a finger: buttons are pressed by their names, and the picture comes as the page would get it."""

from collections.abc import Iterable

from widgets.seam.bridge import drawn, widget_named
from widgets.seam.contract import Event, EventKind, World
from widgets.store_port import State, update

FIRST, SECOND, THIRD, FOURTH = "JOB0Dqhu1EacDY", "JOB0Dqhu1EsDLc", "JOB0DqhuO7qya8", "JOB0DqhyRvkwaW"
"""The ids of the page, in the order in which they are enqueued."""

SETS = ("pending", "schedule", "active", "dead")
LAPSE = "enqueue claim-a advance advance advance reap claim-b "
"""A's lease lapses and is reaped, and B claims the job."""

WORLD = World(now=1_748_768_400_000, seed=7, zone_offset=120)


def press(name: str, value: str = "") -> Event:
    """The deed of pressing a button."""
    return Event(EventKind.PRESS, name, value)


def pressed(buttons: str, state: State | None = None) -> State:
    """The state after the buttons named in `buttons`, parted by blanks; the first state where none is given."""
    state = State() if state is None else state
    for name in buttons.split():
        state = update(state, press(name), WORLD)
    return state


def shown(given: str | State) -> str:
    """The HTML of a state, or of the one after buttons."""
    return drawn(widget_named("store-port"), pressed(given) if isinstance(given, str) else given)


def lists(tags: Iterable[tuple[str, dict[str, str | None]]]) -> dict[str, list[str]]:
    """The ids in each of the four lists of a view, whose elements are `tags`, in their order."""
    found: dict[str, list[str]] = {}
    inside = ""
    for tag, attributes in tags:
        if tag == "ol":
            inside = attributes.get("data-part") or ""
            found[inside] = []
        if tag == "li" and attributes.get("data-id"):
            found[inside].append(attributes["data-id"] or "")
    return {name: found[name] for name in SETS}
