"""A small site to try things on: real templates and widgets, a few words, and a kit that no tool had to make."""

import textwrap
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from sitegen import assets, content, pages, stamp
from sitegen.ahead import Ahead
from sitegen.assets import Asset, Group
from sitegen.content import Site
from sitegen.fable import Compiled
from sitegen.fences import RENDERERS
from sitegen.kit import Kit, Link
from sitegen.licences import Component
from sitegen.pages.layouts import layouts
from sitegen.problems import Problem
from sitegen.witnesses import Answer
from sitegen.writer import Writer

ROOT = Path(__file__).parents[1]

SITE_TOML = """\
name = "jonnify"
course = "F# In Depth"
chapter = "C4"
module = "C4.08 Ids & rows"
module_page = "hub/index.md"
before = "C4.07 The id"
date = 2026-11-30T08:00:00Z

[[dive]]
title = "Keys"
question = "Which key?"
status = "live"
page = "hub/keys.md"

[[dive]]
title = "Order & time"
question = "Which order?"
status = "soon"
"""


def page_text(body: str, *, title: str = "Keys", kind: str = "dive") -> str:
    """A page; its body begins on line 6."""
    return f'+++\ntitle = "{title}"\nkind = "{kind}"\ndescription = "A page."\n+++\n' + textwrap.dedent(body)


def write_site(folder: Path, dive: str = "A lede.\n", site_toml: str = SITE_TOML) -> Path:
    """A checkout's content with a front, a hub and one dive, whose text is `dive`; answers the checkout's folder."""
    for name, text in {
        "content/site.toml": site_toml,
        "content/index.md": page_text("The front.\n\n## Start {#start}\n\nSee [keys](hub/keys.md).\n", kind="front"),
        "content/hub/index.md": page_text("The hub.\n\n```dives\n```\n", kind="hub", title="Ids & rows"),
        "content/hub/keys.md": page_text(dive),
        "py/echomq/tiny.py": (
            'def one() -> int:\n    """Say one."""\n    return 1\n\n\n# Why two.\n@cache\ndef two() -> int:\n    return 2\n'
        ),
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for part, suffix in (("py/echomq", "*.py"), ("content/fsharp/EchoMQ", "*.fs")):
        (folder / part).mkdir(parents=True, exist_ok=True)
        for source in (ROOT / part).glob(suffix):
            (folder / part / source.name).write_bytes(source.read_bytes())
    return folder


def kit(witnesses: Mapping[str, tuple[Answer, ...]] = MappingProxyType({})) -> Kit:
    """A kit whose assets say what they are and nothing more; nobody but Python is asked, unless `witnesses` say so."""

    def made_up(name: str) -> Asset:
        return assets.make(f"valkey/{name}", name.encode(), Group.VALKEY)

    shell = {name: assets.make(name, name.encode(), Group.SHELL) for name in ("style.css", "page.js", "icon.svg")}
    python = {
        name: assets.make(f"python/{name}.js", name.encode(), Group.PYTHON) for name in ("worker", "runtime", "library")
    }
    return Kit(
        shell=MappingProxyType(shell),
        fonts=(assets.make("fonts/serif.woff2", b"serif", Group.SHELL),),
        python=MappingProxyType(python),
        python_version="3.14.2",
        fsharp=MappingProxyType({}),
        links=(Link("engine", "Engine", {name: made_up(name) for name in ("module", "moduleEmbed")}),),
        ahead=Ahead(ROOT),
        script_types={},
        port=Compiled("5.15.0", (), {}, {}, {"Keyspace.slot": "val slot: key: string -> int"}, {}),
        witnesses=witnesses,
        first_script='"first"',
        lost_script='"lost"',
        lost_style="p{margin:0}",
        stamp=stamp.mint(1_796_025_600_000),
        components=(Component("htpy", "1.0", "MIT", "makes HTML", "https://htpy.dev/", "Do as you like."),),
    )


def read(folder: Path) -> tuple[Site, list[Problem]]:
    """The site in a folder, and what is wrong with its words."""
    problems: list[Problem] = []
    site = content.read(folder, problems)
    assert site is not None, list(map(str, problems))
    return site, problems


def build(folder: Path) -> tuple[dict[str, bytes], list[str]]:
    """Every page of a folder's site by path, and all problems as a terminal shows them."""
    site, problems = read(folder)
    files = pages.render(site, kit(), layouts(ROOT), problems)
    return files, [str(problem) for problem in sorted(problems)]


def written(folder: Path, dive: str, site_toml: str = SITE_TOML) -> tuple[str, list[str]]:
    """The HTML that a dive's blocks become, without the page around them, and the problems met."""
    site, problems = read(write_site(folder, dive, site_toml))
    page = site.page("hub/keys.md")
    assert page is not None
    writer = Writer(site, page, kit(), RENDERERS, problems)
    html = writer.flow(page.parts.blocks)
    return str(html), [str(problem) for problem in sorted(problems)]
