"""The browsers that the tests drive: found on this machine, or installed where that can be done without asking anyone."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sitegen.installation import SetupError, say

CHROMIUM_ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Root, who runs CI's containers, has no sandbox to start in.
    *(("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()),
)


@dataclass(frozen=True, slots=True)
class Engine:
    """A browser engine, the programs that driving it takes (one of each tuple), and Debian's packages of them."""

    name: str
    programs: tuple[tuple[str, ...], ...]
    packages: tuple[str, ...]

    @property
    def is_here(self) -> bool:
        """Whether PATH has all its programs."""
        return all(any(map(shutil.which, names)) for names in self.programs)


CHROMIUM = Engine("Chromium", (("chromium", "chromium-browser", "google-chrome", "chrome"),), ("chromium",))
FIREFOX = Engine("Firefox", (("firefox-esr", "firefox"),), ("firefox-esr",))
WEBKIT = Engine("WebKit", (("WebKitWebDriver",), ("Xvfb",)), ("webkit2gtk-driver", "xvfb"))


def chromium() -> str:
    """The path of the Chromium that tests and benchmarks drive.

    Raises:
        SetupError: where there is none.

    """
    found = next(filter(None, map(shutil.which, CHROMIUM.programs[0])), None) or _playwrights_chromium()
    if found is None:
        sentence = "No Chromium was found: put one on PATH, or let `python3 build.py test` fetch one."
        raise SetupError(sentence)
    return found


def provide(log: Path, *, required: bool, say: Callable[[str], None] = say) -> None:
    """Install what is missing: Chromium in any case, Firefox and WebKit where Debian's packages can be had.

    The installers' output is added to the file `log`. Where `required`, a missing Firefox or WebKit is an error too.

    Raises:
        SetupError: where a browser that the tests can't do without can't be had.

    """
    missing = [engine for engine in (CHROMIUM, FIREFOX, WEBKIT) if not engine.is_here]
    if missing and _may_use_debians_packages():
        packages = sorted({package for engine in missing for package in engine.packages})
        say(f"Installing {', '.join(packages)} with apt-get …")
        _apt_get(packages, log)
        missing = [engine for engine in missing if not engine.is_here]
    if CHROMIUM in missing:
        missing.remove(CHROMIUM)
        if _playwrights_chromium() is None:
            _fetch_playwrights_chromium(log, say)
    if not missing:
        return
    names = " and ".join(engine.name for engine in missing)
    wanted = " ".join(sorted({package for engine in missing for package in engine.packages}))
    if required:
        sentence = f"CI demands {names}, which could not be had: install Debian's packages {wanted}. (Details: {log})"
        raise SetupError(sentence)
    say(f"SKIPPED: the smoke tests in {names}, which can't be driven here (Debian's packages {wanted} would do).")


def _may_use_debians_packages() -> bool:
    # Ubuntu's packages of these names are stubs that ask for snap.
    release = Path("/etc/os-release")
    return (
        hasattr(os, "geteuid")
        and os.geteuid() == 0
        and shutil.which("apt-get") is not None
        and release.is_file()
        and "ID=debian" in release.read_text(encoding="utf-8").splitlines()
    )


def _apt_get(packages: Sequence[str], log: Path) -> None:
    patience = ("-o", "DPkg::Lock::Timeout=300")
    _run(("apt-get", *patience, "update"), log)
    _run(("apt-get", *patience, "install", "--yes", "--no-install-recommends", *packages), log)


def _playwrights_chromium() -> str | None:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - not there before set-up

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return str(path) if path.exists() else None


def _fetch_playwrights_chromium(log: Path, say: Callable[[str], None]) -> None:
    say("Fetching a Chromium with Playwright …")
    _run((sys.executable, "-m", "playwright", "install", "chromium"), log)
    if _playwrights_chromium() is None:
        sentence = f"No Chromium was found and none could be fetched: install one and put it on PATH. (Details: {log})"
        raise SetupError(sentence)


def _run(command: Sequence[str], log: Path) -> None:
    log.parent.mkdir(exist_ok=True)
    with log.open("a", encoding="utf-8") as file:
        file.write(f"$ {' '.join(command)}\n")
        file.flush()
        environ = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=environ)
