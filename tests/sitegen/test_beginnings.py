"""What `new` makes works at once, on a page and for every checker; what it can't make leaves no trace."""

import importlib
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import widgets
from sitegen import beginnings, commands, environment
from sitegen.beginnings import LONGEST, BrokenSiteError, RefusedError, placing
from sitegen.checkers import Checker, checkers
from workshop import build, write_site

ROOT = Path(__file__).parents[2]


def tree(folder: Path) -> Mapping[str, bytes | None]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")
    }


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small site's checkout, whose own widgets can be imported beside the real ones, by commands that run in it."""
    monkeypatch.setattr(widgets, "__path__", [*widgets.__path__, str(tmp_path / "py" / "widgets")])
    monkeypatch.setattr(environment, "enter", lambda *_: None)
    importlib.invalidate_caches()
    return write_site(tmp_path)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the checkers look at, with two new widgets: one of a short name, and one of the longest."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("py/echomq", "py/widgets", "tests/strange_texts.py", "tests/widgets/conftest.py", "pyproject.toml"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    (folder / "py" / "sitegen").mkdir()
    (folder / "py" / "sitegen" / "__init__.py").write_text('"""Not here."""\n')
    (folder / ".venv").symlink_to(ROOT / ".venv")
    for element in ("a-b", "w-" + "w" * (LONGEST - 2)):
        beginnings.widget(folder, element)
    return folder


@pytest.mark.parametrize("name", ["ruff check", "ruff format", "import-linter", "pyright"])
def test_a_new_widget_passes_the_checkers(checkout: Path, name: str) -> None:
    checker = next(checker for checker in checkers(checkout) if checker.name == name)
    fine, output = checker.run(checkout)
    assert fine, output


def test_a_new_widget_and_its_tests_have_the_types_that_mypy_demands(checkout: Path) -> None:
    made = ("py/widgets/a_b.py", "tests/widgets/test_a_b.py")
    fine, output = Checker("mypy", (sys.executable, "-m", "mypy", *made)).run(checkout)
    assert fine, output


def test_a_new_widgets_tests_pass_and_take_every_branch_of_it(checkout: Path) -> None:
    run = ("run", "--branch", "-m", "pytest", "-q", "tests/widgets/test_a_b.py")
    for arguments in (run, ("report", "--include=py/widgets/a_b.py", "--fail-under=100")):
        fine, output = Checker("coverage", (sys.executable, "-m", "coverage", *arguments)).run(checkout)
        assert fine, output


def test_a_new_widget_builds_on_a_page(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(str(site), ["new", "widget", "slot-clock"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(
        "Made:\n    py/widgets/slot_clock.py\n    tests/widgets/test_slot_clock.py\n\nPut it on a page"
    )
    assert "    python3 build.py test tests/widgets/test_slot_clock.py\n" in said
    fence = said.partition("    ```")[2].rpartition("```")[0].replace("\n    ", "\n")
    write_site(site, f"A lede.\n\n```{fence}```\n")
    files, problems = build(site)
    assert problems == []
    html = files["hub/keys/index.html"].decode()
    assert '<slot-clock id="slot-clock" data-python="asleep" data-start="{&#34;queue&#34;: &#34;email&#34;}"' in html
    assert '<code data-part="slot">10780</code>' in html
    assert "The F# beside them says the same, function for function." in html


def test_a_new_dive_builds_and_is_the_last(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(str(site), ["new", "dive", "outbox-and-inbox"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(
        "Made:\n    content/hub/outbox-and-inbox.md\n    content/site.toml, where it is the last dive\n\n"
    )
    assert "hub/outbox-and-inbox/index.html" in said
    files, problems = build(site)
    assert problems == []
    assert "C4.08.3" in files["hub/outbox-and-inbox/index.html"].decode()
    hub = files["hub/index.html"].decode()
    assert '<a href="outbox-and-inbox/index.html"><span class="big">3</span><b>Outbox and inbox</b>' in hub


@pytest.mark.parametrize(
    "name",
    ["clock", "Slot-clock", "slot_clock", "-clock", "slot-", "slot--clock", "3-slots", "slot-clock\n", "схема-a", "",
     "../a-b", f"a-{'b' * LONGEST}"],
)  # fmt: skip
def test_what_is_no_widgets_name_is_refused(site: Path, name: str) -> None:
    before = tree(site)
    with pytest.raises(RefusedError, match="is no name for a widget: two words or more of small letters"):
        beginnings.widget(site, name)
    assert tree(site) == before


@pytest.mark.parametrize("name", ["Outbox", "out_box", "index", "-x", "out box", "../outbox", "a/b", "2-phase", ""])
def test_what_is_no_dives_name_is_refused(site: Path, name: str) -> None:
    before = tree(site)
    with pytest.raises(RefusedError, match="is no name for a dive: words of small letters"):
        beginnings.dive(site, name)
    assert tree(site) == before


def test_a_name_that_html_keeps_is_refused(site: Path) -> None:
    with pytest.raises(RefusedError, match="font-face is a name that HTML keeps for itself"):
        beginnings.widget(site, "font-face")


@pytest.mark.parametrize("there", ["py/widgets/slot_clock.py", "tests/widgets/test_slot_clock.py"])
def test_a_widget_that_is_there_is_never_written_over(
    site: Path, there: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (site / there).parent.mkdir(parents=True)
    (site / there).write_text("mine")
    before = tree(site)
    assert commands.main(str(site), ["new", "widget", "slot-clock"]) == 2
    said = f"{there} is there already, and is not written over: choose another name. Nothing was made.\n"
    assert capsys.readouterr() == ("", said)
    assert tree(site) == before


@pytest.mark.parametrize("there", ["content/hub/outbox.md", "content/hub/outbox/index.md"])
def test_a_dive_whose_address_is_taken_is_refused(site: Path, there: str) -> None:
    (site / there).parent.mkdir(exist_ok=True)
    (site / there).write_text("mine")
    before = tree(site)
    with pytest.raises(RefusedError, match=f"The address hub/outbox/ belongs to {there}"):
        beginnings.dive(site, "outbox")
    assert tree(site) == before


def test_a_site_file_with_problems_is_1_and_all_are_listed(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = site / "content" / "site.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('course = "F# In Depth"', "course = 7\ncolour = 1"))
    before = tree(site)
    assert commands.main(str(site), ["new", "dive", "outbox"]) == 1
    assert [line.partition(": ")[0] for line in capsys.readouterr().out.splitlines()] == [
        "content/site.toml:2:1", "content/site.toml:3:1", "Nothing was made."
    ]  # fmt: skip
    assert tree(site) == before
    file.unlink()
    with pytest.raises(BrokenSiteError) as broken:
        beginnings.dive(site, "outbox")
    assert list(map(str, broken.value.problems)) == ["content/site.toml:1:1: this file is missing"]


def test_a_site_file_that_takes_no_further_dive_is_told(site: Path) -> None:
    file = site / "content" / "site.toml"
    file.write_text("dive = []\n" + file.read_text(encoding="utf-8").partition("[[dive]]")[0], encoding="utf-8")
    before = tree(site)
    with pytest.raises(RefusedError, match=r"content/site\.toml takes no further \[\[dive\]\] at its end: no TOML: "):
        beginnings.dive(site, "outbox")
    assert tree(site) == before


def test_a_file_that_cannot_be_written_takes_the_others_back(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (site / "tests").write_text("a file where a folder should be")
    before = tree(site)
    assert commands.main(str(site), ["new", "widget", "slot-clock"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("The files could not be written (")
    assert error.endswith("). Nothing was made.\n")
    assert tree(site) == before


@pytest.mark.parametrize("ended", [OSError("full"), KeyboardInterrupt()])
def test_what_was_interrupted_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended: BaseException
) -> None:
    (tmp_path / "old").write_text("old")
    before = tree(tmp_path)

    def fail(*_: object) -> None:
        raise ended

    monkeypatch.setattr(shutil, "copymode", fail)
    with pytest.raises(type(ended)):
        placing.place(tmp_path, {"a/b/new": "new"}, {"old": "changed"})
    assert tree(tmp_path) == before
