"""A folder served as a static host serves it."""

import http.client
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from sitegen import serve
from sitegen.server import LocalServer, StaticHandler, serving


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    (site / "persistence").mkdir(parents=True)
    (site / "assets").mkdir()
    (site / "index.html").write_text("<h1>Front</h1>", encoding="utf-8")
    (site / "persistence" / "index.html").write_text("<h1>Hub</h1>", encoding="utf-8")
    (site / "404.html").write_text("<h1>Lost</h1>", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("not of the site", encoding="utf-8")
    return site


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    with serving(folder) as address:
        yield address


def ask(address: str, path: str, method: str = "GET") -> tuple[int, http.client.HTTPMessage, bytes]:
    """Send `path` as it stands, which an ordinary client would tidy up first."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    connection.request(method, path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


@pytest.mark.parametrize(
    ("name", "type_"),
    [
        ("runtime.wasm", "application/wasm"),
        ("page.js", "text/javascript; charset=utf-8"),
        ("module.mjs", "text/javascript; charset=utf-8"),
        ("style.css", "text/css; charset=utf-8"),
        ("library.zip", "application/zip"),
        ("face.woff2", "font/woff2"),
        ("icon.svg", "image/svg+xml; charset=utf-8"),
        ("manifest.json", "application/json"),
        ("other.html", "text/html; charset=utf-8"),
        ("notes.txt", "text/plain; charset=utf-8"),
        ("LICENSE", "application/octet-stream"),
    ],
)
def test_each_kind_of_file_has_its_type(folder: Path, address: str, name: str, type_: str) -> None:
    (folder / "assets" / name).write_bytes(b"content")
    status, headers, body = ask(address, f"/assets/{name}")
    assert (status, headers["Content-Type"], body) == (200, type_, b"content")


def test_nothing_is_kept_by_the_browser(address: str) -> None:
    for path in ("/", "/nowhere"):
        assert ask(address, path)[1]["Cache-Control"] == "no-store"


def test_a_folder_is_its_index(address: str) -> None:
    assert ask(address, "/persistence/")[2] == b"<h1>Hub</h1>"


def test_a_folder_without_its_slash_leads_to_the_one_with_it(address: str) -> None:
    status, headers, _ = ask(address, "/persistence")
    assert (status, headers["Location"]) == (301, "/persistence/")


@pytest.mark.parametrize("path", ["/nowhere", "/persistence/nowhere/deep.html", "/assets/", "/index.html/"])
def test_what_is_not_there_is_404_html_with_that_status(address: str, path: str) -> None:
    status, headers, body = ask(address, path)
    assert (status, headers["Content-Type"], body) == (404, "text/html; charset=utf-8", b"<h1>Lost</h1>")


@pytest.mark.parametrize("path", ["/", "/nowhere"])
def test_head_has_the_same_headers_and_no_body(address: str, path: str) -> None:
    status, _, body = ask(address, path)
    url = urlsplit(address)
    with socket.create_connection((url.hostname, url.port), timeout=10) as reader:
        reader.sendall(f"HEAD {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        head, _, rest = reader.makefile("rb").read().partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ".encode())
    assert f"Content-Length: {len(body)}".encode() in head.splitlines()
    assert rest == b""


@pytest.mark.parametrize("path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"])
def test_no_path_leaves_the_folder(address: str, path: str) -> None:
    assert ask(address, path)[0] == 404


def test_only_this_machine_is_served(folder: Path) -> None:
    with LocalServer(folder) as server:
        assert server.server_address[0] == "127.0.0.1"


def test_a_reader_who_leaves_early_is_no_error(folder: Path, address: str, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "large.bin").write_bytes(bytes(30_000_000))
    url = urlsplit(address)
    with socket.create_connection((url.hostname, url.port)) as reader:
        reader.sendall(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
        reader.recv(100)
    assert ask(address, "/")[0] == 200
    assert capfd.readouterr().err == ""


def test_the_next_port_is_taken_when_the_first_has_an_owner(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as owner:
        taken = owner.getsockname()[1]
        monkeypatch.setattr(serve, "FIRST_PORT", taken)
        with serve.open_server(folder, None, StaticHandler) as server:
            assert taken < server.server_port < taken + 100


def test_a_port_that_was_asked_for_is_the_only_one_that_will_do(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as owner, pytest.raises(OSError, match="in use"):
        serve.open_server(folder, owner.getsockname()[1], StaticHandler)
