"""The site while it is being written: built after each change, reloaded where it is open, never half of it."""

import http.client
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from sitegen import watch
from sitegen.serve import serve

ROOT = Path(__file__).parents[2]
PATIENCE = 20


class Workshop:
    """A checkout with one page, its server, and one reader who has the page open."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.out = root / "dist"
        self.builds: Queue[bool] = Queue()
        self.said: Queue[str] = Queue()
        self.stop = threading.Event()
        (root / "content").mkdir()

    def write(self, text: str) -> None:
        (self.root / "content" / "index.md").write_text(text, encoding="utf-8")

    def build(self) -> bool:
        """Stand for the generator: a page with the text, refused where it says "wrong"."""
        text = (self.root / "content" / "index.md").read_text(encoding="utf-8")
        good = "wrong" not in text
        if good:
            self.out.mkdir(exist_ok=True)
            (self.out / "index.html").write_text(f"<body><p>{text}</p></body>", encoding="utf-8")
        self.builds.put(good)
        return good

    def run(self) -> None:
        serve(self.root, self.out, 0, build=self.build, stop=self.stop, interval=0.02, say=self.said.put)

    def address(self) -> str:
        return self.said.get(timeout=PATIENCE).split()[0]

    def next_build(self) -> bool:
        return self.builds.get(timeout=PATIENCE)


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    made = Workshop(tmp_path)
    made.write("first")
    thread = threading.Thread(target=made.run)
    thread.start()
    yield made
    made.stop.set()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def read(address: str) -> str:
    with urlopen(address, timeout=PATIENCE) as answer:
        text: str = answer.read().decode()
    return text


def edition_of(page: str) -> str:
    found = re.search(r'<script src="/__reload\.js\?edition=([^"]+)"></script></body>', page)
    assert found, page
    return found[1]


def editions(address: str) -> Iterator[str]:
    """What an open page is told, as it is told."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
    connection.request("GET", "/__editions")
    answer = connection.getresponse()
    assert answer.headers["Content-Type"] == "text/event-stream"
    try:
        for line in answer:
            if line.startswith(b"data: "):
                yield line.removeprefix(b"data: ").decode().strip()
    finally:
        answer.close()
        connection.close()


def test_an_open_page_is_told_of_the_next_edition_after_a_change(workshop: Workshop) -> None:
    address = workshop.address()
    page = read(address)
    told = editions(address)
    assert "first" in page
    assert next(told) == edition_of(page)

    workshop.write("second")
    edition = next(told)
    page = read(address)
    assert edition == edition_of(page)
    assert "second" in page


def test_the_script_is_added_on_the_way_and_no_file_holds_it(workshop: Workshop) -> None:
    address = workshop.address()
    edition_of(read(address))
    assert (workshop.out / "index.html").read_text() == "<body><p>first</p></body>"


def test_the_script_comes_from_the_site_itself_as_its_policy_demands(workshop: Workshop) -> None:
    with urlopen(f"{workshop.address()}__reload.js?edition=x", timeout=PATIENCE) as answer:
        assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert b'new EventSource("/__editions")' in answer.read()


def test_a_build_with_problems_leaves_the_old_site_and_reloads_nobody(workshop: Workshop) -> None:
    address = workshop.address()
    told = editions(address)
    run, _, number = next(told).rpartition("-")
    assert workshop.next_build() is True

    workshop.write("wrong")
    assert workshop.next_build() is False
    assert "first" in read(address)

    workshop.write("right again")
    assert next(told) == f"{run}-{int(number) + 1}"
    assert "right again" in read(address)


def test_a_site_that_was_never_built_is_waited_for(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.write("wrong")
    thread = threading.Thread(target=workshop.run)
    thread.start()
    address = workshop.address()
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
    connection.request("GET", "/persistence/")
    answer = connection.getresponse()
    told = editions(address)
    assert answer.status == 503
    assert edition_of(answer.read().decode()) == next(told)

    workshop.write("right")
    next(told)
    assert "right" in read(address)
    connection.close()
    workshop.stop.set()
    thread.join(PATIENCE)


def test_a_page_of_an_earlier_run_is_told_too(tmp_path: Path) -> None:
    seen = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        workshop = Workshop(tmp_path / name)
        workshop.write("first")
        thread = threading.Thread(target=workshop.run)
        thread.start()
        seen.append(next(editions(workshop.address())))
        workshop.stop.set()
        thread.join(PATIENCE)
    assert seen[0] != seen[1]


def test_what_editors_and_caches_write_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "deep").mkdir()
    looks = watch.changes([tmp_path], threading.Event(), interval=0.01)
    for name in (".index.md.swp", "index.md~", "4913.tmp", "__pycache__/module.pyc", ".git"):
        (tmp_path / name).touch()
    (tmp_path / "deep" / "index.md").touch()
    assert next(looks) == [tmp_path / "deep" / "index.md"]


def test_what_changes_while_the_site_is_built_is_seen_afterwards(tmp_path: Path) -> None:
    looks = watch.changes([tmp_path], threading.Event(), interval=0.01)
    for name in ("one.md", "two.md"):
        (tmp_path / name).touch()
        assert next(looks) == [tmp_path / name]


def test_files_that_go_are_changes_too(tmp_path: Path) -> None:
    gone = tmp_path / "index.md"
    gone.touch()
    before = watch._look([tmp_path, tmp_path / "no such folder"])
    gone.unlink()
    assert before.keys() == {str(gone)}
    assert watch._look([tmp_path]) == {}


@pytest.mark.skipif(os.name == "nt", reason="sends POSIX's signal of Ctrl-C")
def test_ctrl_c_ends_it_with_a_word_and_without_a_trace(tmp_path: Path) -> None:
    # What a shell runs in the background ignores Ctrl-C, and so does what that starts.
    program = f"""
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, {str(ROOT / "py")!r})
from pathlib import Path
from sitegen import commands, serve
serve.build_afresh = lambda root, out: True
sys.exit(commands._serve(Path({str(tmp_path)!r}), Path({str(tmp_path)!r}), 0))
"""
    with subprocess.Popen(
        [sys.executable, "-u", "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline().startswith("http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (0, "\nThe server has ended.\n")
