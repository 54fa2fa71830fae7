"""The command line: what it offers, what it means, and the exit codes it promises."""

import json
import socket
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from sitegen import browsers, checkers, commands, environment, serve, suite
from sitegen.bench import cold, page_report, queues, rivals, standings
from sitegen.bench.program import ContestantError
from sitegen.bench.readme import PAGE, QUEUES
from sitegen.bench.visits import VisitError
from sitegen.checkers import Checker
from sitegen.installation import SetupError
from sitegen.scripts import ScriptError

ROOT = Path(__file__).parents[2]


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment is there and this process runs in it."""
    monkeypatch.setattr(environment, "enter", lambda *_: None)


def generator(monkeypatch: pytest.MonkeyPatch, *problems: str) -> None:
    """Stand for the generator: it finds `problems` in any content."""

    def build_site(root: Path, out: Path, _: object) -> SimpleNamespace:
        assert root == Path("/checkout")
        return SimpleNamespace(problems=problems, out=out)

    module = ModuleType("sitegen.build")
    module.build_site = build_site  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sitegen.build", module)


def test_help_needs_no_set_up_and_works_from_anywhere(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "build.py"), "--help"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    offered = [line.split()[0] for line in done.stdout.splitlines() if line.startswith("    ")]
    assert offered == ["serve", "build", "test", "check", "bench", "new", "picture"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["publish"],
        ["--prot", "8001"],
        ["build", "--ou", "x"],
        ["serve", "--port", "65536"],
        ["check", "all"],
        ["new"],
        ["new", "page", "x"],
        ["new", "widget"],
        ["new", "dive", "a", "b"],
        ["bench", "everything"],
        ["bench", "queues", "--all"],
    ],
)
def test_wrong_use_is_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        commands.main("/checkout", arguments)
    assert ended.value.code == 2
    assert "usage: python3 build.py" in capsys.readouterr().err


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(
    ("arguments", "port", "out"),
    [
        ([], None, Path("/checkout/dist")),
        (["serve"], None, Path("/checkout/dist")),
        (["--port", "9000", "--out", "/elsewhere"], 9000, Path("/elsewhere")),
    ],
)
def test_serve_is_what_nothing_means(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], port: int | None, out: Path
) -> None:
    seen = []
    monkeypatch.setattr(serve, "serve", lambda *given, **_: seen.append(given))
    assert commands.main("/checkout", arguments) == 0
    assert seen == [(Path("/checkout"), out, port)]


@pytest.mark.usefixtures("inside")
def test_a_port_with_an_owner_is_wrong_use_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as owner:
        port = owner.getsockname()[1]
        assert commands.main(str(tmp_path), ["serve", "--port", str(port)]) == 2
    assert f"Port {port} can't be had (Address already in use)" in capsys.readouterr().err


@pytest.mark.usefixtures("inside")
def test_a_build_without_problems_is_0(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    generator(monkeypatch)
    assert commands.main("/checkout", ["build"]) == 0
    assert capsys.readouterr().out == "The site is in /checkout/dist.\n"


@pytest.mark.usefixtures("inside")
def test_problems_are_1_and_all_listed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    generator(monkeypatch, "content/a.md:12:5: no such widget", "content/b.md:1:1: no title")
    assert commands.main("/checkout", ["build", "--out", "/elsewhere"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "content/a.md:12:5: no such widget",
        "content/b.md:1:1: no title",
        "2 problems; /elsewhere is as it was.",
    ]


@pytest.mark.usefixtures("inside")
def test_what_a_tool_refuses_is_1_in_the_tools_own_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refusal = "static/js/page.js:3:7: ERROR: Expected identifier"

    def refuse(*_: object) -> None:
        raise ScriptError(refusal)

    monkeypatch.setattr("sitegen.build.build_site", refuse)
    assert commands.main("/checkout", ["build"]) == 1
    assert capsys.readouterr().out == f"{refusal}\n1 problem; /checkout/dist is as it was.\n"


def test_a_set_up_that_cannot_be_is_2_and_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = "The disk is full: free some."

    def refuse(*_: object) -> None:
        raise SetupError(sentence)

    monkeypatch.setattr(environment, "enter", refuse)
    assert commands.main("/checkout", ["build"]) == 2
    assert capsys.readouterr().err == f"{sentence}\n"


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(("ci", "required"), [("true", True), ("", False)])
def test_pytest_gets_its_arguments_as_they_were_given(
    monkeypatch: pytest.MonkeyPatch,
    ci: str,
    required: bool,  # noqa: FBT001
) -> None:
    seen: list[object] = []

    def run(root: Path, arguments: tuple[str, ...]) -> int:
        seen.append((root, arguments))
        return 1

    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(browsers, "provide", lambda log, *, required: seen.append((log, required)))
    monkeypatch.setattr(suite, "run", run)
    assert commands.main("/checkout", ["test", "-k", "slot and not server", "tests/echomq", "--port", "x"]) == 1
    assert seen == [
        (Path("/checkout/.cache/setup.log"), required),
        (Path("/checkout"), ("-k", "slot and not server", "tests/echomq", "--port", "x")),
    ]


@pytest.mark.usefixtures("inside")
def test_every_checker_runs_and_one_that_finds_something_is_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    finds = Checker("strict", (sys.executable, "-c", "print('here is a fault'); exit(3)"))
    content = Checker("mild", (sys.executable, "-c", "print('nothing to say')"))
    monkeypatch.setattr(checkers, "checkers", lambda _: (finds, content))
    assert commands.main(str(ROOT), ["check"]) == 1
    assert capsys.readouterr().out == "strict: FAILED\nhere is a fault\n\nmild: fine\n"
    monkeypatch.setattr(checkers, "checkers", lambda _: (content,))
    assert commands.main(str(ROOT), ["check"]) == 0


@pytest.fixture
def page_figures(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Stand for the measuring of the page; what it was asked for is among the figures."""
    figures: dict[str, Any] = {"build": {"files": 3}}
    page = ModuleType("sitegen.bench.page")

    def measure(root: Path, site: Path, _: object, *, everywhere: bool) -> dict[str, Any]:
        return figures | {"asked": [root.name, site.name, everywhere]}

    page.measure = measure  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sitegen.bench.page", page)
    monkeypatch.setattr("sitegen.bench.page", page, raising=False)
    monkeypatch.setattr(browsers, "provide", lambda *_, **__: None)
    monkeypatch.setattr(cold, "without_cache", nullcontext)
    monkeypatch.setattr(page_report, "report", lambda told: f"report {sorted(told)}")
    monkeypatch.setattr(page_report, "block", lambda told: f"block {sorted(told)}")
    return figures


@pytest.mark.usefixtures("inside", "page_figures")
@pytest.mark.parametrize(("words", "everywhere"), [([], False), (["--all"], True)])
def test_the_benchs_figures_go_to_the_file(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    words: list[str],
    everywhere: bool,  # noqa: FBT001
) -> None:
    generator(monkeypatch)
    file = tmp_path / "figures.json"
    assert commands.main("/checkout", ["bench", *words, "--json", str(file)]) == 0
    figures = json.loads(file.read_text())
    assert figures["asked"] == ["checkout", "site", everywhere]
    assert set(figures["build"]) == {"files", "seconds", "is_cold"}
    assert figures["build"]["is_cold"] is everywhere


@pytest.mark.usefixtures("inside", "page_figures")
def test_a_build_that_fails_has_no_figures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    generator(monkeypatch, "content/a.md:1:1: no title")
    assert commands.main("/checkout", ["bench", "--json", str(tmp_path / "figures.json")]) == 1
    assert not (tmp_path / "figures.json").exists()


@pytest.mark.usefixtures("inside", "page_figures")
def test_a_start_that_gave_no_answer_is_1(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = "PyScript, main thread: no answer of Python came within 180 s."

    def measure(*_: object, **__: object) -> None:
        raise VisitError(sentence)

    generator(monkeypatch)
    monkeypatch.setattr(sys.modules["sitegen.bench.page"], "measure", measure)
    assert commands.main("/checkout", ["bench", "--json", str(tmp_path / "figures.json")]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == sentence
    assert not (tmp_path / "figures.json").exists()


@pytest.mark.usefixtures("inside", "page_figures")
def test_the_readme_can_be_written_from_figures_that_were_kept(tmp_path: Path) -> None:
    readme, kept = tmp_path / "README.md", tmp_path / "figures.json"
    readme.write_text(f"{QUEUES.begin}{QUEUES.end}{PAGE.begin}{PAGE.end}\n")
    kept.write_text('{"conditions": []}')
    assert commands.main(str(tmp_path), ["bench", "--from", str(kept), "--readme"]) == 0
    written = f"{PAGE.begin}\n\nblock ['conditions']\n\n{PAGE.end}"
    assert readme.read_text() == f"{QUEUES.begin}{QUEUES.end}{written}\n"


@pytest.fixture
def measuring(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stand for the measuring of queues; what was done."""
    done: list[str] = []

    def measure(*_: object) -> dict[str, int]:
        done.append("measured")
        return {"rounds": 1}

    monkeypatch.setattr(rivals, "provide", lambda _: done.append("provided"))
    monkeypatch.setattr(queues, "measure", measure)
    monkeypatch.setattr(standings, "report", lambda figures: f"report {figures}")
    monkeypatch.setattr(standings, "block", lambda figures: f"block {figures}")
    return done


@pytest.mark.usefixtures("inside")
def test_the_queues_figures_are_printed_and_kept_where_they_are_wanted(
    measuring: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"# A\n{QUEUES.begin}{QUEUES.end}\n")
    assert commands.main(str(tmp_path), ["bench", "queues", "--json", str(tmp_path / "figures.json")]) == 0
    assert capsys.readouterr().out == "report {'rounds': 1}\n"
    assert json.loads((tmp_path / "figures.json").read_text()) == {"rounds": 1}
    assert readme.read_text() == f"# A\n{QUEUES.begin}{QUEUES.end}\n"
    assert commands.main(str(tmp_path), ["bench", "queues", "--readme"]) == 0
    assert readme.read_text() == f"# A\n{QUEUES.begin}\n\nblock {{'rounds': 1}}\n\n{QUEUES.end}\n"
    assert measuring == ["provided", "measured"] * 2


@pytest.mark.usefixtures("inside")
def test_a_readme_without_a_place_for_them_is_1_before_anything_is_measured(
    measuring: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "README.md").write_text("# A\n")
    assert commands.main(str(tmp_path), ["bench", "queues", "--readme"]) == 1
    assert capsys.readouterr().out.startswith("README.md must have `<!-- ")
    assert measuring == []


@pytest.mark.usefixtures("inside", "measuring")
def test_a_queue_that_did_not_do_the_work_is_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = "Rival completed 3 times, 2 different ones of 3 jobs."

    def measure(*_: object) -> None:
        raise ContestantError(sentence)

    monkeypatch.setattr(queues, "measure", measure)
    assert commands.main(str(tmp_path), ["bench", "queues"]) == 1
    assert capsys.readouterr().out == f"{sentence}\n"
