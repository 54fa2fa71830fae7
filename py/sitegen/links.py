"""The one function that makes a link: authors name Markdown files, readers get relative paths to `…/index.html`."""

import posixpath

from sitegen import content
from sitegen.content import Page, Site

EXTERNAL = ("https://", "http://")


class BrokenLinkError(Exception):
    """A link to what isn't there; the message says what there is."""


def resolve(site: Site, page: Page, target: str) -> str:
    """The href for `target` as written on `page`: `other.md#id`, `#id`, or an address of the web.

    Page links are relative to the page's file. Raises BrokenLinkError for a missing page or fragment.
    """
    if target.startswith(EXTERNAL):
        return target
    name, _, fragment = target.partition("#")
    if ":" in name or target.startswith("/"):
        message = f"{target} is neither a page’s file (keys-and-rows.md#slot) nor an https address"
        raise BrokenLinkError(message)
    there = _file(site, page, name) if name else page.name
    target_page = site.page(there)
    # A page that can't be shown has problems of its own; that links to it are broken would only say so again.
    if fragment and target_page is not None:
        _check_fragment(target_page, fragment)
    if there == page.name:
        return f"#{fragment}" if fragment else "index.html"
    return between(page.address, content.address(there)) + (f"#{fragment}" if fragment else "")


def between(here: str, there: str) -> str:
    """From one address to another, as a path to the file: a folder opened from a disk has no index of its own."""
    return posixpath.relpath(there + "index.html", here or ".")


def root_of(address: str) -> str:
    """From an address up to the site's root: "" or "../" once a folder."""
    return "../" * address.count("/")


def _file(site: Site, page: Page, name: str) -> str:
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page.name), name))
    if path not in site.names:
        message = f"no page content/{path}; there are {', '.join(sorted(site.names))}"
        raise BrokenLinkError(message)
    return path


def _check_fragment(page: Page, fragment: str) -> None:
    # `#~id=…` carries a widget's state; what it names is the widget.
    name = fragment[1:].split("=", 1)[0] if fragment.startswith("~") else fragment
    if name not in page.ids:
        there = ", ".join(f"#{known}" for known in sorted(page.ids)) or "none"
        message = f"content/{page.name} has no #{name}; its fragments are {there}"
        raise BrokenLinkError(message)
