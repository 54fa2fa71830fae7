"""The bench's host: what it sends, what it lets a browser keep, and what it counts."""

from __future__ import annotations

import socket
import zlib
from pathlib import Path
from urllib.parse import urlsplit

import brotli
import pytest

from sitegen.bench.host import BLANK, Host, hosting
from sitegen.bench.line import Loopback
from sitegen.bench.packing import packed, packed_files

CODE = b"const key = 'emq:{email}:pending';\n" * 400
NOISE = zlib.compress(bytes(number * number % 251 for number in range(4_000)), 9)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    (site / "assets").mkdir(parents=True)
    (site / "index.html").write_bytes(b"<h1>Front</h1>")
    (site / "404.html").write_bytes(b"<h1>Lost</h1>")
    (site / "assets" / "page.0123456789.js").write_bytes(CODE)
    (site / "assets" / "noise.zip").write_bytes(NOISE)
    (site / "assets" / "face.woff2").write_bytes(CODE)
    return site


def asked(host: Host, path: str, *headers: str, method: str = "GET") -> tuple[dict[str, str], bytes, int]:
    """Headers (the status under ""), the body, and how many bytes came."""
    url = urlsplit(host.address)
    lines = [f"{method} {path} HTTP/1.1", f"Host: {url.netloc}", "Connection: close", *headers, "", ""]
    with socket.create_connection((url.hostname, url.port), timeout=10) as reader:
        reader.sendall("\r\n".join(lines).encode())
        with reader.makefile("rb") as answer:
            whole = answer.read()
    head, _, body = whole.partition(b"\r\n\r\n")
    status, *fields = head.decode().split("\r\n")
    return {"": status.split()[1], **dict(field.split(": ", 1) for field in fields)}, body, len(whole)


def test_what_is_worth_it_goes_by_brotli_to_who_takes_it(tmp_path: Path, folder: Path) -> None:
    paths = ["assets/page.0123456789.js", "assets/noise.zip", "assets/face.woff2"]
    small = packed_files(tmp_path, "site", folder, paths)
    assert list(small) == ["assets/page.0123456789.js"]
    with hosting(folder, small) as host:
        headers, body, _ = asked(host, "/assets/page.0123456789.js", "Accept-Encoding: gzip, deflate, br, zstd")
        assert (headers[""], headers["Content-Encoding"], headers["Vary"]) == ("200", "br", "Accept-Encoding")
        assert headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert int(headers["Content-Length"]) == len(body) < 200
        assert brotli.decompress(body) == CODE
        headers, body, _ = asked(host, "/assets/page.0123456789.js", "Accept-Encoding: gzip")
        assert ("Content-Encoding" in headers, body) == (False, CODE)
        assert asked(host, "/assets/noise.zip", "Accept-Encoding: br")[1] == NOISE


def test_it_is_packed_once_and_again_when_the_content_changes(tmp_path: Path) -> None:
    kept = tmp_path / ".cache" / "brotli" / "site" / "assets" / "page.js.br"
    first = packed(tmp_path, "site", "assets/page.0123456789.js", CODE)
    before = kept.read_bytes()
    assert first is not None
    assert before.endswith(first)
    assert packed(tmp_path, "site", "assets/page.9876543210.js", CODE + CODE[::-1]) != first
    assert kept.read_bytes() != before
    assert [path.name for path in kept.parent.iterdir()] == ["page.js.br"]


def test_every_byte_is_counted_once_it_is_sent(folder: Path) -> None:
    with hosting(folder, {}) as host:
        came = 0
        for path in ("/", "/assets/page.0123456789.js", "/nowhere", f"/{BLANK}"):
            came += asked(host, path)[2]
            assert host.sent == came
        assert came > len(CODE)


def test_all_of_it_goes_over_the_line_after_a_round_trip_for_each_question(folder: Path) -> None:
    told: list[str | int] = []

    class Noting(Loopback):
        def ask(self) -> None:
            told.append("asked")

        def carry(self, count: int) -> None:
            told.append(count)

    with hosting(folder, {}) as host:
        host.line = Noting()
        _, _, came = asked(host, "/assets/page.0123456789.js")
        assert asked(host, "/nowhere")[0][""] == "404"
    assert told[0] == "asked"
    second = told.index("asked", 1)
    counts = [count for count in told[1:second] if isinstance(count, int)]
    assert sum(counts) == came
    assert max(counts) <= 4096  # others have their turn between two of them


def test_assets_are_kept_for_ever_and_the_rest_is_asked_for_again(folder: Path) -> None:
    with hosting(folder, {}) as host:
        kept, _, _ = asked(host, "/assets/page.0123456789.js")
        page, _, _ = asked(host, "/")
        assert kept["Cache-Control"] == "public, max-age=31536000, immutable"
        assert page["Cache-Control"] == "no-cache"
        again, body, _ = asked(host, "/", f"If-None-Match: {page['ETag']}")
        assert (again[""], body) == ("304", b"")
        (folder / "index.html").write_bytes(b"<h1>Another</h1>")
        assert asked(host, "/", f"If-None-Match: {page['ETag']}")[1] == b"<h1>Another</h1>"


def test_it_is_the_site_s_host_in_all_else(folder: Path) -> None:
    with hosting(folder, {}) as host:
        assert asked(host, "/nowhere")[1] == b"<h1>Lost</h1>"
        assert asked(host, "/../secret")[0][""] == "404"
        headers, body, _ = asked(host, "/", method="HEAD")
        assert (headers["Content-Length"], body) == ("14", b"")
