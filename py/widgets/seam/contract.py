"""What a widget is: pure functions from attributes to a state, from an event to the next, and from a state to HTML."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from widgets.seam.html import Html
from widgets.seam.links import WireLink

Attributes = Mapping[str, str | int | bool]
"""What an author wrote beside the widget's name: field -> value."""

Links = Mapping[str, WireLink]
"""What effects reach beyond Python, by name; every question has new ones. What a server holds, it may hold from an earlier
question, and its clock stands where that left it."""


class EventKind(StrEnum):
    """What the reader did."""

    INPUT = "input"
    """Changed a field, by typing, choosing or a button that fills it in: `value` is all the field holds now."""
    PRESS = "press"
    """Pressed a button that belongs to no field."""


@dataclass(frozen=True, slots=True)
class Event:
    """One deed of the reader; `name` is the field's or the button's."""

    kind: EventKind
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class World:
    """Time and chance, which a widget never fetches itself.

    `now` is Unix time in milliseconds, `seed` any whole number, `zone_offset` the reader's minutes east of UTC.
    """

    now: int
    seed: int
    zone_offset: int


class Widget(Protocol):
    """The functions a widget's module defines; a module that has them all is a widget.

    `State` is a frozen dataclass of its own for each widget, which is why the others take and give Any. `view` is
    total: whatever a reader typed is answered or refused in the HTML, and never an exception.
    """

    RAN: tuple[str, ...]
    """The functions that find the answers, `module:name` each, for the listing of the code that ran."""

    @property
    def State(self) -> type[Any]:  # noqa: N802 - it is a class in the module
        """The dataclass of the widget's state; `seam.state` says what its fields may be."""
        ...

    def initial(self, attributes: Attributes, /) -> Any:  # noqa: ANN401
        """Return the state a page starts with. Raises ValueError for what no author should write."""
        ...

    def update(self, state: Any, event: Event, world: World, /) -> Any:  # noqa: ANN401
        """Return the state after `event`; the same one where the event means nothing to it."""
        ...

    def view(self, state: Any, observed: Any = None, /) -> Html:  # noqa: ANN401
        """Return the picture of `state`, and of what its effects let be `observed` where it has any."""
        ...

    def still(self, attributes: Attributes, observed: Any = None, /) -> Html:  # noqa: ANN401
        """Return what a reader without scripts gets: the widget's choices with their answers; where it has effects, it is
        told what they let be `observed` of the start.
        """
        ...


class Effectful(Widget, Protocol):
    """A widget whose state asks for effects. The state lists them; they are performed anew for every view.

    A module may name in `OFFERED` the links that it can do without, and that the page offers to bring under it.
    """

    def perform(self, state: Any, links: Links, /) -> Any:  # noqa: ANN401
        """Return what was observed while the effects of `state` happened; the same state observes the same.

        What `links` raises where a name isn't linked, or a letter isn't answered, is not to be caught: the page hears of
        it, brings what is missing, and asks again. Whether something is linked may be asked, where a widget can do
        without it.
        """
        ...
