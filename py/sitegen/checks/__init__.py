"""The finished site is read again as a browser would, and what a browser would stumble over is a problem."""

from collections.abc import Mapping

from sitegen.assets import Asset
from sitegen.checks import budget, documents, references
from sitegen.checks.document import Document, read
from sitegen.problems import Problem


def check(files: Mapping[str, bytes], assets: Mapping[str, Asset]) -> list[Problem]:
    """All that is wrong with a site of `files` by path; `assets` are those of them that have an entry in the manifest."""
    pages: dict[str, Document] = {
        path: read(path, data.decode()) for path, data in files.items() if path.endswith(".html")
    }
    problems: list[Problem] = []
    for page in pages.values():
        problems += documents.check(page)
        problems += references.check(page, pages, files)
    problems += budget.check(pages, files, assets)
    return sorted(problems)
