import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sitegen import stamp

if TYPE_CHECKING:
    from sitegen.problems import Problem

LAST_RESORT = datetime(2026, 11, 30, 8, tzinfo=UTC)


def date(root: Path, epoch: str | None = None) -> tuple[int, list[str]]:
    problems: list[Problem] = []
    given = {} if epoch is None else {"SOURCE_DATE_EPOCH": epoch}
    return stamp.date_ms(root, LAST_RESORT, given, problems), [str(problem) for problem in problems]


def commit(root: Path, when: str) -> None:
    quiet = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    moment = {"GIT_COMMITTER_DATE": when, "GIT_AUTHOR_DATE": "2001-01-01T00:00:00Z"}
    names = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    for command in (["init", "-q"], [*names, "commit", "-q", "--allow-empty", "-m", "x"]):
        subprocess.run(["git", "-C", str(root), *command], check=True, env={**quiet, **moment})


def test_a_stamp_is_an_id_of_the_build_date() -> None:
    made = stamp.mint(int(LAST_RESORT.timestamp() * 1000))
    # The figures of the design's notes: TSK0SUW2w5tSa0 = 385701484953600000.
    assert (made.text, made.integer, made.day) == ("TSK0SUW2w5tSa0", 385701484953600000, "30 November 2026")
    assert str(made.marked) == (
        '<code class="id"><span class="ns">TSK</span><wbr><span class="fl">0SUW2w5tSa0</span></code>'
    )


def test_source_date_epoch_comes_before_the_last_commit(tmp_path: Path) -> None:
    commit(tmp_path, "2025-06-01T09:00:00Z")
    assert date(tmp_path, "1800000000") == (1_800_000_000_000, [])


def test_the_last_commit_comes_before_the_constant(tmp_path: Path) -> None:
    commit(tmp_path, "2025-06-01T09:00:00Z")
    assert date(tmp_path) == (1_748_768_400_000, [])


def test_without_commits_or_repository_the_constant_holds(tmp_path: Path) -> None:
    constant = 1_796_025_600_000
    assert date(tmp_path) == (constant, [])
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    assert date(tmp_path) == (constant, [])
    (tmp_path / "inside").mkdir()
    assert date(tmp_path / "inside") == (constant, []), "a repository around the project has commits of its own"


@pytest.mark.parametrize("given", ["yesterday", "-1", "1e9", "²", "9" * 30])
def test_a_date_that_is_none_is_a_problem(tmp_path: Path, given: str) -> None:
    problems = date(tmp_path, given)[1]
    assert problems == [f"SOURCE_DATE_EPOCH:1:1: {given!r} is no count of seconds since 1970"]
