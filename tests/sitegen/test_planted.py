"""What is wrong on the real pages never gets out: each fault that is planted there stops the build at its own place."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from sitegen.build import build_site
from sitegen.cache import PARTIAL
from sitegen.fable import Compiled

ROOT = Path(__file__).parents[2]
FIRST = "content/persistence/keys-and-rows.md"
SECOND = "content/persistence/serialization.md"
PORT = "content/fsharp/EchoMQ/Keyspace.fs"


@pytest.fixture
def checkout(tmp_path: Path, compiled: Compiled) -> Path:
    """The project with words and F# of its own, and the tools, caches and code of this one."""
    assert compiled.problems == ()  # and so the cache has the port
    folder = tmp_path / "checkout"
    folder.mkdir()
    shutil.copytree(ROOT / "content", folder / "content")
    shutil.copytree(ROOT / ".cache", folder / ".cache", ignore=shutil.ignore_patterns("*.lock", f"*{PARTIAL}"))
    for name in (".venv", "node_modules", "static", "templates", "py"):
        (folder / name).symlink_to(ROOT / name, target_is_directory=True)
    return folder


def plant(checkout: Path, path: str, faults: Mapping[str, str]) -> list[str]:
    """Replace texts, each of which is there, and return `path:line:column` of where each fault then stands."""
    file = checkout / path
    text = file.read_text(encoding="utf-8")
    for right, wrong in faults.items():
        assert right in text, f"{path} no longer says {right}"
        text = text.replace(right, wrong, 1)
    file.write_text(text, encoding="utf-8")
    return [_place(path, text, wrong) for wrong in faults.values()]


def _place(path: str, text: str, wrong: str) -> str:
    at = text.index(wrong)
    return f"{path}:{text.count(chr(10), 0, at) + 1}:{at - text.rfind(chr(10), 0, at)}"


def test_what_is_wrong_in_sentences_and_scripts_is_told_at_once_and_nothing_is_written(
    checkout: Path, tmp_path: Path
) -> None:
    places = plant(
        checkout,
        FIRST,
        {
            '{=slot("{abc")}': '{=slot("{abc") == 445}',
            '{=queue_key("email", "pending")}': '{=queue_keys("email", "pending")}',
            "// val it: int = 12739\n\nKeyspace.slot (": "// val it: int = 12738\n\nKeyspace.slot (",
            "// System.ArgumentException: jobKey requires a": "// System.ArgumentException: jobKey wants a",
            'fsharp = "content/fsharp/EchoMQ/Keyspace.fs: queueKey,': 'fsharp = "content/fsharp/EchoMQ/Keyspace.fs: queueKeys,',
            "#keyspace)": "#keyspaces)",
            "A cluster of Valkey": "16384 slots. A cluster of Valkey",
            "How a branded id becomes the key": "16385 branded ids become keys: the key",
        },
    )
    places += plant(
        checkout, SECOND, {'{=decode("JOB0Dqhu1EsDLc")[1]}': '{=decode("JOB0Dqhu1EsDLc")[1] == 187490421964832768}'}
    )
    said = [
        'says 445, but slot("{abc") is 444',
        "nothing is called queue_keys here",
        "says 12738, but F# answers 12739",
        "says jobKey wants a valid branded id (Parameter 'branded'), but F# raises jobKey requires",
        "content/fsharp/EchoMQ/Keyspace.fs has neither a definition nor a // region called queueKeys",
        "content/persistence/keys-and-rows.md has no #keyspaces",
        "16384 is taken on trust",
        "16385 is taken on trust",
        'says 187490421964832768, but decode("JOB0Dqhu1EsDLc")[1] is 187490421969022976',
    ]
    report = build_site(checkout, tmp_path / "dist")
    found = [str(problem) for problem in report.problems]
    for place, words in zip(places, said, strict=True):
        assert any(problem.startswith(f"{place}: {words}") for problem in found), (place, words, found)
    assert len(found) == len(said)
    assert not (tmp_path / "dist").exists()


def test_what_the_compiler_refuses_is_told_where_it_stands_in_the_port(checkout: Path, tmp_path: Path) -> None:
    (place,) = plant(checkout, PORT, {"% Slots": '% "Slots"'})
    report = build_site(checkout, tmp_path / "dist")
    first = str(report.problems[0])
    assert first.startswith(place.rpartition(":")[0])
    assert "The type 'string' does not match the type 'int'" in first
    assert not (tmp_path / "dist").exists()
