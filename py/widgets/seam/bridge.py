"""One function answers a page: which widget, in what state, what the reader did; the next state and its HTML."""

import json
from binascii import a2b_base64, b2a_base64
from importlib import import_module
from typing import Any, NoReturn, cast

from widgets.seam import library
from widgets.seam.contract import Attributes, Effectful, Event, Links, Widget, World
from widgets.seam.links import Letter, MissingLinkError, Opened, UnansweredError, opened
from widgets.seam.state import from_json, shown, to_json

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
_NO_LINKS: Links = Opened()


def answer(text: str) -> str:
    """Return the reply to one request; both are JSON objects as text, the reply in ASCII. Never raises.

    Request: `{"widget": "keyspace-builder", "state": {…}, "event": {"kind", "name", "value"} | null, "world":
    {"now", "seed", "zone_offset"}, "letters": {"postgres": ["…", "…"] | null, …}}`, of which the last names the servers
    that the page carries letters to, each with the one it answered last, in Base64; it may be left out.

    Reply: `{"state", "html"}`. Where something unexpected happened the reply also has `"problem"`, a sentence; its state is then the one that came, and its html the view of that one, or "". Where
    the effects need a link that isn't there, the reply has `"needs"`, its name; its state is the one after the event, to
    be asked about again without it once the link is there, and its html is "". The same where a module of the standard
    library isn't there: what is needed then is called "library". Just so where the effects wrote a letter that isn't
    answered: the reply has `"asks"`, the server's name, and `"letter"`, in Base64.
    """
    given: object = None
    try:
        request = json.loads(text, parse_constant=_refuse_constant)
        given = request["state"]
        with opened(_letters(request.get("letters", {}))) as links:
            return _answered(request, links)
    except Exception as error:  # noqa: BLE001 - whatever happened, the page must hear of it
        return json.dumps({"state": given, "html": "", "problem": _said(error)})


def widget_named(element: str) -> Widget:
    """Return the module behind the element `element`, such as `keyspace-builder`.

    Raises ValueError for what is no element's name and LookupError where there is no such widget.
    """
    if "-" not in element or element[0] not in _LETTERS or not _LETTERS.issuperset(element):
        message = f"a widget's name is small letters, digits and at least one hyphen, got {shown(element)}"
        raise ValueError(message)
    name = f"widgets.{element.replace('-', '_')}"
    try:
        return cast("Widget", import_module(name))
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        message = f"there is no widget {element}"
        raise LookupError(message) from None


def drawn(widget: Widget, state: Any, links: Links = _NO_LINKS) -> str:  # noqa: ANN401 - any widget's dataclass
    """Return the HTML of `state`; a widget that has effects performs them first, and views what it observed.

    The build draws with this, and so does the page: what one of them performs, the other does too.
    """
    if not hasattr(widget, "perform"):
        return str(widget.view(state))
    return str(widget.view(state, cast("Effectful", widget).perform(state, links)))


def stilled(widget: Widget, attributes: Attributes, links: Links = _NO_LINKS) -> str:
    """Return the HTML for a reader without scripts; a widget that has effects is told what it observed at the start."""
    if not hasattr(widget, "perform"):
        return str(widget.still(attributes))
    effectful = cast("Effectful", widget)
    return str(effectful.still(attributes, effectful.perform(widget.initial(attributes), links)))


def _answered(request: dict[str, Any], links: Links) -> str:
    widget = widget_named(_text("widget", request["widget"]))
    state = from_json(widget.State, request["state"])
    after = state
    try:
        if request["event"] is not None:
            after = widget.update(state, from_json(Event, request["event"]), from_json(World, request["world"]))
        return json.dumps({"state": to_json(after), "html": drawn(widget, after, links)})
    except MissingLinkError as error:
        return json.dumps({"state": to_json(after), "html": "", "needs": error.name})
    except UnansweredError as error:
        letter = b2a_base64(error.written, newline=False).decode()
        return json.dumps({"state": to_json(after), "html": "", "asks": error.name, "letter": letter})
    except Exception as error:  # noqa: BLE001 - the page keeps its last good view, and hears why
        if library.left_out(error):
            return json.dumps({"state": to_json(after), "html": "", "needs": library.NAME})
        return json.dumps({"state": request["state"], "html": drawn(widget, state, links), "problem": _said(error)})


def _letters(given: dict[str, list[str] | None]) -> dict[str, Letter | None]:
    return {name: _letter(*letter) if letter else None for name, letter in given.items()}


def _letter(written: str, answered: str) -> Letter:
    return a2b_base64(written), a2b_base64(answered)


def _text(name: str, given: object) -> str:
    if not isinstance(given, str):
        message = f"{name} must be a text, got {shown(given)}"
        raise ValueError(message)  # noqa: TRY004 - the JSON is at fault, not the program
    return given


def _refuse_constant(name: str) -> NoReturn:
    # Python reads and writes NaN and Infinity, JSON.parse does neither.
    message = f"{name} is no JSON"
    raise ValueError(message)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:400]
