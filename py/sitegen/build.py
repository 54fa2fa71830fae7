"""One build: read the words, gather the rest, write the pages, check them, and only then put the site in its place."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sitegen import assets, checks, content, ingredients, output, pages
from sitegen.assets import Asset
from sitegen.pages.layouts import layouts
from sitegen.problems import Problem


@dataclass(frozen=True, slots=True)
class Report:
    """How a build went: what is to be mended, and what was written (nothing, where anything is)."""

    problems: tuple[Problem, ...]
    files: tuple[str, ...]
    size: int

    @property
    def fine(self) -> bool:
        """Whether the site stands."""
        return not self.problems


def build_site(root: Path, out: Path, on_wait: Callable[[], None] = lambda: None) -> Report:
    """Build the site of the checkout `root` into the folder `out`; with problems, `out` stays as it was.

    All problems of a run are in the report at once.
    """
    problems: list[Problem] = []
    files, made = compose(root, problems)
    if not problems:
        problems += checks.check(files, made)
    if problems:
        return Report(tuple(sorted(set(problems))), (), 0)
    output.write(files, out, on_wait)
    return Report((), tuple(sorted(files)), sum(map(len, files.values())))


def compose(root: Path, problems: list[Problem]) -> tuple[dict[str, bytes], dict[str, Asset]]:
    """Every file of the site by path, and the assets among them by name; problems are added as they are met."""
    site = content.read(root, problems)
    if site is None:
        return {}, {}
    found = ingredients.gather(root, site, problems)
    if found is None:
        return {}, {}
    files = pages.render(site, found.kit, layouts(root), problems)
    files |= {asset.path: asset.data for asset in found.assets.values()}
    files[assets.MANIFEST] = assets.manifest(found.assets.values())
    return files, dict(found.assets)
