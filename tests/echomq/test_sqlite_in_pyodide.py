"""The store in SQLite under the Python of the page: the same scenarios, the same answers, whatever its file can't do."""

import json
import subprocess
from pathlib import Path

from sitegen.runtime import sources
from sitegen.toolchain import Toolchain

ROOT = Path(__file__).parents[2]


def test_the_scenarios_come_out_the_same() -> None:
    scenarios = json.loads((ROOT / "tests" / "data" / "store_scenarios.json").read_text(encoding="utf-8"))["scenarios"]
    program = Path(__file__).with_name("scenarios.mjs")
    task = json.dumps({"sources": sources(ROOT), "scenarios": scenarios})
    command = [str(Toolchain(ROOT).node), str(program), str(ROOT / "node_modules" / "pyodide")]
    done = subprocess.run(command, input=task, capture_output=True, check=True, encoding="utf-8")
    told = json.loads(done.stdout)
    assert told["python"].startswith("3.14.")
    expected = [[step["result"], step["counts"]] for scenario in scenarios for step in scenario["steps"]]
    assert told["steps"] == expected * 2
