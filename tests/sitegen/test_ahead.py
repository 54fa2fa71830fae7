"""What widgets perform is performed when the site is built: by the engines of the page, each asked once."""

from pathlib import Path

import pytest

from sitegen import ahead
from sitegen.ahead import Ahead, asked
from sitegen.engine import EngineError
from widgets.seam.bridge import widget_named

ROOT = Path(__file__).parents[2]
PING = b"*1\r\n$4\r\nPING\r\n"


def test_an_engine_answers_a_letter() -> None:
    assert asked(ROOT, "valkey", PING) == b"+PONG\r\n"


def test_one_that_cannot_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "files", lambda *_: {"module": b"no module"})
    with pytest.raises(EngineError, match=r"^postgres couldn't answer when the site was built:\n(.|\n)*CompileError"):
        asked(ROOT, "postgres", b"")


def test_a_letter_is_answered_once_however_often_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = widget_named("stored-order")
    drawing = Ahead(ROOT)
    first = drawing.drawn(widget, widget.initial({}))

    def again(*_: object) -> bytes:
        message = "an engine was started again"
        raise AssertionError(message)

    monkeypatch.setattr(ahead, "remembered", again)
    assert drawing.drawn(widget, widget.initial({})) == first
    assert "PostgreSQL, number" in drawing.stilled(widget, {})


def test_a_widget_without_effects_is_drawn_as_it_is() -> None:
    widget = widget_named("keyspace-builder")
    assert Ahead(ROOT).drawn(widget, widget.initial({})) == str(widget.view(widget.initial({})))
    assert Ahead(ROOT).stilled(widget, {}) == str(widget.still({}))
