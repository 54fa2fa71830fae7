"""The queues of others: who installs them, from which lists, and what is said where they can't be had."""

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

from sitegen import environment
from sitegen.bench import rivals
from sitegen.installation import SetupError, Step
from sitegen.toolchain import Toolchain

ROOT = Path(__file__).parents[2]
NAMES = ("bullmq", "ioredis", "procrastinate", "redis", "rq")


def test_no_list_of_the_build_or_of_the_tests_names_them() -> None:
    for name in ("requirements.lock", "package.json", "package-lock.json"):
        words = set(re.findall(r"[\w-]+", (ROOT / name).read_text(encoding="utf-8")))
        assert not words & set(NAMES), name


def test_their_lists_are_locked_by_hash_and_name_no_host() -> None:
    lock = (rivals.LISTS / "requirements.lock").read_text(encoding="utf-8")
    packages = re.findall(r"^[^\s#].*?==\S+ \\\n(?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+", lock, re.MULTILINE)
    assert "".join(packages) == lock
    npm = json.loads((rivals.LISTS / "package-lock.json").read_text(encoding="utf-8"))
    installed = [package for path, package in npm["packages"].items() if path]
    assert installed
    assert all(package["integrity"].startswith("sha512-") and "resolved" not in package for package in installed)


def test_what_pyproject_asks_for_is_what_is_locked() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]["rivals"]
    lock = (rivals.LISTS / "requirements.lock").read_text(encoding="utf-8")
    locked = {re.sub(r"\[.*\]", "", package) for package in re.findall(r"^(\S+==\S+)", lock, re.MULTILINE)}
    assert {re.sub(r"\[.*\]", "", package) for package in asked} <= locked


def stand_in(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let both installers be Pythons that run `code`; `made` is the folder they are to make."""

    def step(folder: Path) -> Step:
        program = f"from pathlib import Path; made = Path({str(folder)!r}); {code}"
        return Step(folder, "lists", ((sys.executable, "-c", program),), f"Making {folder.name} …", folder)

    monkeypatch.setattr(environment, "python_packages", lambda tools, *_: step(tools.venv))
    monkeypatch.setattr(environment, "npm_packages", lambda tools, *_: step(tools.node_modules))


def test_they_are_installed_once_apart_from_all_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, "made.mkdir()")
    (tmp_path / ".npmrc").write_text("omit-lockfile-registry-resolved=true\n")
    said: list[str] = []
    assert rivals.provide(tmp_path, said.append) == Toolchain(tmp_path / ".cache" / "rivals")
    assert [line for line in said if line.startswith("Making")] == ["Making .venv …", "Making node_modules …"]
    assert sorted(path.name for path in (tmp_path / ".cache" / "rivals").iterdir()) == [
        ".npmrc",
        ".venv",
        "node_modules",
        "package-lock.json",
        "package.json",
    ]
    rivals.provide(tmp_path, said.append)
    assert len([line for line in said if line.startswith("Making")]) == 2


def test_where_they_cannot_be_had_that_is_said_aloud(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, "raise SystemExit('Temporary failure in name resolution')")
    (tmp_path / ".npmrc").touch()
    with pytest.raises(SetupError, match=r"^Nothing was measured, because the queues to compare with can't be had\. "):
        rivals.provide(tmp_path, lambda _: None)
