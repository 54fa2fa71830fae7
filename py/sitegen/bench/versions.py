"""Of which versions figures are."""

from __future__ import annotations

import json
import platform
from typing import TYPE_CHECKING

from sitegen.browsers import chromium

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Playwright


def versions(root: Path, playwright: Playwright) -> dict[str, str]:
    """Those of the browser, of what is compared, and of this interpreter."""
    browser = playwright.chromium.launch(executable_path=chromium())
    told = browser.version
    browser.close()
    return {
        "Chromium": told,
        "Pyodide": _package(root, "pyodide"),
        "PyScript": _package(root, "@pyscript/core"),
        "Python": platform.python_version(),
    }


def _package(root: Path, name: str) -> str:
    described = json.loads((root / "node_modules" / name / "package.json").read_text(encoding="utf-8"))
    return str(described["version"])
