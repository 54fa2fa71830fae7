"""What the README shows of the package is run as it stands there."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from echomq.stores.sqlite import SqliteStore

NO_ROUTE = "no route"
README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_worker_of_the_readme_delivers_its_letter_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = re.search(r"(?:^    .*\n|\n)+(?=\n\|)", README.partition("## The queue by itself")[2], re.MULTILINE)
    assert found is not None
    program = compile(textwrap.dedent(found[0]), "README.md", "exec")
    monkeypatch.chdir(tmp_path)
    tries: list[str] = []

    def deliver(payload: str) -> None:
        tries.append(payload)
        if len(tries) == 1:
            raise OSError(NO_ROUTE)

    names: dict[str, object] = {"deliver": deliver}
    exec(program, names)
    with SqliteStore("letters.db") as store:
        assert tries == ["to ada"]
        assert store.counts() == (0, 1, 0, 0)
        [id] = store.promote(2**62, 1)
        job = store.get(id)
        assert job is not None
        assert (job.group, job.attempts, job.last_error) == ("news", 1, NO_ROUTE)
    exec(program, names)
    assert tries == ["to ada"] * 3
