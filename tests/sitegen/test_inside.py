"""What stands in for modules of Python in the page's library does, for a page, what Python's own do."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from sitegen import runtime
from sitegen.toolchain import Toolchain

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "node_modules" / "pyodide"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("checkout")
    for package in ("echomq", "widgets"):
        shutil.copytree(ROOT / "py" / package, root / "py" / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in (".venv", "node_modules", "static"):
        (root / name).symlink_to(ROOT / name)
    path = root / "library.zip"
    path.write_bytes(runtime.make_library(root, [])[0])
    return path


def told(library: Path, program: str) -> str:
    """What a program says that Pyodide runs with a library."""
    command = [str(Toolchain(ROOT).node), str(Path(__file__).with_name("running.mjs")), str(PYODIDE), str(library)]
    done = subprocess.run(command, input=program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_traceback_reads_as_pythons_own(library: Path) -> None:
    program = """
import traceback

def fail():
    try:
        {}["missing"]
    except KeyError as error:
        error.add_note("a note")
        raise ExceptionGroup("both", [error, SyntaxError("wrong", ("f.py", 1, 2, "a b", 1, 3))]) from error

try:
    fail()
except ExceptionGroup as error:
    text = traceback.format_exc()
text
"""
    said = told(library, program)
    assert "KeyError: 'missing'" in said
    assert "SyntaxError: wrong" in said
    assert said == told(PYODIDE / "python_stdlib.zip", program)


def test_a_program_that_asks_for_colours_gets_none(library: Path) -> None:
    program = """
import _colorize
theme = _colorize.get_theme(force_color=True)
"|".join([
    f"{theme.traceback.type}a{_colorize.ANSIColors.RESET}",
    "b" + theme.syntax.keyword + _colorize.get_colors(True).BOLD_RED,
    str(_colorize.can_colorize()),
    _colorize.decolor("c"),
    str(hasattr(theme, "__wrapped__")),
])
"""
    assert told(library, program) == "a|b|False|c|False"


def test_until_it_has_started_it_reads_at_once_and_collects_nothing(library: Path) -> None:
    program = """
import gc, json, zipimport
import sitecustomize

def state():
    return [zipimport._get_data.__module__, gc.isenabled(), gc.get_freeze_count() > 1_000, sum(map(len, sitecustomize._whole.values()))]

before = state()
sitecustomize.settle()
after = state()
import widgets.seam.html
json.dumps([before, after])
"""
    size = library.stat().st_size
    assert json.loads(told(library, program)) == [
        ["sitecustomize", False, False, size],
        ["zipimport", True, True, 0],
    ]


@pytest.mark.parametrize("name", ["ssl", "bz2", "lzma", "compression"])
def test_what_is_done_without_is_missing_as_a_module_is_that_the_page_can_bring(library: Path, name: str) -> None:
    program = f"""
import asyncio, shutil, zipfile
from widgets.seam.library import left_out
try:
    import {name}
except ModuleNotFoundError as error:
    said = f"{{error}} {{left_out(error)}}"
said
"""
    assert told(library, program) == f"No module named '{name}' True"


def test_a_file_that_was_packed_is_unpacked_all_the_same(library: Path) -> None:
    program = """
import sys, zipfile
with zipfile.ZipFile("/packed.zip", "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("from_a_packed_zip.py", "value = 'unpacked' + ' ' * 1_000")
sys.path.insert(0, "/packed.zip")
import from_a_packed_zip
from_a_packed_zip.value.strip()
"""
    assert told(library, program) == "unpacked"
