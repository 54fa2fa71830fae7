"""A module of the standard library that isn't in the page is asked for; any other is a problem."""

import importlib
import json
import sys
from types import ModuleType

import pytest

from widgets import id_decoder
from widgets.seam import library
from widgets.seam.bridge import answer

WORLD = {"now": 0, "seed": 0, "zone_offset": 0}
ASKED = json.dumps({"widget": "id-decoder", "state": {"id": "JOB0Dqhu1EacDY"}, "event": None, "world": WORLD})


def importing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the view import a module that can't be found."""

    def view(_state: id_decoder.State) -> ModuleType:
        message = f"No module named {name!r}"
        raise ModuleNotFoundError(message, name=name)

    monkeypatch.setattr(id_decoder, "view", view)


@pytest.mark.parametrize("name", ["statistics", "json.tool"])
def test_what_the_standard_library_has_is_needed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    importing(name, monkeypatch)
    reply = json.loads(answer(ASKED))
    assert (reply["state"]["id"], reply["html"], reply["needs"]) == ("JOB0Dqhu1EacDY", "", "library")


def test_once_the_whole_library_is_there_nothing_more_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_whole", False)
    renewed: list[bool] = []
    monkeypatch.setattr(importlib, "invalidate_caches", lambda: renewed.append(True))
    library.completed()
    assert renewed == [True]
    assert not library.left_out(ModuleNotFoundError("No module named 'statistics'", name="statistics"))


@pytest.mark.parametrize(
    "error", [ModuleNotFoundError("no", name="numpy"), ModuleNotFoundError("no"), ValueError("no")]
)
def test_no_other_failure_asks_for_it(error: Exception) -> None:
    assert not library.left_out(error)


def test_the_place_is_the_zip_that_modules_come_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", ["", "/lib/python314.zip", "/lib/python3.14"])
    assert library.place() == "/lib/python314.zip"
