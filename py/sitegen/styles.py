"""The style sheet of all pages: the small files of static/css in their order, for browsers of 2021 on, minified."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sitegen import esbuild
from sitegen.fonts import PLANS, Plan

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

#: The first version of each engine that the pages are laid out for.
TARGETS = "chrome88,edge88,firefox85,safari14.1"

#: What comes first, in this order: later files may refine earlier ones. A figure's own file needs no entry: those not
#: named here follow, by the alphabet, and print has the last word.
GROUND = (
    "tokens reset base layout prose parts figures listings tables controls widget hub motion".split()  # noqa: SIM905
)
LAST = "print"

#: Lengths of a text, in characters, that have a class: `n30` says so to the style of what fits it into a line.
LENGTHS = range(16, 65)

_TOKEN = re.compile(r"(?P<name>--[\w-]+):\s*light-dark\((?P<light>[^(),]+),(?P<dark>[^(),]+)\)")


class StyleError(Exception):
    """The style sheet can't be made; the message names the file and what is wrong."""


class Token(NamedTuple):
    """One colour of both schemes, as static/css/tokens.css gives it: `--ink`, `#221e18`, `#ece5d8`."""

    name: str
    light: str
    dark: str


def stylesheet(root: Path, font_urls: Mapping[str, str]) -> bytes:
    """The bytes of the one style sheet.

    `root` is the checkout; `font_urls` maps the `file_name` of each face to its address as seen from the style sheet.
    With no addresses at all the sheet asks for no file and the reader's own fonts serve.
    Raises StyleError when some faces have an address and others none, a file of the ground is missing, or esbuild
    objects to anything.
    """
    parts = [*_font_faces(font_urls), STAND_IN]
    for name, text in sources(root).items():
        parts.append(text)
        if name == GROUND[-1]:
            parts.extend(f".n{length} {{ --n: {length}; }}" for length in LENGTHS)
        if name == "tokens":
            parts.append(older_scheme(tokens(text)))
    return _minified(root, "\n".join(parts))


def sources(root: Path) -> dict[str, str]:
    """The files of static/css by name without ending, in the order of the style sheet."""
    folder = root / "static" / "css"
    found = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.css")}
    if missing := [name for name in (*GROUND, LAST) if name not in found]:
        message = f"static/css lacks {', '.join(f'{name}.css' for name in missing)}"
        raise StyleError(message)
    figures = sorted(found.keys() - {*GROUND, LAST})
    return {name: found[name] for name in (*GROUND, *figures, LAST)}


def tokens(text: str) -> list[Token]:
    """The colours that a style sheet declares with light-dark()."""
    return [Token(match["name"], match["light"].strip(), match["dark"].strip()) for match in _TOKEN.finditer(text)]


def older_scheme(colours: Iterable[Token]) -> str:
    """The same colours for browsers without light-dark(), which came in 2024: two sets, chosen by query and attribute."""
    colours = list(colours)
    light = " ".join(f"{token.name}: {token.light};" for token in colours)
    dark = " ".join(f"{token.name}: {token.dark};" for token in colours)
    return f"""@supports not (color: light-dark(#000, #fff)) {{
        :root {{ {light} }}
        @media screen and (prefers-color-scheme: dark) {{ :root:not([data-theme="light"]) {{ {dark} }} }}
        @media screen {{ :root[data-theme="dark"] {{ {dark} }} }}
    }}"""


#: Until Inter is here, Arial (or what is drawn to its measures) stands in: 6.7 % larger it sets English text as wide,
#: and on the same line. Georgia is as wide as our serif by itself, and the mono's stand-ins are near its 0.6 em.
STAND_IN = """@font-face {
    font-family: "Inter stand-in"; src: local("Arial"), local("Liberation Sans"), local("Arimo");
    size-adjust: 106.7%; ascent-override: 90.8%; descent-override: 22.6%; line-gap-override: 0%;
}"""


def _font_faces(font_urls: Mapping[str, str]) -> list[str]:
    expected = {plan.file_name for plan in PLANS}
    if font_urls and font_urls.keys() != expected:
        message = (
            f"the faces are {', '.join(sorted(expected))}; addresses were given for {', '.join(sorted(font_urls))}"
        )
        raise StyleError(message)
    return [_font_face(plan, font_urls[plan.file_name]) for plan in PLANS if font_urls]


def _font_face(plan: Plan, url: str) -> str:
    low, high = plan.weight_range
    weight = str(low) if low == high else f"{low} {high}"
    return (
        f'@font-face {{ font-family: "{plan.family}"; font-style: {plan.style}; font-weight: {weight}; '
        f'font-display: swap; src: url("{url}") format("woff2"); }}'
    )


def _minified(root: Path, text: str) -> bytes:
    return esbuild.run(
        root, root, "--loader=css", "--minify", f"--target={TARGETS}", error=StyleError, text=text.encode()
    )
