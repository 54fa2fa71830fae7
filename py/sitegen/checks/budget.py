"""What a reader pays before Python: no page asks for more than 200 KB compressed, fonts for 120 KB of it."""

import posixpath
from collections.abc import Iterator, Mapping

from sitegen.assets import Asset, Group, gzip_size
from sitegen.checks.document import Document
from sitegen.problems import Problem

SHELL = 200_000
"""Bytes in gzip: the page, and every asset of the group shell it can ask for."""
FONTS = 120_000
"""Bytes of all font files together."""


def check(pages: Mapping[str, Document], files: Mapping[str, bytes], assets: Mapping[str, Asset]) -> Iterator[Problem]:
    """The pages that are too heavy, and the fonts if they are."""
    by_path = {asset.path: asset for asset in assets.values()}
    fonts = [asset for asset in by_path.values() if asset.path.endswith(".woff2")]
    weight = sum(len(font.data) for font in fonts)
    if weight > FONTS:
        yield Problem("assets/fonts", 1, 1, f"the fonts weigh {weight:,} bytes; {FONTS:,} are allowed")
    for path, page in pages.items():
        named = {
            posixpath.normpath(posixpath.join(posixpath.dirname(path), address))
            for element in page.elements
            for address in (element.attributes.get("href"), element.attributes.get("src"))
            if address
        }
        loaded = [asset for asset in by_path.values() if asset.path in named and asset.group is Group.SHELL]
        # A style sheet brings the fonts along: all of them, since a page may use any.
        if any(asset.path.endswith(".css") for asset in loaded):
            loaded += [font for font in fonts if font not in loaded]
        total = gzip_size(files[path]) + sum(asset.gzip for asset in loaded)
        if total > SHELL:
            yield Problem(path, 1, 1, f"this page weighs {total:,} bytes compressed; {SHELL:,} are allowed")
