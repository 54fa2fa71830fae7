"""What pages are made with beside their words: assets, scripts, versions and the build's stamp, all settled beforehand."""

from collections.abc import Mapping
from dataclasses import dataclass

from sitegen.ahead import Ahead
from sitegen.assets import Asset
from sitegen.fable import Compiled
from sitegen.licences import Component
from sitegen.stamp import Stamp
from sitegen.witnesses import Answer


@dataclass(frozen=True, slots=True)
class Link:
    """What Python in the page can be linked to: what widgets call it, what a reader is told, and its files.

    These are keyed by the name the page's scripts use, "module" and "moduleEmbed"; a server apart from Python has a
    "worker". `memory` is how many bytes that one takes, about.
    """

    name: str
    title: str
    files: Mapping[str, Asset]
    memory: int = 0


@dataclass(frozen=True, slots=True)
class Kit:
    """`shell` is keyed by plain name ("style.css"), `python` and `fsharp` by the name the page's scripts use ("worker").

    `port` is the F# of the pages, compiled, `script_types` the types in their scripts, and `witnesses` what others than
    Python said, by the question. `ahead` performs what widgets of the pages perform.
    """

    shell: Mapping[str, Asset]
    fonts: tuple[Asset, ...]
    python: Mapping[str, Asset]
    python_version: str
    fsharp: Mapping[str, Asset]
    links: tuple[Link, ...]
    port: Compiled
    script_types: Mapping[str, Mapping[tuple[int, int], str]]
    witnesses: Mapping[str, tuple[Answer, ...]]
    ahead: Ahead
    first_script: str
    lost_script: str
    lost_style: str
    stamp: Stamp
    components: tuple[Component, ...]

    @property
    def python_short(self) -> str:
        """The version as a reader is told it: 3.14."""
        return ".".join(self.python_version.split(".")[:2])
