"""The most memory that a process had, as the kernel tells it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sitegen.bench.memory import largest_mb, peak_mb


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells of its processes by files")
def test_what_was_given_back_still_counts() -> None:
    program = "held = bytearray(b'x') * 80_000_000; del held; print(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        peak = peak_mb(process.pid)
        process.communicate(b"\n", 30)
    assert peak is not None
    assert 80 < peak < 140
    assert peak_mb(process.pid) is None
    assert largest_mb([process.pid]) is None
    ours = largest_mb([process.pid, os.getpid()])
    assert ours is not None
    assert 0 < ours <= (peak_mb(os.getpid()) or 0)
