"""A folder served as a static host would: right types, folders by their index.html, 404.html for what isn't there."""

import io
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

LOCAL = "127.0.0.1"

# All that a site of ours holds. Nothing is left to the machine's own table: Windows keeps one that calls .js plain text.
TYPES = {
    "": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".xml": "application/xml; charset=utf-8",
    ".zip": "application/zip",
}


class StaticHandler(SimpleHTTPRequestHandler):
    """Answers from one folder; lets nobody keep what it sent, unless told otherwise, since the next build may differ."""

    protocol_version = "HTTP/1.1"
    extensions_map = TYPES

    def page(self, html: bytes) -> bytes:
        """What is sent for the HTML of a file."""
        return html

    def caching(self) -> str:
        """For how long a browser may keep what it was sent, as Cache-Control says it."""
        return "no-store"

    def send_head(self) -> BinaryIO | None:
        """Send status and headers; return the body."""
        file = Path(self.translate_path(self.path))
        if urlsplit(self.path).path.endswith("/"):
            file /= "index.html"
        if file.suffix == ".html" and file.is_file():
            return self._send_page(HTTPStatus.OK, file.read_bytes())
        return super().send_head()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send 404.html for what isn't there, and the standard library's short page for the rest."""
        lost = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not lost.is_file():
            super().send_error(code, message, explain)
            return
        body = self._send_page(HTTPStatus.NOT_FOUND, lost.read_bytes())
        if self.command != "HEAD":
            self.copyfile(body, self.wfile)

    def list_directory(self, path: str | os.PathLike[str]) -> None:  # noqa: ARG002 - the base class gives it
        """A static host lists no folders."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Add what goes with every answer."""
        self.send_header("Cache-Control", self.caching())
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it
        """Stay quiet: a page asks for dozens of files."""

    def _send_page(self, status: HTTPStatus, html: bytes) -> BinaryIO:
        content = self.page(html)
        self.send_response(status)
        self.send_header("Content-Type", TYPES[".html"])
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return io.BytesIO(content)


class LocalServer(ThreadingHTTPServer):
    """Serves one folder to this machine only."""

    # On Windows this option would let a second server take a port that has one.
    allow_reuse_address = os.name != "nt"

    def __init__(self, folder: Path, port: int = 0, handler: type[StaticHandler] = StaticHandler) -> None:
        """Listen at `port`, or at any free one for 0; raises OSError where it is taken."""
        super().__init__((LOCAL, port), partial(handler, directory=str(folder)))

    @property
    def address(self) -> str:
        """Where the site's front is, ending in "/"."""
        return f"http://{LOCAL}:{self.server_port}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of readers who left before the answer was complete."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


@contextmanager
def running(server: LocalServer) -> Iterator[LocalServer]:
    """Answer requests in threads of their own until the block ends."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address, ending in "/", at which `folder` is served until the block ends."""
    with running(LocalServer(folder)) as server:
        yield server.address
