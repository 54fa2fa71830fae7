"""Everything a build gathers before it writes a page: fonts, styles, scripts, Python for the page, the icon, the date."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from sitegen import (
    assets,
    editing,
    engine,
    fable,
    fonts,
    licences,
    living,
    postgres,
    runtime,
    scripted,
    scripts,
    stamp,
    styles,
    witnesses,
)
from sitegen.ahead import Ahead
from sitegen.assets import Asset, Group
from sitegen.cache import remembered
from sitegen.content import Site
from sitegen.engine import EngineError
from sitegen.fable import FableError
from sitegen.kit import Kit, Link
from sitegen.problems import Problem
from sitegen.runtime import RuntimeBuildError
from sitegen.scripts import ScriptError
from sitegen.styles import StyleError


@dataclass(frozen=True, slots=True)
class Ingredients:
    """The kit for the pages, and every asset by the name it was made under."""

    kit: Kit
    assets: Mapping[str, Asset]


def gather(root: Path, site: Site, problems: list[Problem]) -> Ingredients | None:
    """Make them all; what is slow and unchanged comes from the project's cache.

    None, with a problem that is the tool's own words, where a script, the style sheet, Python, F# or the engine can't be
    made.
    """
    try:
        return _gathered(root, site, problems)
    except (ScriptError, StyleError) as error:
        problems.append(Problem("static", 1, 1, str(error)))
    except RuntimeBuildError as error:
        problems.append(Problem("py/widgets", 1, 1, str(error)))
    except FableError as error:
        problems.append(Problem(fable.FOLDER, 1, 1, str(error)))
    except EngineError as error:
        problems.append(Problem(engine.FILE, 1, 1, str(error)))
    return None


def _gathered(root: Path, site: Site, problems: list[Problem]) -> Ingredients:
    measure = _remembering(root)
    faces = fonts.faces(root, site.letters)
    fonts_made = tuple(
        assets.make(f"fonts/{face.file_name}", face.data, Group.SHELL, measure(face.file_name)) for face in faces
    )
    urls = {
        face.file_name: PurePosixPath(asset.path).relative_to(assets.FOLDER).as_posix()
        for face, asset in zip(faces, fonts_made, strict=True)
    }
    shell = {
        "style.css": assets.make("style.css", styles.stylesheet(root, urls), Group.SHELL),
        "page.js": assets.make("page.js", scripts.page_script(root), Group.SHELL),
        "icon.svg": assets.make("icon.svg", (root / "static" / "icon.svg").read_bytes(), Group.SHELL),
    }
    ahead = Ahead(root)
    made = runtime.python_files(root, living.states(site, ahead))
    python = {
        script_name(name): assets.make(f"python/{name}", data, Group.PYTHON, measure(name))
        for name, data in made.files.items()
    }
    port = fable.compile_project(root, "port", fable.port(site.sources))
    problems += port.problems
    scripts_made = scripted.gather(root, site, port, problems)
    fsharp = (
        {}
        if scripts_made is None
        else {
            script_name(name): assets.make(f"fsharp/{name}", data, Group.FSHARP, measure(f"fsharp-{name}"))
            for name, data in {
                **_twice(root, "fsharp", {"worker.js": scripts_made.worker, **editing.files(root, port)}),
                "editor.js": scripts.editor_script(root),
            }.items()
        }
    )
    links = (
        Link("valkey", "Valkey", _linked(root, Group.VALKEY, {"module.wasm": engine.module(root)})),
        Link("postgres", "PostgreSQL", _linked(root, Group.POSTGRES, postgres.files(root)), postgres.MEMORY),
    )
    kit = Kit(
        shell=shell,
        fonts=fonts_made,
        python=python,
        fsharp=fsharp,
        links=links,
        python_version=made.version,
        port=port,
        script_types={} if scripts_made is None else scripts_made.types,
        witnesses=witnesses.gather(root, port, site.questions),
        ahead=ahead,
        first_script=_inlined(scripts.first_script(root)),
        lost_script=_inlined(scripts.lost_script(root)),
        lost_style=_inlined(styles.stylesheet(root, {})),
        stamp=stamp.mint(stamp.date_ms(root, site.file.date, os.environ, problems)),
        components=licences.components(root, made.version, (face.work for face in faces), problems),
    )
    made_of = {**shell, **{asset.path: asset for asset in fonts_made}, **python}
    more = [*fsharp.values(), *(asset for link in links for asset in link.files.values())]
    return Ingredients(kit, made_of | {asset.path: asset for asset in more})


def _linked(root: Path, group: Group, carried: Mapping[str, bytes]) -> dict[str, Asset]:
    """The files of a link, and the scripts that carry them, by the names that the page's scripts use."""
    measure = _remembering(root)
    return {
        script_name(name): assets.make(f"{group}/{name}", data, group, measure(f"{group}-{name}"))
        for name, data in _twice(root, group, carried).items()
    }


def _twice(root: Path, group: str, carried: Mapping[str, bytes]) -> dict[str, bytes]:
    """Each file, and each once more inside a script that hands it over as the group's name, "_" and its own without the ending."""
    embedded = {
        f"{plain}.embed.js": runtime.embedded(root, f"{group}_{plain}", data)
        for name, data in carried.items()
        for plain in (name.split(".")[0],)
    }
    return {**carried, **embedded}


def script_name(name: str) -> str:
    """What the page's scripts call a file of a group: "worker.js" is worker, "worker.embed.js" is workerEmbed."""
    plain, *more = name.split(".")
    return plain + ("Embed" if "embed" in more else "")


def _inlined(text: bytes) -> str:
    """A text that stands in a page between tags; what would end it early has no place in it."""
    decoded = text.decode().strip()
    for forbidden in ("</script", "</style", "<!--"):
        if forbidden in decoded.lower():
            message = f"an inline text holds {forbidden}, which would end it or hide it"
            raise ValueError(message)
    return decoded


def _remembering(root: Path) -> Callable[[str], Callable[[bytes], int]]:
    """Measuring ten megabytes at level 9 takes a second: once is enough for each."""

    def measure(name: str, data: bytes) -> int:
        return int(remembered(root, f"{name}.gzip", (data,), lambda: b"%d" % assets.gzip_size(data)))

    return lambda name: partial(measure, name)
