"""How the tests read a view: as a parser does, which knows nothing of the figures."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

VOID = frozenset({"br", "input", "wbr"})
IN_SVG = frozenset({"svg", "path", "rect", "g", "text", "tspan", "line", "circle"})


class Reader(HTMLParser):
    """Follows every tag; an end without its start, or a start without its end, is an error."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, str | None]] = []
        self.parts: dict[str, str] = {}
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> says one attribute twice"
        if any(name == "svg" for name, _ in self.open):
            assert tag in IN_SVG, f"<{tag}> would close the picture"
        given = dict(attrs)
        self.tags.append((tag, given))
        part = given.get("data-part")
        if part is not None:
            assert part not in self.parts, f"two readouts {part}"
            self.parts[part] = ""
        if tag not in VOID:
            self.open.append((tag, part))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        name, _ = self.open.pop()
        assert name == tag, f"</{tag}> closes <{name}>"

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        for _, part in self.open:
            if part is not None:
                self.parts[part] += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(decl)

    def handle_pi(self, data: str) -> None:
        raise AssertionError(data)


def read(html: object) -> Reader:
    reader = Reader()
    reader.feed(str(html))
    reader.close()
    assert not reader.open, f"never closed: {reader.open}"
    return reader


@pytest.fixture(scope="session")
def parts() -> Callable[[object], dict[str, str]]:
    """The readouts of a view: the text of each `data-part`."""
    return lambda html: read(html).parts


@pytest.fixture(scope="session")
def words() -> Callable[[object], str]:
    """All text of a view, blanks as one."""
    return lambda html: " ".join("".join(read(html).words).split())


@pytest.fixture(scope="session")
def tags() -> Callable[[object], list[tuple[str, dict[str, str | None]]]]:
    """The elements of a view in order, each with its attributes."""
    return lambda html: read(html).tags
