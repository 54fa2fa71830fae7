"""The site while it is being written: served on this machine, built again after every change, reloaded where it is open."""

import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from sitegen import watch
from sitegen.server import TYPES, LocalServer, StaticHandler, running

FIRST_PORT = 8000
WATCHED = ("content", "templates", "static", "py")

_RELOAD = Path(__file__).with_name("reload.js")
_HEARTBEAT = 15.0
_NOT_BUILT = b"<!doctype html><title>Not built</title><p>The site isn't built yet: the terminal says why.</p></body>"


class Editions:
    """Which edition of the site is being served, for pages that wait for the next one.

    An edition's name is new in every run of the server, so that a page of an earlier run reloads too.
    """

    def __init__(self) -> None:
        """Begin with an edition that no page has seen."""
        self._run = secrets.token_hex(4)
        self._number = 0
        self._published = threading.Condition()

    @property
    def current(self) -> str:
        """The name of the edition that is served now."""
        return f"{self._run}-{self._number}"

    def publish(self) -> None:
        """Announce that the site has changed."""
        with self._published:
            self._number += 1
            self._published.notify_all()

    def wait_for_another(self, than: str, timeout: float) -> str:
        """Return the current edition as soon as it isn't `than`, or after `timeout` seconds whatever it is."""
        with self._published:
            self._published.wait_for(lambda: self.current != than, timeout)
            return self.current


class WorkshopHandler(StaticHandler):
    """Adds to each page a script that reloads it; `'self'` in the site's policy covers it, and no file changes."""

    editions: Editions

    def do_GET(self) -> None:  # noqa: N802 - the base class asks for this name
        """Answer one request."""
        match urlsplit(self.path).path:
            case "/__reload.js":
                self._send_script()
            case "/__editions":
                self._send_editions()
            case _:
                super().do_GET()

    def page(self, html: bytes) -> bytes:
        """The HTML with the script before the end of its body."""
        body, end, rest = html.rpartition(b"</body>")
        if not end:
            return html
        return body + b'<script src="/__reload.js?edition=%s"></script>' % self.editions.current.encode() + end + rest

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Where no site is yet, send a page that waits for it."""
        if (Path(self.directory) / "index.html").exists():
            super().send_error(code, message, explain)
        else:
            self.copyfile(self._send_page(HTTPStatus.SERVICE_UNAVAILABLE, _NOT_BUILT), self.wfile)

    def _send_script(self) -> None:
        script = _RELOAD.read_bytes()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", TYPES[".js"])
        self.send_header("Content-Length", str(len(script)))
        self.end_headers()
        self.wfile.write(script)

    def _send_editions(self) -> None:
        self.close_connection = True
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        told = ""
        while True:
            edition = self.editions.wait_for_another(told, _HEARTBEAT)
            # A line that begins with a colon is a comment: it shows that the reader is still there.
            self.wfile.write(b":\n\n" if edition == told else b"data: %s\n\n" % edition.encode())
            told = edition


def open_server(folder: Path, port: int | None, handler: type[StaticHandler]) -> LocalServer:
    """A server at `port`, or where that is None at the first free port from 8000 on.

    Raises:
        OSError: where `port` is taken or not allowed.

    """
    if port is not None:
        return LocalServer(folder, port, handler)
    for candidate in range(FIRST_PORT, FIRST_PORT + 100):
        try:
            return LocalServer(folder, candidate, handler)
        except OSError:
            continue
    return LocalServer(folder, 0, handler)


def serve(
    root: Path,
    out: Path,
    port: int | None = None,
    *,
    build: Callable[[], bool],
    stop: threading.Event | None = None,
    interval: float = 0.5,
    say: Callable[[str], None] = print,
) -> None:
    """Build, serve `out` and build again after each change in the watched folders of `root`, until Ctrl-C or `stop`.

    `build` tells whether the site was built; where it wasn't, the last good one stays. `interval` is in seconds.

    Raises:
        OSError: where `port` can't be had.

    """
    stop = stop or threading.Event()
    editions = Editions()
    handler = type("Handler", (WorkshopHandler,), {"editions": editions})
    with running(open_server(out, port, handler)) as server:
        changes = watch.changes([root / name for name in WATCHED], stop, interval)
        build()
        say(f"{server.address} shows the site and follows your changes; Ctrl-C ends it.")
        for changed in changes:
            say(f"{_in_words(changed, root)} changed.")
            if build():
                editions.publish()


def build_afresh(root: Path, out: Path) -> bool:
    """Build the site in a process of its own, which reads the project's Python as it is now; tell whether it succeeded."""
    began = time.monotonic()
    command = [sys.executable, str(root / "build.py"), "build", "--out", str(out)]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, encoding="utf-8", errors="replace")
    if done.returncode != 0:
        print(f"{done.stdout}The site wasn't built; what was built before is still served.", flush=True)
        return False
    print(f"Built in {time.monotonic() - began:.1f} s.", flush=True)
    return True


def _in_words(changed: Sequence[Path], root: Path) -> str:
    first = changed[0].relative_to(root).as_posix()
    return first if len(changed) == 1 else f"{first} and {len(changed) - 1} more"
