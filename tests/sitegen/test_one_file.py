"""A new widget is one Python file: dropped in, it builds and answers, though no F# and no list knows of it."""

import importlib
import json
import re
import shutil
import sys
from html import unescape
from pathlib import Path

import pytest

import widgets
from sitegen.runtime import make_library, warm_requests
from widgets.seam.bridge import answer
from workshop import ROOT, build, write_site

MODULE = '''\
"""Tally marks: a number in strokes, five to a bundle."""

from dataclasses import dataclass, replace

from widgets.seam.contract import Attributes, Event, EventKind, World
from widgets.seam.html import Element, button, div, p, span
from widgets.seam.state import started

RAN = ({ran})


@dataclass(frozen=True, slots=True)
class State:
    count: int = 0


def initial(attributes: Attributes) -> State:
    return started(State, "tally-marks", attributes)


def update(state: State, event: Event, world: World) -> State:
    return replace(state, count=state.count + 1) if event.kind is EventKind.PRESS else state


def view(state: State, observed: None = None) -> Element:
    return div[span(data_part="marks")[marks(state.count)], button(type="button", name="more")["one more"]]


def still(attributes: Attributes) -> Element:
    return p[marks(initial(attributes).count)]


def marks(count: int) -> str:
    return " ".join(["||||/"] * (count // 5) + ["|" * (count % 5)]).strip()
'''
DIVE = "A lede.\n\n```widget tally-marks #tally\ncount = 7\n---\nA caption.\n```\n"
OWN = '"widgets.tally_marks:marks"'


def dropped(folder: Path, monkeypatch: pytest.MonkeyPatch, *ran: str) -> Path:
    """A small site with the widget in its place; its RAN names the functions `ran`."""
    monkeypatch.setattr(widgets, "__path__", [*widgets.__path__, str(folder / "py" / "widgets")])
    monkeypatch.delitem(sys.modules, "widgets.tally_marks", raising=False)
    write_site(folder, DIVE)
    (folder / "py" / "widgets").mkdir(exist_ok=True)
    (folder / "py" / "widgets" / "tally_marks.py").write_text(
        MODULE.format(ran="".join(f"{name}, " for name in ran)), encoding="utf-8"
    )
    importlib.invalidate_caches()
    return folder


def page(folder: Path) -> str:
    files, problems = build(folder)
    assert problems == []
    return files["hub/keys/index.html"].decode()


def test_it_builds_and_its_code_stands_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    html = page(dropped(tmp_path, monkeypatch, OWN))
    assert '<tally-marks id="tally" data-python="asleep" data-start="{&#34;count&#34;: 7}"' in html
    assert '<span data-part="marks">||||/ ||</span>' in html
    ran = html.partition('<details class="ran">')[2].partition("</details>")[0]
    assert "Python ran these functions to find the answer above. No F# half is written for them.</p>\n<div>" in ran
    assert 'type="radio"' not in ran
    (listing,) = re.findall("<pre.*?</pre>", ran, re.DOTALL)
    assert unescape(re.sub("<[^>]*>", "", listing)).startswith("# widgets/tally_marks.py\n\ndef marks(")
    assert '<span class="lang">Python</span><span class="hint">run by Python 3.14 in this page</span>' in ran


def test_beside_a_function_that_has_its_half_the_listing_says_which_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    html = page(dropped(tmp_path, monkeypatch, OWN, '"echomq.keyspace:slot"'))
    assert 'The F# beside them says the same, or says why it has nothing to say.</p>\n<div class="tabs">' in html
    assert ">// marks: no F# half is written.</" in html


def test_where_it_names_no_function_there_is_no_listing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert '<details class="ran">' not in page(dropped(tmp_path, monkeypatch))


def test_it_answers_through_the_seam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dropped(tmp_path, monkeypatch, OWN)
    event = {"kind": "press", "name": "more", "value": ""}
    world = {"now": 0, "seed": 0, "zone_offset": 0}
    asked = {"widget": "tally-marks", "state": {"count": 7}, "event": event, "world": world}
    reply = json.loads(answer(json.dumps(asked)))
    assert reply["state"] == {"count": 8}
    assert '<span data-part="marks">||||/ |||</span>' in reply["html"]


def test_it_answers_from_the_library_that_the_page_loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dropped(tmp_path, monkeypatch, OWN)
    for package in ("echomq", "widgets"):
        shutil.copytree(
            ROOT / "py" / package,
            tmp_path / "py" / package,
            ignore=shutil.ignore_patterns("__pycache__"),
            dirs_exist_ok=True,
        )
    for name in (".venv", "node_modules"):
        (tmp_path / name).symlink_to(ROOT / name)
    library, _ = make_library(tmp_path, warm_requests({"tally-marks": [{"count": 7}]}))
    assert b"widgets/tally_marks.pyc" in library
