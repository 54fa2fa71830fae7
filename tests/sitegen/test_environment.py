"""The project's own environment: what it is made from, how build.py comes to run in it, and who can't make it."""

import ast
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sitegen import environment
from sitegen.installation import SetupError, Step
from sitegen.toolchain import Toolchain

ROOT = Path(__file__).parents[2]
LISTS = ("requirements.lock", "package.json", "package-lock.json", ".npmrc")


class Became(Exception):  # noqa: N818 - it is no error: this process would be another one now
    """What a process would have become."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in LISTS:
        (tmp_path / name).write_text(f"{name} of a checkout\n")
    return tmp_path


@pytest.fixture
def become(monkeypatch: pytest.MonkeyPatch) -> None:
    def execve(python: str, command: list[str], environ: dict[str, str]) -> None:
        raise Became(python, command[1:], environ.get("SITEGEN_ENVIRONMENT_SETTLED"))

    monkeypatch.setattr(os, "name", "posix")
    monkeypatch.setattr(os, "execve", execve)


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], Step]:
    """Replace the real set-up by one that makes .venv with an interpreter in it, and nothing else."""

    def lay(root: Path) -> Step:
        tools = Toolchain(root)
        interpreter = tools.python.relative_to(root).as_posix()
        make = f"from pathlib import Path; p = Path({interpreter!r}); p.parent.mkdir(parents=True); p.touch()"
        step = Step(tools.venv, "lock", ((sys.executable, "-c", make),), "Making .venv …", tools.python)
        monkeypatch.setattr(environment, "steps", lambda _: (step,))
        return step

    return lay


@pytest.mark.parametrize(("changed", "step"), [("requirements.lock", 0), *((name, 1) for name in LISTS[1:])])
def test_a_change_in_a_list_changes_what_the_folder_is_made_from(checkout: Path, changed: str, step: int) -> None:
    before = environment.steps(checkout)
    (checkout / changed).write_text("another line\n")
    after = environment.steps(checkout)
    assert [a.made_from != b.made_from for a, b in zip(before, after, strict=True)] == [step == 0, step == 1]


def test_a_virtual_environment_belongs_to_one_python_and_one_place(checkout: Path) -> None:
    made_from = environment.steps(checkout)[0].made_from
    assert f"Python {sys.version_info.major}.{sys.version_info.minor} " in made_from
    assert str(checkout) in made_from


def test_packages_are_installed_by_hash_and_run_no_scripts(checkout: Path) -> None:
    venv, node_modules = environment.steps(checkout)
    assert "--require-hashes" in venv.commands[1]
    assert "--ignore-scripts" in node_modules.commands[0]
    assert node_modules.commands[0][0] == str(Toolchain(checkout).node)


def test_a_missing_list_is_told(checkout: Path) -> None:
    (checkout / "requirements.lock").unlink()
    with pytest.raises(SetupError, match=r"requirements\.lock can't be read .*: restore it from git"):
        environment.steps(checkout)


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_debians_python_without_venv_is_told_which_package_to_install(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else find(name))
    with pytest.raises(SetupError) as refused:
        environment.steps(checkout)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert f"has no module {missing}" in str(refused.value)
    assert f"apt install python{version}-venv" in str(refused.value)


@pytest.mark.usefixtures("become")
def test_the_first_run_makes_the_environment_and_starts_over_in_it(checkout: Path, lay: Callable[[Path], Step]) -> None:
    step = lay(checkout)
    with pytest.raises(Became) as became:
        environment.enter(checkout, ["build", "--out", "x"])
    assert step.is_done
    build = str(checkout / "build.py")
    assert became.value.args == (str(Toolchain(checkout).python), [build, "build", "--out", "x"], "1")


@pytest.mark.usefixtures("become")
def test_inside_a_finished_environment_there_is_nothing_to_do(
    checkout: Path, lay: Callable[[Path], Step], monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(checkout)
    with pytest.raises(Became):
        environment.enter(checkout, [])
    monkeypatch.setattr(sys, "prefix", str(Toolchain(checkout).venv))
    environment.enter(checkout, [])


@pytest.mark.usefixtures("become")
def test_inside_an_outdated_environment_the_python_outside_takes_over(
    checkout: Path, lay: Callable[[Path], Step], monkeypatch: pytest.MonkeyPatch
) -> None:
    step = lay(checkout)
    step.folder.mkdir()
    monkeypatch.setattr(sys, "prefix", str(step.folder))
    monkeypatch.setattr(sys, "_base_executable", "/usr/bin/their-python3", raising=False)
    with pytest.raises(Became) as became:
        environment.enter(checkout, ["check"])
    assert became.value.args == ("/usr/bin/their-python3", [str(checkout / "build.py"), "check"], None)
    assert not step.is_done


def test_the_word_that_all_is_settled_goes_no_further(
    checkout: Path, lay: Callable[[Path], Step], monkeypatch: pytest.MonkeyPatch
) -> None:
    step = lay(checkout)
    step.folder.mkdir()
    monkeypatch.setattr(sys, "prefix", str(step.folder))
    monkeypatch.setenv("SITEGEN_ENVIRONMENT_SETTLED", "1")
    environment.enter(checkout, [])
    assert "SITEGEN_ENVIRONMENT_SETTLED" not in os.environ


@pytest.mark.parametrize("version", ["(2, 7, 18)", "(3, 10, 99)"])
def test_an_old_python_is_told_what_is_needed_in_one_sentence(version: str) -> None:
    program = f"import sys, runpy; sys.version_info = {version}; runpy.run_path('build.py', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    shown = ".".join(version.strip("()").split(", ")[:2])
    assert done.stderr == (
        f"build.py needs Python 3.11 or newer, and this is Python {shown}:"
        " run it with a newer one, for example python3.13 build.py.\n"
    )


def test_old_pythons_can_read_build_py() -> None:
    text = (ROOT / "build.py").read_bytes()
    assert text.isascii()
    tree = ast.parse(text, feature_version=(3, 4))
    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Match, ast.AsyncFunctionDef, ast.Nonlocal, ast.Starred)
    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, newer)]
    arguments = [node for node in ast.walk(tree) if isinstance(node, ast.arg)]
    assert not [argument.arg for argument in arguments if argument.annotation]


def test_the_set_up_stands_on_the_standard_library_alone() -> None:
    """A Python without site-packages gets as far as build.py's help, which imports all that runs before set-up."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "build.py", "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
