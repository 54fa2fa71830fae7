"""Where a new widget or a new dive begins: whole files that work at once, to be rewritten piece by piece.

The texts lie beside this module, with a `$` before what is put in; `placing` writes them, all or none.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from string import Template

from sitegen import content, site_file
from sitegen.beginnings import placing
from sitegen.problems import Problem
from sitegen.source import Source

LONGEST = 60
"""Characters of a name: with more, lines of the module would be too long for the formatter."""

_ELEMENT = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+")
_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
# https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name
_KEPT_BY_HTML = frozenset(
    {"annotation-xml", "color-profile", "missing-glyph"}
    | {f"font-face{rest}" for rest in ("", "-src", "-uri", "-format", "-name")}
)
_SITE_FILE = "content/site.toml"


class RefusedError(Exception):
    """Nothing was made; the message is a sentence: what was given, and what is right."""


class BrokenSiteError(Exception):
    """The site can't be read, so there is nothing to add a dive to; `problems` say why."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("the site can't be read")
        self.problems = tuple(sorted(problems))


@dataclass(frozen=True, slots=True)
class Begun:
    """What was made: a line for each file, and what to do next."""

    made: tuple[str, ...]
    then: str


def widget(root: Path, element: str) -> Begun:
    """Make the module and the tests of the widget `<element>` in the checkout `root`.

    Raises RefusedError for what is no such name and where one of the files is there already, OSError where none can be
    written.
    """
    if not _ELEMENT.fullmatch(element) or len(element) > LONGEST:
        message = (
            f"{element!r} is no name for a widget: two words or more of small letters and digits with hyphens between,"
            f" beginning with a letter, at most {LONGEST} characters, like slot-clock."
        )
        raise RefusedError(message)
    if element in _KEPT_BY_HTML:
        message = f"{element} is a name that HTML keeps for itself: choose another, like slot-clock."
        raise RefusedError(message)
    words = {"element": element, "words": element.replace("-", " ")}
    module = element.replace("-", "_")
    files = {
        f"py/widgets/{module}.py": _filled("widget.py.txt", words),
        f"tests/widgets/test_{module}.py": _filled("test_widget.py.txt", words),
    }
    _place(root, files)
    return Begun(tuple(files), _filled("widget.then.txt", words | {"test": list(files)[-1]}))


def dive(root: Path, slug: str) -> Begun:
    """Make the page of a dive in the checkout `root`, beside its module's, and name it last in site.toml.

    Raises RefusedError for what is no such name and where its page, or another at its address, is there already,
    BrokenSiteError where site.toml can't be read, OSError where nothing can be written.
    """
    if not _SLUG.fullmatch(slug) or len(slug) > LONGEST or slug == "index":
        message = (
            f"{slug!r} is no name for a dive: words of small letters and digits with hyphens between, beginning with a"
            f" letter, at most {LONGEST} characters, and not index, like outbox-and-inbox."
        )
        raise RefusedError(message)
    problems: list[Problem] = []
    site = content.read(root, problems)
    if site is None:
        raise BrokenSiteError([problem for problem in problems if problem.path == _SITE_FILE])
    page = str(PurePosixPath(site.file.module_page).with_name(f"{slug}.md"))
    address = content.address(page)
    _demand_free(address, {*site.names, *(there.page for there in site.file.dives if there.page is not None)})
    words = {"title": slug.replace("-", " ").capitalize(), "page": page, "address": address}
    listed = (root / _SITE_FILE).read_bytes().decode().rstrip() + "\n\n" + _filled("dive.toml.txt", words)
    _demand_named_last(page, listed)
    files = {f"content/{page}": _filled("dive.md.txt", words)}
    _place(root, files, {_SITE_FILE: listed})
    return Begun((*files, f"{_SITE_FILE}, where it is the last dive"), _filled("dive.then.txt", words))


def _demand_free(address: str, pages: set[str]) -> None:
    for there in sorted(pages):
        if content.address(there) == address:
            message = f"The address {address} belongs to content/{there}: choose another name."
            raise RefusedError(message)


def _demand_named_last(page: str, listed: str) -> None:
    problems: list[Problem] = []
    file = site_file.parse(Source.of(listed.replace("\r\n", "\n"), _SITE_FILE), _SITE_FILE, problems)
    if file is None or file.dives[-1].page != page:
        said = problems[0].text if problems else "what comes last in it is no dive"
        message = f"{_SITE_FILE} takes no further [[dive]] at its end: {said}."
        raise RefusedError(message)


def _place(root: Path, fresh: Mapping[str, str], changed: Mapping[str, str] | None = None) -> None:
    try:
        placing.place(root, fresh, changed or {})
    except FileExistsError as error:
        there = Path(error.filename).relative_to(root).as_posix()
        message = f"{there} is there already, and is not written over: choose another name."
        raise RefusedError(message) from error


def _filled(name: str, words: Mapping[str, str]) -> str:
    return Template(Path(__file__).with_name(name).read_text(encoding="utf-8")).substitute(words)
