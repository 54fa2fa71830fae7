"""The widgets that a site's pages hold: each one's module, its first state, and the states its own buttons lead to."""

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Any

from sitegen import attributes, front_matter
from sitegen.ahead import Ahead
from sitegen.content import Page, Site
from sitegen.scan import Fence
from sitegen.source import Source
from widgets.seam.bridge import widget_named
from widgets.seam.contract import Event, EventKind, Widget, World
from widgets.seam.state import to_json

_WORLD = World(now=1_748_768_400_000, seed=1, zone_offset=0)


def states(site: Site, ahead: Ahead) -> dict[str, list[dict[str, Any]]]:
    """Some states of every widget on the site, as JSON values: what a Python cut to size must be able to show.

    A widget that can't be made is left out here; the page that holds it says what is wrong with it.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for page in site.pages:
        for block in page.parts.blocks:
            if not isinstance(block, Fence) or block.name != "widget":
                continue
            words = attributes.parse(block.info, []).said
            if words:
                kept = found.setdefault(words[0], [])
                for state in _reached(words[0], block, ahead):
                    if state not in kept:
                        kept.append(state)
    return {name: kept for name, kept in found.items() if kept}


def files_run_on(page: Page) -> frozenset[str]:
    """The source files whose functions find the answers of a page's widgets, as paths like py/echomq/keyspace.py."""
    return frozenset(source_of(name)[0] for widget in _widgets(page) for name in widget.RAN)


def performs(page: Page) -> bool:
    """Whether a widget on the page has effects, which may need a link."""
    return any(hasattr(widget, "perform") for widget in _widgets(page))


def _widgets(page: Page) -> Iterator[Widget]:
    for block in page.parts.blocks:
        if isinstance(block, Fence) and block.name == "widget":
            words = attributes.parse(block.info, []).said
            try:
                if words:
                    yield widget_named(words[0])
            except (ValueError, LookupError):
                continue


def source_of(name: str) -> tuple[str, str]:
    """File and symbol of an entry of RAN: `echomq.keyspace:slot` is `slot` in py/echomq/keyspace.py."""
    module, _, symbol = name.partition(":")
    return f"py/{module.replace('.', '/')}.py", symbol


def given(fence: Fence) -> Source:
    """The TOML of a widget's fence."""
    lines = fence.body.lines
    middle = next((at for at, line in enumerate(lines) if line.text.rstrip() == "---"), len(lines))
    return Source(lines[:middle])


def _reached(element: str, fence: Fence, ahead: Ahead) -> Iterator[dict[str, Any]]:
    try:
        widget = widget_named(element)
        first = widget.initial(front_matter.toml(given(fence), fence.place, []) or {})
    except (ValueError, LookupError, TypeError):
        return
    yield to_json(first)
    for event in _events(ahead.drawn(widget, first), to_json(first)):
        yield to_json(widget.update(first, event, _WORLD))


def _events(html: str, state: Mapping[str, object]) -> Iterator[Event]:
    controls = _Controls()
    controls.feed(html)
    for name, value in controls.found:
        yield Event(EventKind.INPUT if name in state else EventKind.PRESS, name, value)


class _Controls(HTMLParser):
    """Collects what a reader may press or choose."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "select":
            self._select = given.get("name", "")
        elif tag == "button" and given.get("name"):
            self.found.append((given["name"], given.get("value", "")))
        elif tag == "option" and self._select:
            self.found.append((self._select, given.get("value", "")))
