"""What holds within one page: nothing the policy would refuse, no id twice, one title, a name for the window."""

from collections.abc import Iterator

from sitegen.checks.document import Document, Element
from sitegen.policy import text_hash
from sitegen.problems import Problem

DATA_TYPES = frozenset({"application/json"})


def check(page: Document) -> Iterator[Problem]:
    """The problems of one page by itself."""
    yield from _policy(page)
    yield from _ids(page)
    yield from _outline(page)


def _policy(page: Document) -> Iterator[Problem]:
    if not page.policy:
        yield Problem(page.path, 1, 1, "this page has no content security policy")
    for element in page.elements:
        for name in element.attributes:
            if name == "style":
                yield Problem.at(element.place, f"<{element.tag}> has a style attribute, which the policy refuses")
            if name.startswith("on"):
                yield Problem.at(element.place, f"<{element.tag}> has a handler, {name}, which the policy refuses")
            if name in {"href", "src", "action"} and element.attributes[name].lower().startswith("javascript:"):
                yield Problem.at(element.place, f"<{element.tag}> has a script for an address")
        if _is_inline(element) and text_hash(element.text) not in page.policy:
            yield Problem.at(element.place, f"this inline {element.tag} has no hash in the page’s policy")


def _is_inline(element: Element) -> bool:
    if element.tag == "style":
        return True
    data = element.attributes.get("type", "") in DATA_TYPES
    return element.tag == "script" and "src" not in element.attributes and not data


def _ids(page: Document) -> Iterator[Problem]:
    seen: dict[str, Element] = {}
    for element in page.elements:
        name = element.attributes.get("id")
        if name is None:
            continue
        if name in seen:
            yield Problem.at(element.place, f"#{name} stands twice on this page, first in line {seen[name].place.line}")
        seen.setdefault(name, element)


def _outline(page: Document) -> Iterator[Problem]:
    titles = page.all("h1")
    if len(titles) != 1:
        yield Problem(page.path, 1, 1, f"a page has one h1, this has {len(titles)}")
    for tag in ("title", "main"):
        if len(page.all(tag)) != 1:
            yield Problem(page.path, 1, 1, f"a page has one <{tag}>, this has {len(page.all(tag))}")
    if not any("lang" in html.attributes for html in page.all("html")):
        yield Problem(page.path, 1, 1, "this page doesn’t say its language")
