"""The standard library in the page: cut to what the widgets use, until an effect or a view needs more and the page brings all."""

import importlib
import sys

NAME = "library"
"""What a reply says is needed."""

_whole = False


def place() -> str:
    """Return the path of the zip that modules are imported from."""
    return next(path for path in sys.path if path.endswith(".zip"))


def completed() -> None:
    """Import from the zip as it is now: the page's worker calls this once the whole library lies there."""
    global _whole  # noqa: PLW0603 - there is one library, as there is one sys.path
    importlib.invalidate_caches()
    _whole = True


def left_out(error: BaseException) -> bool:
    """Whether `error` is a module of the standard library that wasn't found, and that the page may bring."""
    if _whole or not isinstance(error, ModuleNotFoundError):
        return False
    return (error.name or "").partition(".")[0] in sys.stdlib_module_names
