"""PostgreSQL for the page: what was tried, what is left of it, and a database that is begun alike each time."""

import gzip
import subprocess
from pathlib import Path

import pytest

from echomq.links.queries import Results, query
from sitegen import postgres
from sitegen.ahead import asked
from sitegen.engine import EngineError
from sitegen.toolchain import Toolchain

ROOT = Path(__file__).parents[2]


def answers(*statements: str) -> list[str | None]:
    """The last column of the first row of each statement, from the engine as a page starts it."""
    pieces = iter([asked(ROOT, "postgres", b"".join(map(query, statements)))])
    results = Results(lambda: next(pieces, b""))
    told = [results.read() for _ in statements]
    assert [one.refusal for one in told] == [None] * len(statements)
    return [one.rows[0][-1] for one in told]


def test_it_is_the_version_that_the_colophon_names_and_compares_bytes_unless_told_otherwise() -> None:
    assert answers(
        "SHOW server_version",
        "SELECT datcollate FROM pg_database",
        "SELECT 'Z' < 'a'",
        "SELECT 'Z' < 'a' COLLATE unicode",
        "SELECT count(*) FROM pg_database",
    ) == [postgres.VERSION, "C", "t", "f", "1"]


def test_what_only_a_beginning_reads_is_zeros_and_what_compares_languages_is_there() -> None:
    whole = (ROOT / postgres.SYSTEM.file).read_bytes()
    left = postgres.system(ROOT)
    assert len(left) == len(whole)
    assert whole.count(b"CREATE VIEW pg_") > 10
    assert left.count(b"CREATE VIEW pg_") == 0
    assert 0 <= left.find(b"UCol") == whole.find(b"UCol")  # so the header of ICU's data on collation says itself
    assert len(gzip.compress(left)) < len(gzip.compress(whole)) / 5


def test_a_database_is_begun_alike_each_time(tmp_path: Path) -> None:
    path = tmp_path / "database.tar"
    command = [str(Toolchain(ROOT).node), str(ROOT / "py" / "sitegen" / "postgres.mjs")]
    subprocess.run(command, input=str(path).encode(), check=True)
    assert gzip.decompress(postgres.database(ROOT)) == path.read_bytes()


def test_the_files_weigh_what_a_page_can_ask_for() -> None:
    files = postgres.files(ROOT)
    assert sorted(files) == ["database.bin", "module.wasm", "system.bin", "worker.js"]
    assert sum(len(gzip.compress(data, 6)) for data in files.values()) < 5_500_000


def test_a_database_that_cannot_be_begun_is_told_in_the_words_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "postgres.mjs").write_text("throw new Error('no room for it');")
    monkeypatch.setattr(postgres, "__file__", str(tmp_path / "postgres.py"))
    monkeypatch.setattr(postgres, "taken", lambda *_: b"")
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    with pytest.raises(EngineError, match="no room for it"):
        postgres.database(tmp_path)
