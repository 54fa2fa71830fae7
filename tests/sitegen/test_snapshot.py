"""The snapshot that Python is restored from in the page: the same bytes whenever it is made, and Python as any other."""

import hashlib
import json
import shutil
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sitegen import glue, runtime
from sitegen.runtime import WORLD, RuntimeBuildError
from sitegen.toolchain import Toolchain
from widgets.seam.bridge import answer

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "node_modules" / "pyodide"
WIDGET = '''
"""What lies beyond a cut library: a median, by a module that is imported when it is needed."""

from dataclasses import dataclass

from widgets.seam.html import p


@dataclass(frozen=True, slots=True)
class State:
    values: tuple[int, ...] = ()
    wrong: bool = False


def view(state, observed=None):
    if not state.values:
        return p["none"]
    if state.wrong:
        import nothing_of_the_kind
    import statistics

    return p[str(statistics.median(state.values))]
'''


@dataclass(frozen=True)
class Made:
    """A checkout with one widget more, and its files for the page in a folder."""

    root: Path
    folder: Path
    room: int

    def path(self, name: str) -> Path:
        return self.folder / name

    def parts(self) -> tuple[tuple[bytes, bytes], bytes]:
        """The runtime with its glue, and the library."""
        module, script, library = (self.path(name).read_bytes() for name in ("runtime.wasm", "glue.mjs", "library.zip"))
        return (module, script), library


def request(values: list[int], *, wrong: bool = False) -> dict[str, Any]:
    return {
        "widget": "late-import",
        "state": {"values": values, "wrong": wrong},
        "event": None,
        "world": WORLD,
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    root = tmp_path_factory.mktemp("checkout")
    for package in ("echomq", "widgets"):
        shutil.copytree(ROOT / "py" / package, root / "py" / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in (".venv", "node_modules", "static"):
        (root / name).symlink_to(ROOT / name)
    (root / "py" / "widgets" / "late_import.py").write_text(WIDGET, encoding="utf-8")
    files = runtime.python_files(root, {"late-import": [{"values": [], "wrong": False}], "id-decoder": [{"id": ""}]})
    folder = tmp_path_factory.mktemp("files")
    for name, data in files.files.items():
        (folder / name).write_bytes(data)
    (folder / "glue.mjs").write_bytes(glue.script(root, glue.Package.of(root)))
    return Made(root, folder, files.room)


def restored(made: Made, requests: list[dict[str, Any]], *whole: str) -> dict[str, Any]:
    """What Python answers that was restored from the snapshot."""
    program = Path(__file__).with_name("restoring.mjs")
    digest = hashlib.sha256(made.path("runtime.wasm").read_bytes()).hexdigest()
    own = [made.path(name) for name in ("runtime.wasm", "glue.mjs", "snapshot.bin")]
    command = [
        *(Toolchain(ROOT).node, program, PYODIDE, *own, digest),
        *map(made.path, whole),
    ]
    asked = json.dumps([json.dumps(request) for request in requests])
    done = subprocess.run(list(map(str, command)), input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_it_answers_as_python_did_when_the_page_was_built(made: Made) -> None:
    asked = [
        {"widget": "id-decoder", "state": {"id": text}, "event": None, "world": WORLD}
        for text in ("JOB0Dqhu1EsDLc", "JOBzzzzzzzzzzz", "job")
    ]
    replies = restored(made, asked)["replies"]
    assert "187490421969022976" in replies[0]["html"]
    assert replies == [json.loads(answer(json.dumps(one))) for one in asked]


def test_it_draws_other_numbers_whenever_it_is_restored(made: Made) -> None:
    assert restored(made, [])["drawn"] != restored(made, [])["drawn"]


def test_what_it_was_not_made_with_is_asked_for_and_then_imported(made: Made) -> None:
    asked = [request([3, 1, 2]), request([4, 1])]
    assert [reply.get("needs") for reply in restored(made, asked)["replies"]] == ["library", "library"]
    assert [reply["html"] for reply in restored(made, asked, "whole.zip")["replies"]] == ["<p>2</p>", "<p>2.5</p>"]


def test_a_module_that_nobody_has_is_a_problem_and_nothing_is_fetched_for_it(made: Made) -> None:
    [reply] = restored(made, [request([1], wrong=True)])["replies"]
    assert "needs" not in reply
    assert reply["problem"] == "ModuleNotFoundError: No module named 'nothing_of_the_kind'"


def test_it_leaves_the_room_that_is_wanted(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    assert made.room >= runtime.ROOM
    monkeypatch.setattr(runtime, "ROOM", 40_000_000)
    shutil.rmtree(made.root / ".cache")
    with pytest.raises(RuntimeBuildError, match=r"leaves \d+ bytes free of 31457280, where 40000000 are wanted"):
        made_again(made)


def test_two_makings_write_the_same_bytes(made: Made) -> None:
    shutil.rmtree(made.root / ".cache", ignore_errors=True)
    assert made_again(made) == made.path("snapshot.bin").read_bytes()


def made_again(made: Made) -> bytes:
    first: list[dict[str, object]] = [
        {"widget": name, "state": state, "event": None, "world": WORLD}
        for name, state in (("id-decoder", {"id": ""}), ("late-import", {"values": [], "wrong": False}))
    ]
    return runtime.make_snapshot(made.root, *made.parts(), first)[0]


def test_a_question_it_cannot_answer_stops_the_build(made: Made) -> None:
    asked: list[dict[str, object]] = [{"widget": "no-such-widget", "state": {}, "event": None, "world": WORLD}]
    with pytest.raises(RuntimeBuildError, match=r"From the snapshot, .*there is no widget no-such-widget"):
        runtime.make_snapshot(made.root, *made.parts(), asked)


def test_the_whole_library_is_the_packages_own_and_ours(made: Made) -> None:
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as stock, zipfile.ZipFile(made.path("whole.zip")) as whole:
        ours = {f"{package}/__init__.py" for package in ("echomq", "widgets")}
        assert {*stock.namelist(), *ours} <= set(whole.namelist())
        assert whole.testzip() is None
        assert whole.read("statistics.py") == stock.read("statistics.py")
        assert whole.read("widgets/late_import.py").decode() == WIDGET
