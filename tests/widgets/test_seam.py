"""JSON text in, JSON text out: states cross unharmed, mistakes are named, and nothing is ever raised."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from enum import StrEnum
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import widgets
from widgets.keyspace_builder import State
from widgets.seam import links
from widgets.seam.bridge import answer, drawn, stilled, widget_named
from widgets.seam.html import Element, p
from widgets.seam.links import WireLink
from widgets.seam.state import SAFE, from_json, shown, to_json

if TYPE_CHECKING:
    from pathlib import Path

    from widgets.seam.contract import Event, Links, World

WORLD = {"now": 1_748_768_400_000, "seed": 7, "zone_offset": 0}
START = {"queue": "email", "id": "JOB0Dqhu1EacDY", "nodes": 3, "form": "full"}


class Backing(StrEnum):
    MEMORY = "memory"
    SQLITE = "sqlite"


@dataclass(frozen=True, slots=True)
class Everything:
    text: str
    number: int = 0
    switch: bool = False
    backing: Backing = Backing.MEMORY
    words: tuple[str, ...] = ()
    backings: tuple[Backing, ...] = ()


def ask(**changes: object) -> dict[str, Any]:
    request = {"widget": "keyspace-builder", "state": START, "event": None, "world": WORLD} | changes
    reply = answer(json.dumps(request))
    assert reply.isascii()
    answered: dict[str, Any] = json.loads(reply)
    return answered


@given(
    st.builds(
        Everything,
        text=st.text(st.characters(exclude_categories=())),
        number=st.integers(-SAFE, SAFE),
        words=st.lists(st.text()).map(tuple),
        backings=st.lists(st.sampled_from(Backing)).map(tuple),
    )
)
def test_a_state_comes_back_from_json_as_it_went(state: Everything) -> None:
    there = json.loads(json.dumps(to_json(state)))
    assert from_json(Everything, there) == state


def test_unknown_members_are_ignored_and_missing_ones_take_their_default() -> None:
    assert from_json(Everything, {"text": "x", "colour": "red"}) == Everything("x")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "a state must be an object, got []"),
        ({}, "text is missing: it must be a text"),
        ({"text": 7}, "text must be a text, got 7"),
        ({"text": None}, "text must be a text, got null"),
        ({"text": "x", "number": 1.5}, "number must be a whole number, got 1.5"),
        ({"text": "x", "number": True}, "number must be a whole number, got true"),
        ({"text": "x", "switch": 1}, "switch must be true or false, got 1"),
        ({"text": "x", "backing": "tape"}, 'backing must be memory or sqlite, got "tape"'),
        ({"text": "x", "words": "abc"}, 'words must be a list, each item a text, got "abc"'),
        ({"text": "x", "words": ["a", 1]}, "words[1] must be a text, got 1"),
        ({"text": "x", "backings": {}}, "backings must be a list, each item memory or sqlite, got {}"),
    ],
)
def test_a_wrong_type_is_named_with_what_was_given_and_what_is_right(given: object, said: str) -> None:
    with pytest.raises(ValueError) as refused:
        from_json(Everything, given)
    assert str(refused.value) == said


@pytest.mark.parametrize("number", [2**53, -(2**53), 187_490_421_964_828_672])
def test_a_number_javascript_would_round_does_not_leave(number: int) -> None:
    with pytest.raises(ValueError, match="keep it as text"):
        to_json(Everything("x", number))


def test_what_was_given_is_shown_in_ascii_and_briefly() -> None:
    assert shown("é\ud800") == '"\\u00e9\\ud800"'
    assert shown("x" * 1_000).endswith("… (1002 characters)")


def test_a_request_is_answered_with_the_next_state_and_its_html() -> None:
    reply = ask(event={"kind": "input", "name": "queue", "value": "sms"})
    assert reply["state"] == START | {"queue": "sms"}
    assert "13018" in reply["html"]
    assert "problem" not in reply


def test_without_an_event_the_state_is_only_shown() -> None:
    assert ask()["state"] == START
    assert "10780" in ask()["html"]


def test_half_a_surrogate_pair_crosses_both_ways() -> None:
    reply = ask(event={"kind": "input", "name": "id", "value": "\ud83d"})
    assert reply["state"]["id"] == "\ud83d"


def test_the_world_reaches_the_widget() -> None:
    reply = ask(state=START | {"id": "x"}, event={"kind": "press", "name": "mint", "value": ""})
    assert reply["state"]["id"] == "JOB0Dqhu1EacDY"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"widget": "no-such-widget"}, "LookupError: there is no widget no-such-widget"),
        (
            {"widget": "keyspace"},
            'ValueError: a widget\'s name is small letters, digits and at least one hyphen, got "keyspace"',
        ),
        ({"widget": ""}, 'ValueError: a widget\'s name is small letters, digits and at least one hyphen, got ""'),
        (
            {"widget": "os.path-x"},
            'ValueError: a widget\'s name is small letters, digits and at least one hyphen, got "os.path-x"',
        ),
        ({"widget": "-"}, "LookupError: there is no widget -"),
        ({"widget": 7}, "ValueError: widget must be a text, got 7"),
        ({"state": None}, "ValueError: a state must be an object, got null"),
        ({"state": START | {"nodes": "3"}}, 'ValueError: nodes must be a whole number, got "3"'),
    ],
)
def test_a_request_that_cannot_be_read_is_a_problem_with_its_state_kept(changes: dict[str, object], said: str) -> None:
    reply = ask(**changes)
    assert reply == {"state": changes.get("state", START), "html": "", "problem": said}


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"kind": "wave", "name": "x", "value": ""}, 'ValueError: kind must be input or press, got "wave"'),
        ({"kind": "press", "value": ""}, "ValueError: name is missing: it must be a text"),
        ("press", 'ValueError: a state must be an object, got "press"'),
    ],
)
def test_an_event_that_cannot_be_read_keeps_the_last_good_view(event: object, said: str) -> None:
    assert ask(event=event) == {"state": START, "html": ask()["html"], "problem": said}


@pytest.mark.parametrize(
    "text", ["", "[", "[]", "7", "null", '{"state": NaN}', '{"state": {}}', "{}", "\ud800", "[" * 200_000]
)
def test_what_is_no_request_is_a_problem_and_never_raised(text: str) -> None:
    reply = json.loads(answer(text))
    assert reply["html"] == ""
    assert reply["problem"]


def test_no_depth_of_nesting_gets_through() -> None:
    for depth in range(1, sys.getrecursionlimit() + 50, 7):
        text = f'{{"widget": "keyspace-builder", "event": null, "world": {{}}, "state": {"[" * depth}{"]" * depth}}}'
        assert json.loads(answer(text))["problem"]


@pytest.fixture
def clumsy(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A widget that fails where it shouldn't: an update for pressing `trip`, a view for the queue `fall`."""
    module = ModuleType("widgets.clumsy_widget")

    def update(state: State, event: object, world: World) -> State:
        message = f"{state.queue} tripped at {world.now} over {event}"
        raise RuntimeError(message)

    def view(state: State) -> Element:
        if state.queue == "fall":
            message = "fell"
            raise RuntimeError(message)
        return p[state.queue]

    module.State, module.update, module.view = State, update, view  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module


@pytest.mark.usefixtures("clumsy")
def test_a_widget_that_fails_is_a_problem_and_its_last_view_stays() -> None:
    reply = ask(widget="clumsy-widget", event={"kind": "press", "name": "trip", "value": ""})
    assert (reply["state"], reply["html"]) == (START, "<p>email</p>")
    assert reply["problem"].startswith("RuntimeError: email tripped at 1748768400000 over Event(")


@pytest.mark.usefixtures("clumsy")
def test_a_view_that_fails_leaves_no_view() -> None:
    state = START | {"queue": "fall"}
    assert ask(widget="clumsy-widget", state=state) == {"state": state, "html": "", "problem": "RuntimeError: fell"}


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """A widget with effects, which breaks its leg over the queue `fall`; the list tells each time it was asked for them."""
    module = ModuleType("widgets.busy_widget")
    asked: list[object] = []

    def update(state: State, event: object, world: World) -> State:  # noqa: ARG001
        return replace(state, queue="after")

    def perform(state: State, links: Links) -> str:
        asked.append((state.queue, dict(links)))
        if state.queue == "fall":
            message = "broke a leg"
            raise RuntimeError(message)
        return f"saw {state.queue}"

    def view(state: State, observed: str) -> Element:
        return p[state.queue, " ", observed]

    module.State, module.update, module.perform, module.view = State, update, perform, view  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return asked


def test_a_widget_with_effects_performs_them_for_the_state_that_is_shown(busy: list[object]) -> None:
    assert ask(widget="busy-widget")["html"] == "<p>email saw email</p>"
    reply = ask(widget="busy-widget", event={"kind": "press", "name": "go", "value": ""})
    assert (reply["state"]["queue"], reply["html"]) == ("after", "<p>after saw after</p>")
    # Nothing is linked, and nothing is performed for a state that isn't shown.
    assert busy == [("email", {}), ("after", {})]


def test_what_draws_a_page_performs_too_and_over_the_links_it_is_given(busy: list[object]) -> None:
    link = WireLink(Echo())
    assert drawn(widget_named("busy-widget"), State(queue="sms"), {"server": link}) == "<p>sms saw sms</p>"
    assert drawn(widget_named("keyspace-builder"), State()) == ask()["html"]
    assert busy == [("sms", {"server": link})]


@pytest.mark.usefixtures("busy")
def test_effects_that_fail_leave_no_view() -> None:
    state = START | {"queue": "fall"}
    assert ask(widget="busy-widget", state=state) == {
        "state": state,
        "html": "",
        "problem": "RuntimeError: broke a leg",
    }


class Echo:
    """A wire on whose other side somebody says the same; all that was done to it is in `done`."""

    def __init__(self) -> None:
        self.done: list[object] = []

    def send(self, data: bytes, /) -> None:
        if data == b"fall":
            message = "it fell"
            raise RuntimeError(message)
        self.done.append(data)

    def receive(self) -> object:
        return self.done[-1]

    def at(self, ms: int, /) -> None:
        self.done.append(ms)

    def close(self) -> None:
        self.done.append("closed")


@pytest.fixture
def linked(monkeypatch: pytest.MonkeyPatch) -> list[Echo]:
    """A widget that says its queue to a server `echo`, and shows the answer; the list has every wire it was given."""
    module = ModuleType("widgets.linked_widget")
    wires: list[Echo] = []

    def update(state: State, event: Event, world: World) -> State:  # noqa: ARG001
        return replace(state, queue=event.value)

    def perform(state: State, links: Links) -> str:
        if state.queue == "memory":
            return state.queue
        links["echo"].at(7)
        links["echo"].send(state.queue.encode())
        return links["echo"].recv().decode()

    def view(state: State, observed: str) -> Element:  # noqa: ARG001
        return p["echoed ", observed]

    module.State, module.update, module.perform, module.view = State, update, perform, view  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(links, "_WAYS", {})
    return wires


def choose(queue: str) -> dict[str, Any]:
    return ask(widget="linked-widget", event={"kind": "input", "name": "queue", "value": queue})


@pytest.mark.usefixtures("linked")
def test_a_link_that_is_missing_is_named_and_the_state_after_the_event_stays() -> None:
    assert choose("sms") == {"state": START | {"queue": "sms"}, "html": "", "needs": "echo"}
    assert choose("memory")["html"] == "<p>echoed memory</p>"


def test_what_is_linked_answers_each_question_over_a_wire_of_its_own(linked: list[Echo]) -> None:
    def connect() -> Echo:
        linked.append(Echo())
        return linked[-1]

    links.register("echo", connect)
    assert choose("sms")["html"] == "<p>echoed sms</p>"
    assert choose("memory")["html"] == "<p>echoed memory</p>"
    assert ask(widget="linked-widget")["html"] == "<p>echoed email</p>"
    assert [wire.done for wire in linked] == [[7, b"sms", "closed"], [7, b"email", "closed"]]


def test_a_link_that_breaks_is_a_problem_in_the_words_of_the_other_side(linked: list[Echo]) -> None:
    def connect() -> Echo:
        linked.append(Echo())
        return linked[-1]

    links.register("echo", connect)
    reply = choose("fall")
    assert (reply["state"], reply["html"]) == (START, "<p>echoed email</p>")
    assert reply["problem"] == "OSError: the link broke: it fell"


def test_a_foreign_buffer_comes_back_as_bytes() -> None:
    class Foreign:
        def to_bytes(self) -> bytes:
            return b"+OK"

    echo = Echo()
    echo.done = [Foreign()]
    assert WireLink(echo).recv() == b"+OK"


def test_links_are_a_mapping_in_which_what_is_missing_can_be_asked_for() -> None:
    opened = links.Opened({"echo": Echo})
    assert (list(opened), len(opened), "echo" in opened, "valkey" in opened) == (["echo"], 1, True, False)
    assert opened["echo"] is opened["echo"]
    assert opened.get("valkey") is None
    with pytest.raises(links.MissingLinkError, match=r"^nothing is linked under the name valkey$"):
        opened["valkey"]


def written(words: str, letter: list[str] | None) -> dict[str, Any]:
    """What comes of a question whose widget writes `words` to a server elsewhere, which has answered `letter`."""
    return ask(widget="linked-widget", state=START | {"queue": words}, letters={"echo": letter})


@pytest.mark.usefixtures("linked")
def test_a_letter_that_is_not_answered_is_handed_to_the_page() -> None:
    asking = {"state": START | {"queue": "sms"}, "html": "", "asks": "echo", "letter": "c21z"}  # sms in Base64
    assert written("sms", None) == asking
    assert written("sms", ["bWFpbA==", "aGVsbG8="]) == asking  # another one was answered
    event = {"kind": "input", "name": "queue", "value": "sms"}
    assert ask(widget="linked-widget", event=event, letters={"echo": None}) == asking


@pytest.mark.usefixtures("linked")
def test_a_letter_that_was_answered_is_the_link_of_the_next_question() -> None:
    assert written("sms", ["c21z", "aGVsbG8="])["html"] == "<p>echoed hello</p>"


def test_what_was_said_to_a_server_elsewhere_is_one_letter_until_its_answer_is_asked_for() -> None:
    post = links.Post("echo", (b"one two", b"three"))
    assert post.receive() == b""
    post.send(b"one ")
    post.send(b"two")
    post.at(7)
    assert (post.receive(), post.receive()) == (b"three", b"")
    post.send(b"one")
    with pytest.raises(links.UnansweredError) as raised:
        post.receive()
    assert (raised.value.name, raised.value.written) == ("echo", b"one")
    post.close()


def test_a_reader_without_scripts_is_told_what_was_observed_at_the_start(linked: list[Echo]) -> None:
    module = sys.modules["widgets.linked_widget"]
    module.initial = lambda attributes: State(queue=attributes["queue"])  # type: ignore[attr-defined]
    module.still = lambda attributes, observed: p[attributes["queue"], " ", observed]  # type: ignore[attr-defined]
    with links.opened({"echo": (b"sms", b"hello")}) as given:
        assert stilled(widget_named("linked-widget"), {"queue": "sms"}, given) == "<p>sms hello</p>"
    assert linked == []
    assert stilled(widget_named("keyspace-builder"), {}) == str(widget_named("keyspace-builder").still({}))


def test_a_module_that_a_widget_lacks_is_not_taken_for_a_missing_widget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.joinpath("needy_widget.py").write_text("import no_such_module_anywhere\n")
    monkeypatch.setattr(widgets, "__path__", [*widgets.__path__, str(tmp_path)])
    with pytest.raises(ModuleNotFoundError, match="no_such_module_anywhere"):
        widget_named("needy-widget")
