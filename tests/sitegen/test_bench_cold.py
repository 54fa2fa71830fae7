"""A checkout that remembers nothing."""

from pathlib import Path

from sitegen.bench.cold import without_cache
from sitegen.cache import remembered


def test_it_has_everything_but_what_builds_keep(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "index.md").write_text("# Front")
    assert remembered(tmp_path, "library.zip", [b"sources"], lambda: b"made before") == b"made before"
    with without_cache(tmp_path) as fresh:
        assert (fresh / "content" / "index.md").read_text() == "# Front"
        assert remembered(fresh, "library.zip", [b"sources"], lambda: b"made anew") == b"made anew"
    assert not fresh.exists()
    assert (tmp_path / "content" / "index.md").read_text() == "# Front"
    assert remembered(tmp_path, "library.zip", [b"sources"], lambda: b"made anew") == b"made before"
