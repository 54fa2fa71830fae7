"""What Python starts from in the page: whichever answers first, on lines and machines as `build.py bench --all` has them."""

import json
import subprocess
from pathlib import Path

import pytest

from sitegen.toolchain import Toolchain

ROOT = Path(__file__).parents[2]

#: Bytes in a ms, where a line carries so many Mbit/s.
MBIT = 125


@pytest.mark.parametrize(
    ("known", "start"),
    [
        ({}, "snapshot"),
        ({"rate": 100 * MBIT}, "snapshot"),
        ({"rate": 10 * MBIT}, "trimmed"),
        ({"rate": 10 * MBIT, "cores": 8}, "trimmed"),
        ({"rate": 1.6 * MBIT}, "trimmed"),
        ({"rate": 0}, "trimmed"),
        ({"rate": 1.6 * MBIT, "kept": True}, "snapshot"),
        ({"saving": True}, "trimmed"),
        ({"saving": True, "kept": True}, "snapshot"),
    ],
    ids=["loopback", "100", "10", "10, 8 cores", "1.6", "nothing came", "kept", "saving", "saving, kept"],
)
def test_it_starts_from(known: dict[str, object], start: str) -> None:
    usual = {"kept": False, "saving": False, "more": 1_530_000, "rate": 1e6, "cores": 2}
    command = [str(Toolchain(ROOT).node), str(Path(__file__).with_name("choosing.mjs"))]
    done = subprocess.run(command, input=json.dumps([usual | known]), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [start]
