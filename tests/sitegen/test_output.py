import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sitegen import output

OLD = {"index.html": b"old", "gone.html": b"old", "assets/manifest.json": b"old"}
NEW = {"index.html": b"new", "deep/er/index.html": b"new", "assets/manifest.json": b"new"}


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_holds_exactly_what_was_written_last(tmp_path: Path) -> None:
    out = tmp_path / "not" / "yet" / "dist"
    output.write(OLD, out)
    assert tree(out) == OLD
    output.write(NEW, out)
    assert tree(out) == NEW
    assert list(out.parent.iterdir()) == [out]


def test_a_server_under_another_user_may_read_the_site(tmp_path: Path) -> None:
    output.write(NEW, tmp_path / "dist")
    assert (tmp_path / "dist").stat().st_mode & 0o777 == 0o755


def test_without_an_exchange_two_renames_do_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "_exchange", lambda _one, _other: False)
    out = tmp_path / "dist"
    output.write(OLD, out)
    output.write(NEW, out)
    assert tree(out) == NEW
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.skipif(sys.platform != "linux", reason="renameat2 is Linux's; elsewhere two renames stand in for it")
def test_the_exchange_is_one_step_on_linux(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "is").write_text(name, encoding="utf-8")
    if not output._exchange(tmp_path / "a", tmp_path / "b"):
        pytest.skip("this file system can't exchange two names")
    assert (tmp_path / "a" / "is").read_text(encoding="utf-8") == "b"
    assert (tmp_path / "b" / "is").read_text(encoding="utf-8") == "a"


# The writer dies at the moment named by its second argument, as by a power cut.
KILLED = """
import os, signal, sys
from pathlib import Path
from sitegen import output

out, moment = Path(sys.argv[1]), sys.argv[2]

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

class Files(dict):
    def items(self):
        for number, item in enumerate(super().items()):
            if moment == "writing" and number == 2:
                die()
            yield item

if moment == "swapping":
    output._swap = die
if moment == "between":
    output._exchange = lambda one, other: False
    rename, count = Path.rename, iter(range(9))
    def counted(self, target):
        if next(count) == 1:
            die()
        return rename(self, target)
    Path.rename = counted
output.write(Files({"index.html": b"half", "b.html": b"half", "assets/manifest.json": b"half"}), out)
"""


@pytest.mark.parametrize("moment", ["writing", "swapping", "between"])
def test_a_writer_killed_at_any_moment_leaves_no_half_site_and_the_next_clears_up(tmp_path: Path, moment: str) -> None:
    out = tmp_path / "dist"
    output.write(OLD, out)
    source = str(Path(output.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(out), moment], env={**os.environ, "PYTHONPATH": source}, check=False
    )
    assert done.returncode == -signal.SIGKILL
    # Between the two renames of a system without exchange there is no site at all, which is no half one.
    assert not out.exists() if moment == "between" else tree(out) == OLD
    assert len(list(tmp_path.iterdir())) == 2
    with pytest.raises(RuntimeError):
        output.write(Broken(), out)
    assert tree(out) == OLD, "the old site is back even where the next build fails"
    output.write(NEW, out)
    assert tree(out) == NEW
    assert list(tmp_path.iterdir()) == [out]


class Broken(dict[str, bytes]):
    """Files of which none can be had."""

    def items(self):  # type: ignore[no-untyped-def]  # noqa: ANN201
        message = "no files today"
        raise RuntimeError(message)


def test_of_two_builds_at_once_the_second_waits_and_nothing_mixes(tmp_path: Path) -> None:
    out = tmp_path / "dist"
    inside, go_on, waits = threading.Event(), threading.Event(), threading.Event()

    class Slow(dict[str, bytes]):
        def items(self):  # type: ignore[no-untyped-def]  # noqa: ANN202
            inside.set()
            assert go_on.wait(30)
            return super().items()

    first = threading.Thread(target=output.write, args=(Slow(OLD), out))
    second = threading.Thread(target=output.write, args=(NEW, out, waits.set))
    first.start()
    assert inside.wait(30)
    second.start()
    assert waits.wait(30)
    assert not out.exists()
    go_on.set()
    first.join(30)
    second.join(30)
    assert tree(out) == NEW
    assert list(tmp_path.iterdir()) == [out]


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "home"
    out.mkdir()
    (out / "thesis.txt").write_text("years", encoding="utf-8")
    with pytest.raises(ValueError, match="holds other things than a site of ours"):
        output.write(NEW, out)
    assert tree(out) == {"thesis.txt": b"years"}
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(ValueError, match="is no folder"):
        output.write(NEW, tmp_path / "file")


def test_an_empty_folder_may_be_filled(tmp_path: Path) -> None:
    out = tmp_path / "dist"
    out.mkdir()
    output.write(NEW, out)
    assert tree(out) == NEW
