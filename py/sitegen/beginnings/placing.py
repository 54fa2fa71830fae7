"""Several files are written, or none: what was begun is taken back when one of them can't be."""

import shutil
from collections.abc import Mapping
from pathlib import Path


def place(root: Path, fresh: Mapping[str, str], changed: Mapping[str, str]) -> None:
    """Make the files `fresh`, and give the files `changed` their new texts; both are texts by path relative to `root`.

    Raises FileExistsError for one of `fresh` that is there already, and any other OSError as it came; then all is as it
    was.
    """
    made: list[Path] = []
    try:
        for path, text in fresh.items():
            target = root / path
            for folder in reversed([above for above in target.parents if not above.exists()]):
                folder.mkdir()
                made.append(folder)
            with target.open("xb") as file:
                made.append(target)
                file.write(text.encode())
        beside = {root / path: _beside(root / path, text, made) for path, text in changed.items()}
        # From here on nothing is left that takes room or time.
        for target, written in beside.items():
            written.replace(target)
    except BaseException:
        for begun in reversed(made):
            if begun.is_dir():
                begun.rmdir()
            else:
                begun.unlink(missing_ok=True)
        raise


def _beside(target: Path, text: str, made: list[Path]) -> Path:
    written = target.with_name(f".{target.name}.new")
    made.append(written)
    written.write_bytes(text.encode())
    shutil.copymode(target, written)
    return written
