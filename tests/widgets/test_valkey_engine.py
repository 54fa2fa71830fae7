"""Valkey in the page's worker: it answers within the call, its time is its owner's, and it fails in one clear sentence."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sitegen import engine
from sitegen.toolchain import Toolchain

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = tmp_path_factory.mktemp("engine") / "valkey.wasm"
    path.write_bytes(engine.module(ROOT))
    command = [str(Toolchain(ROOT).node), str(Path(__file__).with_name("engine.mjs")), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def time(seconds: int, microseconds: int) -> str:
    words = (str(seconds), str(microseconds))
    return "*2\r\n" + "".join(f"${len(word)}\r\n{word}\r\n" for word in words)


def test_it_is_valkey_itself_and_answers_in_two_passes(found: dict[str, Any]) -> None:
    assert found["version"] == "9.1.1"
    assert (found["pong"], found["passes"]) == ("+PONG\r\n", 2)
    assert found["slot"] == ":10780\r\n"


def test_no_answer_is_too_long_and_none_is_cut(found: dict[str, Any]) -> None:
    assert found["long"] is True
    assert found["pipelined"] == 500 * len("$1000\r\n" + "y" * 1000 + "\r\n")
    assert (found["half"], found["rest"]) == (0, 1009)


def test_its_time_is_its_owners(found: dict[str, Any]) -> None:
    # 2025-06-01T09:00:00Z, and what was added to it.
    assert found["time"] == time(1_748_768_400, 0)
    assert found["later"] == time(1_748_768_401, 234_000)
    assert (found["there"], found["expired"]) == ("$1\r\n1\r\n", "$-1\r\n")
    assert found["earlier"] == time(1_000_000_000, 0)


def test_what_a_script_raises_is_an_answer(found: dict[str, Any]) -> None:
    assert found["scripts"] == ["-ERR no\r\n", True, True]


def test_connections_leave_nothing_behind(found: dict[str, Any]) -> None:
    assert found["grown"] == 0
    assert found["clients"] == "1"


def test_a_command_that_waits_has_no_answer_and_nobody_hung_up_is_spoken_to(found: dict[str, Any]) -> None:
    assert found["waiting"] == ""
    assert found["closed"] == "Error: This connection is closed."
    assert (found["bye"], found["gone"]) == ("+OK\r\n", "Error: This connection is closed.")


def test_two_engines_that_were_told_the_same_say_the_same(found: dict[str, Any]) -> None:
    assert found["same"] is True


def test_one_that_ended_says_so_from_then_on(found: dict[str, Any]) -> None:
    assert re.fullmatch(
        r"Error: Valkey broke down: it ended itself with code 0; its last words: Valkey is now ready to exit, bye bye\.\.\.",
        found["exit"],
    )
    assert found["after"] == found["exit"]
