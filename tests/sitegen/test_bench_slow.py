"""Processes that are slowed down: they are stopped again and again, and run when it is over, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from sitegen.bench.slow import CAN_SLOW, slowed

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(not CAN_SLOW, reason="this system can't stop a process and let it go on")

PATIENCE_S = 30


@contextmanager
def target() -> Iterator[int]:
    """A process that does nothing until it is told to end."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process.pid
        process.communicate(b"\n", PATIENCE_S)
        assert process.returncode == 0


def is_stopped(process: int) -> bool:
    command = ["ps", "-o", "state=", "-p", str(process)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.startswith(b"T")


def see_it_stopped(process: int) -> None:
    until = time.monotonic() + PATIENCE_S
    while not is_stopped(process):
        assert time.monotonic() < until


def test_a_target_is_stopped_meanwhile_and_runs_afterwards() -> None:
    with target() as process:
        with slowed(20, [process]) as told:
            see_it_stopped(process)
        assert not is_stopped(process)
        assert told.times is not None
        assert told.times > 1


def fail_while_it_is_slowed(process: int) -> None:
    with slowed(20, [process]):
        see_it_stopped(process)
        raise LookupError


def test_a_target_runs_after_a_failure() -> None:
    with target() as process:
        with pytest.raises(LookupError):
            fail_while_it_is_slowed(process)
        assert not is_stopped(process)


@pytest.mark.parametrize("end", ["closed input", "SIGTERM"])
def test_a_target_runs_after_its_slower_was_ended(end: str) -> None:
    with target() as process:
        command = [sys.executable, "-m", "sitegen.bench.slow", "20", str(process)]
        settings = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=settings) as slower:
            see_it_stopped(process)
            if end == "SIGTERM":
                slower.send_signal(signal.SIGTERM)
            else:
                assert slower.stdin is not None
                slower.stdin.close()
            slower.wait(PATIENCE_S)
        assert not is_stopped(process)


def test_a_target_that_ended_stops_nothing() -> None:
    with target() as gone:
        pass
    with target() as process, slowed(20, [gone, process]):
        see_it_stopped(process)
