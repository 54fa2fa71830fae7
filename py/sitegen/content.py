"""The folder of words, read once into a frozen Site; nothing after this reads a file of it again."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from sitegen import attributes, front_matter, proof, scan, sections, site_file
from sitegen.front_matter import FrontMatter
from sitegen.problems import Place, Problem
from sitegen.scan import Fence, Heading
from sitegen.sections import Parts
from sitegen.site_file import SiteFile
from sitegen.source import Source

_FIGURES = frozenset({"figure", "widget"})
SOURCE_FOLDERS = (("py/echomq", ".py"), ("py/widgets", ".py"), ("py/echomq", ".lua"), ("content", ".fs"))


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its file relative to content/, its address relative to the site's root ("" or ending in "/")."""

    name: str
    path: str
    address: str
    front: FrontMatter
    parts: Parts
    ids: frozenset[str]

    @property
    def figures(self) -> dict[str, int]:
        """The number of each figure that has an id: living ones and drawings are counted together, in the page's order."""
        fences = [block for block in self.parts.blocks if isinstance(block, Fence) and block.name in _FIGURES]
        named = ((attributes.parse(fence.info, []).id, number) for number, fence in enumerate(fences, 1))
        return {name: number for name, number in named if name is not None}


@dataclass(frozen=True, slots=True)
class Site:
    """Everything the pages are made from. `sources` holds the texts that listings are cut from, by path."""

    file: SiteFile
    pages: tuple[Page, ...]
    names: frozenset[str]
    """The files of all pages, those among them that can't be shown for their front matter."""
    sources: Mapping[str, str]
    letters: str
    """Every character of the words, once: what the fonts must hold."""
    questions: frozenset[str]
    """What the words ask or claim, as expressions: what witnesses must be asked before a page is written."""

    def page(self, name: str) -> Page | None:
        """The page whose file is `name`, relative to content/."""
        return next((page for page in self.pages if page.name == name), None)


def read(root: Path, problems: list[Problem]) -> Site | None:
    """Read content/ and the sources beside it. Problems are gathered; None where no site can be made of what is there."""
    path = "content/site.toml"
    file_text = _text(root, path, problems)
    file = None if file_text is None else site_file.parse(Source.of(file_text, path), path, problems)
    names = sorted(found.relative_to(root / "content").as_posix() for found in (root / "content").rglob("*.md"))
    pages = tuple(page for name in names if (page := _page(root, name, problems)) is not None)
    if file is None:
        return None
    named = [file.module_page, *(dive.page for dive in file.dives if dive.page is not None)]
    problems += [
        Problem(path, 1, 1, f"no page content/{name}, which site.toml names") for name in named if name not in names
    ]
    texts = [_text(root, f"content/{name}", []) or "" for name in names]
    letters = "".join(sorted(set("".join(texts))))
    # TOML may spell what an expression asks with escapes.
    words = [source.text for page in pages for source in page.front.words]
    questions = frozenset(question for text in (*texts, *words) for question in proof.questions(text))
    return Site(file, pages, frozenset(names), MappingProxyType(_sources(root)), letters, questions)


def address(name: str) -> str:
    """The folder a page is served at: `persistence/keys-and-rows.md` is `persistence/keys-and-rows/`, `index.md` is ""."""
    path = PurePosixPath(name).with_suffix("")
    folder = path.parent if path.name == "index" else path
    return "" if folder == PurePosixPath() else f"{folder}/"


def _page(root: Path, name: str, problems: list[Problem]) -> Page | None:
    path = f"content/{name}"
    text = _text(root, path, problems)
    if text is None:
        return None
    source = Source.of(text, path)
    if not source.lines:
        problems.append(Problem.at(Place(path), "this page is empty"))
        return None
    front, body = front_matter.split(source, problems)
    parts = sections.divide(scan.blocks(body, problems), problems)
    ids = _ids(parts, problems)
    return None if front is None else Page(name, path, address(name), front, parts, ids)


def _ids(parts: Parts, problems: list[Problem]) -> frozenset[str]:
    """The fragments of a page: its sections', smaller headings' and fences' ids, each used once."""
    places: dict[str, Place] = {}
    for block in parts.blocks:
        given: str | None = None
        if isinstance(block, Heading):
            given, place = block.attributes.id, block.place
        elif isinstance(block, Fence):
            given, place = attributes.parse(block.info, []).id, block.place
        if given is None:
            continue
        if given in places:
            problems.append(Problem.at(place, f"#{given} is taken: line {places[given].line} has it"))
        places.setdefault(given, place)
    return frozenset(places)


def _text(root: Path, path: str, problems: list[Problem]) -> str | None:
    try:
        return (root / path).read_text(encoding="utf-8").replace("\r\n", "\n")
    except FileNotFoundError:
        problems.append(Problem(path, 1, 1, "this file is missing"))
    except UnicodeDecodeError as error:
        problems.append(
            Problem(path, 1, 1, f"this file is no UTF-8: byte {error.start} is {error.object[error.start]:#04x}")
        )
    return None


def _sources(root: Path) -> dict[str, str]:
    return {
        found.relative_to(root).as_posix(): found.read_text(encoding="utf-8")
        for folder, suffix in SOURCE_FOLDERS
        for found in sorted((root / folder).rglob(f"*{suffix}"))
    }
