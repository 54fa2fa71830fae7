"""Which browsers the tests get, and what is said where one can't be had."""

import sys
from pathlib import Path

import pytest

from sitegen import browsers
from sitegen.installation import SetupError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="stands programs up as POSIX does")

ALL = ("chromium", "firefox-esr", "WebKitWebDriver", "Xvfb")


class Machine:
    """A machine whose PATH holds what the test puts there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ran: list[tuple[str, ...]] = []
        self.said: list[str] = []
        self.log = folder / "setup.log"

    def has(self, *programs: str) -> None:
        for program in programs:
            (self.folder / program).write_text("#!/bin/sh\n")
            (self.folder / program).chmod(0o755)

    def provide(self, *, required: bool = False) -> None:
        browsers.provide(self.log, required=required, say=self.said.append)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browsers, "_may_use_debians_packages", lambda: False)
    monkeypatch.setattr(browsers, "_playwrights_chromium", lambda: None)
    monkeypatch.setattr(browsers, "_run", lambda command, _: made.ran.append(command))
    return made


def test_a_machine_with_all_of_them_is_left_alone(machine: Machine) -> None:
    machine.has(*ALL)
    machine.provide(required=True)
    assert (machine.ran, machine.said) == ([], [])


def test_debian_installs_what_is_missing_and_nothing_else(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.has("chromium", "Xvfb")

    def run(command: tuple[str, ...], _: Path) -> None:
        machine.ran.append(command)
        if "install" in command:
            machine.has("firefox-esr", "WebKitWebDriver")

    monkeypatch.setattr(browsers, "_may_use_debians_packages", lambda: True)
    monkeypatch.setattr(browsers, "_run", run)
    machine.provide(required=True)
    update, install = machine.ran
    assert update[-1] == "update"
    assert install[install.index("--no-install-recommends") + 1 :] == ("firefox-esr", "webkit2gtk-driver", "xvfb")


def test_without_packages_chromium_is_fetched_by_playwright(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.has(*ALL[1:])
    fetched: list[str] = []
    monkeypatch.setattr(browsers, "_playwrights_chromium", lambda: next(iter(fetched), None))
    monkeypatch.setattr(browsers, "_run", lambda command, _: fetched.append(" ".join(command[1:])))
    machine.provide()
    assert fetched == ["-m playwright install chromium"]


def test_no_chromium_at_all_ends_the_tests(machine: Machine) -> None:
    with pytest.raises(
        SetupError, match=r"^No Chromium was found and none could be fetched: install one .*setup\.log\)$"
    ):
        machine.provide()


def test_other_engines_are_skipped_aloud(machine: Machine) -> None:
    machine.has("google-chrome")
    machine.provide()
    assert machine.said == [
        (
            "SKIPPED: the smoke tests in Firefox and WebKit, which can't be driven here"
            " (Debian's packages firefox-esr webkit2gtk-driver xvfb would do)."
        )
    ]


def test_ci_demands_the_other_engines(machine: Machine) -> None:
    machine.has("chromium", "firefox")
    with pytest.raises(SetupError, match=r"^CI demands WebKit, which could not be had"):
        machine.provide(required=True)


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome", "chrome"])
def test_chromium_goes_by_several_names(machine: Machine, name: str) -> None:
    machine.has(name)
    assert browsers.chromium() == str(machine.folder / name)


@pytest.mark.usefixtures("machine")
def test_asking_for_a_chromium_that_is_not_there_is_told() -> None:
    with pytest.raises(SetupError, match="put one on PATH"):
        browsers.chromium()
