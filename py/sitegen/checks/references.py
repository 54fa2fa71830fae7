"""Every address on a page leads somewhere: to a file of the site, to an id on a page, or to the web by a link only."""

import posixpath
from collections.abc import Iterator, Mapping
from urllib.parse import unquote, urlsplit

from sitegen.checks.document import Document, Element
from sitegen.problems import Problem

LINKS = frozenset({"a", "area"})
IDS = ("aria-labelledby", "aria-describedby", "aria-controls", "for")
ADDRESSES = ("href", "src", "poster", "data", "action")


def check(page: Document, pages: Mapping[str, Document], files: Mapping[str, bytes]) -> Iterator[Problem]:
    """The problems of one page's addresses, and of the ids its elements name."""
    for element in page.elements:
        for name in ADDRESSES:
            if name in element.attributes:
                wrong = _address(element, element.attributes[name], page, pages, files)
                if wrong is not None:
                    yield Problem.at(element.place, wrong)
        for candidate in element.attributes.get("srcset", "").split(","):
            if candidate.strip() and (wrong := _address(element, candidate.split()[0], page, pages, files)):
                yield Problem.at(element.place, wrong)
        for name in IDS:
            for target in element.attributes.get(name, "").split():
                if target not in page.ids:
                    yield Problem.at(element.place, f"{name} names #{target}, which this page doesn’t have")


def _address(
    element: Element, address: str, page: Document, pages: Mapping[str, Document], files: Mapping[str, bytes]
) -> str | None:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        if element.tag not in LINKS:
            return f"<{element.tag}> loads {address}, which isn’t on this site"
        return None if parts.scheme in {"https", "http"} else f"{address} is no address of the web"
    if parts.path.startswith("/"):
        return (
            f"{address} begins at the host’s root; the site works under any path only while all its links are relative"
        )
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), unquote(parts.path)))
    path = page.path if not parts.path else path
    if path not in files:
        return f"{address} leads to {path}, which isn’t there"
    fragment = unquote(parts.fragment)
    # `#~id=…` is the state of a widget: what it names is the widget's element.
    name = fragment[1:].split("=", 1)[0] if fragment.startswith("~") else fragment
    if name and path in pages and name not in pages[path].ids:
        return f"{address} leads to #{name}, which {path} doesn’t have"
    return None
