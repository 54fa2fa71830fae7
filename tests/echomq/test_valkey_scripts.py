"""The scripts of the store on Valkey: sent once, found wherever the package lies, and as their heads say."""

import json
import re
import subprocess
import sys
import zipfile
from hashlib import sha1
from pathlib import Path
from typing import Any

import pytest

from begun import DA, DY, DZ
from echomq.job import Job
from echomq.links.commands import Answer, Commands, Word
from echomq.stores.valkey import ValkeyStore
from echomq.stores.valkey.scripts import name_of

ROOT = Path(__file__).parents[2]

LUA = sorted((ROOT / "py" / "echomq" / "lua").iterdir())
SCENARIOS = json.loads((ROOT / "tests" / "data" / "store_scenarios.json").read_text(encoding="utf-8"))["scenarios"]


class Heard:
    """Commands that are written down by their first word before they are sent."""

    def __init__(self, commands: Commands, first: tuple[Word, ...] = ()) -> None:
        self.said: list[Word] = []
        self._commands = commands
        self._first = first

    def call(self, *words: Word) -> Answer:
        if self._first:
            self._commands.call(*self._first)
        self.said.append(words[0])
        return self._commands.call(*words)


def test_a_script_is_sent_once(commands: Commands) -> None:
    commands.call("SCRIPT", "FLUSH")
    heard = Heard(commands)
    store = ValkeyStore(heard, "email")
    for id in (DY, DZ, DA):
        store.enqueue(id, "a")
    assert heard.said == ["EVALSHA", "EVAL", "EVALSHA", "EVALSHA"]


def test_a_server_that_forgets_every_script_answers_the_same(commands: Commands) -> None:
    forgetful = Heard(commands, ("SCRIPT", "FLUSH"))
    for number, scenario in enumerate(SCENARIOS):
        store = ValkeyStore(forgetful, f"queue {number}")
        for step in scenario["steps"]:
            answer: Any = getattr(store, step["verb"])(*step["args"])
            if isinstance(answer, Job):
                answer = [answer.id, answer.payload, answer.attempts]
            assert (answer, list(store.counts())) == (step["result"], step["counts"]), scenario["name"]
    assert forgetful.said.count("EVAL") == forgetful.said.count("EVALSHA")


@pytest.mark.parametrize("path", LUA, ids=lambda path: path.stem)
def test_the_head_of_a_script_names_all_its_keys_and_arguments(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    head, _, body = text.partition("\n\n")
    assert all(line.startswith("--") for line in head.splitlines())
    assert "Answers" in head
    said: dict[str, str] = dict(re.findall(r"^-- (KEYS|ARGV)(  (?:.|\n--   )*)", head, re.MULTILINE))
    for name in ("KEYS", "ARGV"):
        used = {int(number) for number in re.findall(rf"{name}\[(\d)\]", body)}
        declared = {int(number) for number in re.findall(r"  +(\d) (?=\w)", said.get(name, ""))}
        if path.stem == "clock" and name == "KEYS":
            assert (used, declared) == (set(), {1})  # it is there to find the server
        else:
            assert used == declared, name


def test_a_script_is_known_by_its_digest_and_by_its_text() -> None:
    for path in LUA:
        source = path.read_text(encoding="utf-8")
        assert name_of(source) == path.stem
        assert name_of(sha1(source.encode(), usedforsecurity=False).hexdigest()) == path.stem
    with pytest.raises(LookupError, match=r"no script of the store goes by redis\.call"):
        name_of("redis.call('FLUSHALL')")


def test_there_is_a_script_for_every_verb_that_changes_something() -> None:
    assert [path.name for path in LUA] == [
        "claim.lua",
        "clock.lua",
        "complete.lua",
        "counts.lua",
        "enqueue.lua",
        "enqueue_at.lua",
        "extend.lua",
        "promote.lua",
        "reap.lua",
        "retry.lua",
    ]


def test_the_scripts_are_found_in_an_archive_too(tmp_path: Path) -> None:
    # A page loads the package from a zip.
    archive = tmp_path / "library.zip"
    with zipfile.ZipFile(archive, "w") as library:
        for path in (ROOT / "py" / "echomq").rglob("*"):
            if path.suffix in {".py", ".lua"}:
                library.write(path, path.relative_to(ROOT / "py"))
    program = "from echomq.stores.valkey.scripts import script; print(script('claim').source.decode(), end='')"
    done = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONPATH": str(archive)}, check=True, capture_output=True, text=True
    )
    assert done.stdout == (ROOT / "py" / "echomq" / "lua" / "claim.lua").read_text(encoding="utf-8")
