"""A checkout that remembers nothing of earlier builds, to time a build that makes everything."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sitegen.cache import FOLDER


@contextmanager
def without_cache(root: Path) -> Iterator[Path]:
    """The checkout at `root` once more, until the block ends: all that lies in it but what builds keep."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        for path in root.iterdir():
            if path.name != FOLDER:
                (Path(name) / path.name).symlink_to(path)
        yield Path(name)
