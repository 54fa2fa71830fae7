"""The stores under the Python of the page: the same scenarios, the same answers, over SQLite and over Valkey beside it."""

import json
import subprocess
from pathlib import Path

from sitegen import engine
from sitegen.runtime import sources
from sitegen.toolchain import Toolchain

ROOT = Path(__file__).parents[2]


def test_the_scenarios_come_out_the_same(tmp_path: Path) -> None:
    scenarios = json.loads((ROOT / "tests" / "data" / "store_scenarios.json").read_text(encoding="utf-8"))["scenarios"]
    assert len(scenarios) >= 24
    program = Path(__file__).with_name("scenarios.mjs")
    module = tmp_path / "valkey.wasm"
    module.write_bytes(engine.module(ROOT))
    task = json.dumps({"sources": sources(ROOT), "scenarios": scenarios})
    command = [str(Toolchain(ROOT).node), str(program), str(ROOT / "node_modules" / "pyodide"), str(module)]
    done = subprocess.run(command, input=task, capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["python"].startswith("3.14.")
    expected = [[step["result"], step["counts"]] for scenario in scenarios for step in scenario["steps"]]
    assert told["steps"] == {"memory": expected, "file": expected, "valkey": expected}
