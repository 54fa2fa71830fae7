"""The four faces of the site, cut at build time from the packages that hold them, 120 KB in all at most."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from importlib import metadata
from importlib.resources import files
from pathlib import Path
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Literal

from sitegen.cache import remembered
from sitegen.cutting import Cut, cut

if TYPE_CHECKING:
    from collections.abc import Callable

#: What all faces together may weigh, in bytes of woff2.
BUDGET = 120_000

ASCII = frozenset(range(0x20, 0x7F))
#: Signs of the text beyond ASCII. NFD's combining acute is for the lesson on normal forms.
TEXT = ASCII | frozenset(map(ord, "\u00a0\u202f‘’“”–—…·•×÷−±≈≠≤≥§¶©°½←↑→↓↗éÉ"))
#: The tick at what was checked stands in the roman.
ROMAN = TEXT | {ord("✓")}
CONTROLS = ASCII | frozenset(map(ord, "\u00a0‘’“”–—…·×−©é"))
#: Readers type into fields set in the mono: Latin-1 and Russian are there, the rest comes from their system.
TYPED = TEXT | frozenset(range(0xA1, 0x100)) | frozenset(range(0x410, 0x450)) | frozenset(map(ord, "Ёё\u0301≡ø∅µ"))


@dataclass(frozen=True, slots=True)
class Work:
    """A typeface as its makers publish it."""

    name: str
    package: str
    version: str
    """Of the package."""
    copyright: str
    licence: str
    """SPDX expression."""
    licence_text: str


@dataclass(frozen=True, slots=True)
class Face:
    """One woff2 file and what a style sheet and a colophon must know of it."""

    family: str
    style: Literal["normal", "italic"]
    weight_range: tuple[int, int]
    """Both ends, as `font-weight` of `@font-face` takes them; the same number twice for a single weight."""
    file_name: str
    data: bytes = field(repr=False)
    work: Work = field(repr=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a face is made; all that a style sheet needs is known before it is."""

    cut: Cut
    style: Literal["normal", "italic"]
    file_name: str
    source: Callable[[Path], tuple[Path, Work]]
    """From the checkout to the font's file and what it is."""
    characters: frozenset[int]
    """Code points that are always there."""

    @property
    def family(self) -> str:
        """As style sheets call it."""
        return self.cut.family

    @property
    def weight_range(self) -> tuple[int, int]:
        """See `Face.weight_range`."""
        weight = self.cut.axes["wght"]
        low, high = weight if isinstance(weight, tuple) else (weight, weight)
        return int(low), int(high)


def _npm(root: Path, package: str, licence_file: str) -> tuple[Path, str, str]:
    """The folder, version and licence text of a package in node_modules."""
    folder = root / "node_modules" / package
    version: str = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    return folder, version, (folder / licence_file).read_text(encoding="utf-8")


def _source_serif(cut_name: str) -> Callable[[Path], tuple[Path, Work]]:
    def source(root: Path) -> tuple[Path, Work]:
        folder, version, text = _npm(root, "source-serif", "LICENSE.md")
        work = Work("Source Serif 4", "source-serif", version, "2014–2023 Adobe", "OFL-1.1", text)
        return folder / "VAR" / f"SourceSerif4Variable-{cut_name}.ttf", work

    return source


def _inter(root: Path) -> tuple[Path, Work]:
    folder, version, text = _npm(root, "@fontsource-variable/inter", "LICENSE")
    work = Work("Inter", "@fontsource-variable/inter", version, "2016 The Inter Project Authors", "OFL-1.1", text)
    return folder / "files" / "inter-latin-wght-normal.woff2", work


def _jetbrains_mono(_root: Path) -> tuple[Path, Work]:
    folder = Path(str(files("fontpkg_jetbrains_mono")))
    version = metadata.version("fontpkg-jetbrains-mono")
    text = (folder / "LICENSE").read_text(encoding="utf-8")
    owner = "2020 The JetBrains Mono Project Authors"
    work = Work("JetBrains Mono", "fontpkg-jetbrains-mono", version, owner, "OFL-1.1", text)
    return folder / "files" / "JetBrainsMono[wght].ttf", work


_SMALL_CAPS = ascii_letters + digits
PLANS = (
    # Adobe reserves the name "Source" for the font as published; a cut of it must be called something else.
    Plan(
        Cut(
            family="Jonnify Serif",
            axes={"wght": (400, 600), "opsz": (14, 60)},
            features=("smcp", "c2sc", "onum", "pnum", "sups", "liga", "kern"),
            only={"smcp": _SMALL_CAPS, "c2sc": _SMALL_CAPS + "&-", "sups": digits},
        ),
        "normal",
        "serif.woff2",
        _source_serif("Roman"),
        ROMAN,
    ),
    Plan(
        Cut(
            family="Jonnify Serif",
            axes={"wght": 400, "opsz": (14, 60)},
            features=("onum", "pnum", "liga", "kern"),
            only={},
        ),
        "italic",
        "serif-italic.woff2",
        _source_serif("Italic"),
        TEXT,
    ),
    Plan(
        Cut(family="Inter", axes={"wght": (400, 600)}, features=("tnum", "kern"), only={}),
        "normal",
        "sans.woff2",
        _inter,
        CONTROLS,
    ),
    Plan(
        # No ligatures: an arrow in code is the two characters that were typed.
        Cut(family="JetBrains Mono", axes={"wght": (400, 700)}, features=(), only={}, slashed_zero=True),
        "normal",
        "mono.woff2",
        _jetbrains_mono,
        TYPED,
    ),
)


def faces(root: Path, text: str = "") -> tuple[Face, ...]:
    """The faces: roman, italic, sans, mono, with the characters of `text` beside those each always has.

    `root` is the checkout whose node_modules hold the packages and whose `.cache` keeps the cuts, which take seconds.
    The same packages and text give the same bytes.
    """
    return tuple(_face(root, plan, frozenset(map(ord, text))) for plan in PLANS)


def _face(root: Path, plan: Plan, more: frozenset[int]) -> Face:
    path, work = plan.source(root)
    source = path.read_bytes()
    characters = plan.characters | {point for point in more if point >= ord(" ")}
    inputs = [source, _cutter(), repr((plan.cut, sorted(characters))).encode()]
    data = remembered(root, f"font-{plan.file_name}", inputs, lambda: cut(source, plan.cut, characters))
    return Face(plan.family, plan.style, plan.weight_range, plan.file_name, data, work)


def _cutter() -> bytes:
    """What the bytes of a cut depend on beside its input: our code, and the libraries it calls."""
    libraries = (f"{name} {metadata.version(name)}" for name in ("fonttools", "brotli"))
    return "\n".join(libraries).encode() + Path(__file__).with_name("cutting.py").read_bytes()
