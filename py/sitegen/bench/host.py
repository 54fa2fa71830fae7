"""A host as a site would have: it sends what is packed by brotli, lets browsers keep for ever what lies under `assets/`, and
counts every byte that goes over its line.
"""

from __future__ import annotations

import hashlib
import io
import threading
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast
from urllib.parse import urlsplit

from sitegen.bench.line import Line, Loopback
from sitegen.server import LocalServer, StaticHandler, running

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

BLANK = "blank.html"
"""A page of the same origin with nothing on it, from which a reader sets out."""

_NOTHING = b"<!doctype html><title>Nothing</title>"

KEPT = "/assets/"

_PIECE = 4096


class HostHandler(StaticHandler):
    """Answers with what is packed, as far as the browser takes it."""

    def setup(self) -> None:
        """Send through the line."""
        super().setup()
        self.wfile = cast("io.BufferedIOBase", _Outlet(self.wfile, self._host))

    def send_head(self) -> BinaryIO | None:
        """Send status and headers; return the body."""
        self._host.line.ask()
        file = Path(self.translate_path(self.path))
        if urlsplit(self.path).path.endswith("/"):
            file /= "index.html"
        path = file.relative_to(self.directory).as_posix()
        if path in self._host.packed and "br" in self.headers.get("Accept-Encoding", ""):
            return self._send(path, self._host.packed[path], "br")
        if path == BLANK:
            return self._send(path, _NOTHING, None)
        return self._send(path, file.read_bytes(), None) if file.is_file() else super().send_head()

    def caching(self) -> str:
        """For how long a browser may keep what it was sent."""
        is_kept = urlsplit(self.path).path.startswith(KEPT)
        return "public, max-age=31536000, immutable" if is_kept else "no-cache"

    @property
    def _host(self) -> Host:
        return cast("Host", self.server)

    def _send(self, path: str, body: bytes, coding: str | None) -> BinaryIO | None:
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.end_headers()
            return None
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("ETag", tag)
        if coding:
            self.send_header("Content-Encoding", coding)
        self.end_headers()
        return io.BytesIO(body)


class Host(LocalServer):
    """Serves one folder over a line, which may be changed between two visits."""

    def __init__(self, folder: Path, packed: Mapping[str, bytes]) -> None:
        """Serve `folder`; `packed` holds files of it by their paths."""
        super().__init__(folder, handler=HostHandler)
        self.packed = packed
        self.line: Line = Loopback()
        self._sent = 0
        self._count = threading.Lock()

    @property
    def sent(self) -> int:
        """How many bytes went out, headers and all."""
        return self._sent

    def note(self, count: int) -> None:
        """Count bytes that are now sent."""
        with self._count:
            self._sent += count


class _Outlet(io.RawIOBase):
    """Where a connection's answers go out, piece by piece, so that those of other connections have their turn."""

    def __init__(self, target: BinaryIO | io.BufferedIOBase, host: Host) -> None:
        self._target = target
        self._host = host

    def writable(self) -> bool:
        return True

    def write(self, data: bytes | bytearray | memoryview) -> int:  # type: ignore[override]
        view = memoryview(data)
        for begin in range(0, len(view), _PIECE):
            piece = view[begin : begin + _PIECE]
            self._host.line.carry(len(piece))
            self._host.note(len(piece))
            self._target.write(piece)
        return len(view)


@contextmanager
def hosting(folder: Path, packed: Mapping[str, bytes]) -> Iterator[Host]:
    """A host of `folder`, until the block ends."""
    host = Host(folder, packed)
    with running(host):
        yield host
