"""Whatever happens to a browser, closing it leaves neither a process nor a folder behind."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.engines import display, firefox, webkit
from browser.engines.engine import EngineError, wait_until
from demanded import lacking

if TYPE_CHECKING:
    from collections.abc import Callable


def commands_naming(word: str) -> list[str]:
    """Command lines and environments of running processes that name `word`; one that has ended but isn't reaped has neither."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            told = (folder / "cmdline").read_bytes() + (folder / "environ").read_bytes()
        except OSError:
            continue
        if word.encode() in told:
            found.append(folder.name)
    return found


def wait_for_no_process_naming(word: str) -> None:
    wait_until(f"processes that name {word}", lambda: str(commands_naming(word)), "[]", 10)


def or_skip(available: Callable[[], str | None]) -> None:
    reason = available()
    if reason is not None:
        lacking(reason)


def crash_of_the_driver(running: firefox.Firefox | webkit.WebKit) -> None:
    if isinstance(running, firefox.Firefox):
        running._node.kill()
        running._node.wait()
    else:
        running._service.process.kill()
        running._service.process.wait()


def home_of(running: firefox.Firefox | webkit.WebKit) -> Path:
    return Path(running._folder.name) if isinstance(running, firefox.Firefox) else running._home


@pytest.mark.parametrize("kind", [firefox, webkit], ids=["firefox", "webkit"])
@pytest.mark.parametrize("crashed", [False, True], ids=["as it should", "after the driver's crash"])
def test_a_browser_ends_without_leaving_anything(kind: object, *, crashed: bool) -> None:
    or_skip(firefox.available if kind is firefox else webkit.available)
    running = firefox.Firefox() if kind is firefox else webkit.WebKit()
    home = home_of(running)
    try:
        assert commands_naming(str(home)) != []
        if crashed:
            crash_of_the_driver(running)
            with pytest.raises(EngineError):
                running.text("html")
    finally:
        running.close()
    assert not home.exists()
    wait_for_no_process_naming(str(home))


def test_a_screen_ends_with_its_block() -> None:
    or_skip(display.available)
    with display.Display() as screen:
        socket = Path(f"/tmp/.X11-unix/X{screen.name.removeprefix(':')}")
        ours = socket.stat()
        with display.Display() as another:
            assert another.name != screen.name
        os.kill(screen._process.pid, 0)
    # Another screen may have taken the number since.
    assert not socket.exists() or socket.stat().st_ctime_ns > ours.st_ctime_ns
