"""One HTML file as the checks need it: its elements with their places, and the text of its inline scripts and styles."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from sitegen.problems import Place


@dataclass(frozen=True, slots=True)
class Element:
    """An opening tag; `text` is filled for scripts and styles only."""

    tag: str
    attributes: dict[str, str]
    place: Place
    text: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """The elements of a page, in order."""

    path: str
    elements: tuple[Element, ...]
    ids: frozenset[str] = field(default_factory=frozenset)

    def all(self, *tags: str) -> tuple[Element, ...]:
        """The elements with one of these tags."""
        return tuple(element for element in self.elements if element.tag in tags)

    @property
    def policy(self) -> str:
        """What the page's own CSP says, "" where it has none."""
        for meta in self.all("meta"):
            if meta.attributes.get("http-equiv", "").lower() == "content-security-policy":
                return meta.attributes.get("content", "")
        return ""


def read(path: str, html: str) -> Document:
    """Read a page."""
    reader = _Reader(path)
    reader.feed(html)
    reader.close()
    ids = frozenset(element.attributes["id"] for element in reader.elements if "id" in element.attributes)
    return Document(path, tuple(reader.elements), ids)


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__(convert_charrefs=True)
        self.path = path
        self.elements: list[Element] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line, column = self.getpos()
        self.elements.append(Element(tag, {k: v or "" for k, v in attrs}, Place(self.path, line, column + 1)))
        self._inside = tag if tag in {"script", "style"} else ""

    def handle_endtag(self, tag: str) -> None:
        if tag == self._inside:
            self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside:
            last = self.elements[-1]
            self.elements[-1] = Element(last.tag, last.attributes, last.place, last.text + data)
