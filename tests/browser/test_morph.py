"""A view that is made into another in place is, node by node, what a parser makes of the other."""

from __future__ import annotations

import json
import random
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from sitegen.scripts import bundle
from widgets.seam.bridge import answer, widget_named
from widgets.seam.state import to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

ROOT: Final = Path(__file__).parents[2]
STEPS = 120
TEXTS = (
    "",
    "e",
    "email",
    "a}b",
    "{}",
    "<b>&amp;\"'",
    "x\r\ny",
    "a\0b",
    "É\u202e💀",
    "JOB0Dqhu1EacDY",
    "JOBzzzzzzzzzzz",
    "q" * 60,
)

MORPHED = """
(views) => {
  const view = document.createElement("div");
  document.body.append(view);
  const apart = (old, fresh) => {
    const at = [...old.childNodes].findIndex((node, at) => !node.isEqualNode(fresh.childNodes[at]));
    const [one, other] = [old.childNodes[at], fresh.childNodes[at]];
    return one?.childNodes.length && other?.cloneNode(false).isEqualNode(one.cloneNode(false)) ? apart(one, other) : [old, fresh];
  };
  for (const [at, html] of views.entries()) {
    page.morph(view, html);
    const fresh = document.createElement("div");
    fresh.innerHTML = html;
    if (!view.isEqualNode(fresh)) return [`view ${at}`, ...apart(view, fresh).map(({ outerHTML }) => outerHTML)].join("\\n");
  }
  return "alike";
}
"""


class Controls(HTMLParser):
    """What a reader could do in a view, as events: press its buttons, choose, and type into its fields."""

    def __init__(self, html: str, texts: tuple[str, ...]) -> None:
        super().__init__()
        self.presses: list[dict[str, str]] = []
        self.inputs: list[dict[str, str]] = []
        self._texts = texts
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "button":
            self.presses.append({"kind": "press", "name": name, "value": value})
            self.inputs.append({"kind": "input", "name": name, "value": value})
        elif tag == "select":
            self._select = name
        elif tag == "option":
            self.inputs.append({"kind": "input", "name": self._select, "value": value})
        elif tag in ("input", "textarea"):
            texts = {"checkbox": ("true", "false"), "radio": (value,)}.get(given.get("type", ""), self._texts)
            self.inputs += [{"kind": "input", "name": name, "value": text} for text in texts]


def views(element: str) -> list[str]:
    """The views that somebody comes by who presses, chooses and types without any plan, and then goes back to some."""
    chance = random.Random(element)
    state, event = to_json(widget_named(element).initial({})), None
    seen: list[str] = []
    for _ in range(STEPS):
        world = {"now": 1_764_489_600_000, "seed": chance.getrandbits(32), "zone_offset": 60}
        reply = json.loads(answer(json.dumps({"widget": element, "state": state, "event": event, "world": world})))
        assert "problem" not in reply
        if reply["html"]:  # else a link is needed, which isn't there
            state = reply["state"]
            seen.append(reply["html"])
        controls = Controls(seen[-1], TEXTS)
        event = chance.choice(chance.choice([kind for kind in (controls.presses, controls.inputs) if kind]))
    return seen + chance.choices(seen, k=STEPS)


@pytest.fixture
def morphing(browser: Browser) -> Iterator[Page]:
    """Give an empty page in which `page.morph` is the function by which widgets show a view."""
    page = browser.new_page()
    page.add_script_tag(content=bundle(ROOT, "page/morph.js", "--global-name=page").decode())
    yield page
    page.close()


@pytest.mark.parametrize("element", ["keyspace-builder", "id-decoder", "slot-calculator", "mint-order", "store-port"])
def test_a_view_becomes_what_a_parser_makes_of_the_next(morphing: Page, element: str) -> None:
    shown = views(element)
    assert len(set(shown)) > 5, "nothing changed"
    assert morphing.evaluate(MORPHED, shown) == "alike"


VIEWS = {
    "a text": ("<p>a</p>", "<p>b</p>"),
    "references": ("<p>a</p>", "<p title='x'>&lt;i&gt; &#34;&amp;amp;</p>".replace("'", '"')),
    "a text more": ("<p></p>", "<p>a</p>"),
    "an attribute less": ('<p class="x" hidden>a</p>', "<p>a</p>"),
    "a part of a picture": (
        '<svg viewBox="0 0 9 9"><g><rect x="1"></rect></g></svg>',
        '<svg viewBox="0 0 8 8"><g><rect x="2"></rect><text>n</text></g></svg>',
    ),
    "rows": (
        "<table><tbody><tr><td>1</td></tr></tbody></table>",
        "<table><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody></table>",
    ),
    "rows that the parser puts into a body": (
        "<table><tr><td>1</td></tr></table>",
        "<table><tr><td>2</td></tr></table>",
    ),
    "NUL": ('<p title="a">a</p>', '<p title="\0">\0</p>'),
    "a text of two nodes": (f"<p>{'a' * 70_000}</p>", f"<p>{'b' * 70_000}</p>"),
}


@pytest.mark.parametrize("name", VIEWS)
def test_no_difference_is_too_small_or_too_large(morphing: Page, name: str) -> None:
    one, other = VIEWS[name]
    assert morphing.evaluate(MORPHED, [one, other, one, other, "", one]) == "alike"


def test_what_the_reader_does_in_a_view_survives_the_next(morphing: Page) -> None:
    morphing.set_content("<div id=view></div>")
    view = """
        <details><summary>s</summary><p>{n}</p></details><input type="text" name="text" value="{n}">
        <button name="b" value="{n}">{n}</button>"""
    morph = "(html) => page.morph(document.querySelector('#view'), html)"
    morphing.evaluate(morph, view.replace("{n}", "1"))
    morphing.click("summary")
    morphing.fill("input", "typed")
    morphing.evaluate("document.querySelector('input').setSelectionRange(1, 3)")
    morphing.evaluate(morph, view.replace("{n}", "2"))
    state = "[...document.querySelectorAll('details, input, button')].map((e) => [e.open, e.value, e.selectionEnd])"
    assert morphing.evaluate(state) == [[True, None, None], [None, "typed", 3], [None, "2", None]]
    assert morphing.inner_text("button") == "2"
    assert morphing.evaluate("document.activeElement.name") == "text"
    # A field that was left takes what the next view says.
    morphing.focus("button")
    morphing.evaluate(morph, view.replace("{n}", "3"))
    assert morphing.input_value("input") == "3"
    assert morphing.inner_text("button") == "3"


def test_a_translators_words_give_way_to_the_next_view(morphing: Page) -> None:
    morphing.set_content("<div id=view></div>")
    morph = "(html) => page.morph(document.querySelector('#view'), html)"
    morphing.evaluate(morph, "<p>one<b>!</b></p>")
    morphing.evaluate(
        "document.querySelector('p').firstChild.replaceWith(Object.assign(document.createElement('font'), {textContent: 'eins'}))"
    )
    morphing.evaluate(morph, "<p>two<b>!</b></p>")
    assert morphing.inner_html("#view") == "<p>two<b>!</b></p>"
