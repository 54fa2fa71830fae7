"""The HTML of every page is valid, as html-validate reads the standard."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from sitegen.toolchain import Toolchain

ROOT = Path(__file__).parents[2]


def test_every_page_is_valid(site_folder: Path) -> None:
    pages = sorted(map(str, site_folder.rglob("*.html")))
    assert len(pages) >= 5
    done = subprocess.run(
        [
            *Toolchain(ROOT).node_tool("html-validate/bin/html-validate.mjs"),
            *("--config", str(ROOT / ".htmlvalidate.json"), "--formatter", "text", "--max-warnings", "0"),
            *pages,
        ],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        pytest.fail(done.stdout + done.stderr, pytrace=False)
