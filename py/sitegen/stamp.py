"""When the site was built, as an id of its own kind: the date comes from the source, so a rebuild says the same."""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from markupsafe import Markup

from echomq import branded_id
from echomq.snowflake import Snowflake
from sitegen import marks
from sitegen.problems import Problem
from widgets.figures.moment import day_in_words

NAMESPACE = "TSK"


@dataclass(frozen=True, slots=True)
class Stamp:
    """The build's id and what it opens into."""

    text: str
    integer: int
    flake: Snowflake

    @property
    def marked(self) -> Markup:
        """The id as code, its parts in their classes."""
        return marks.code(self.text)

    @property
    def day(self) -> str:
        """The date as prose writes it: 30 November 2026."""
        return day_in_words(self.flake.ms)


def mint(ms: int) -> Stamp:
    """The stamp of a build dated `ms`, Unix milliseconds: node 0, sequence 0."""
    flake = Snowflake(ms, 0, 0)
    return Stamp(branded_id.compose(NAMESPACE, flake.pack()), flake.pack(), flake)


def date_ms(root: Path, last_resort: datetime, environment: Mapping[str, str], problems: list[Problem]) -> int:
    """SOURCE_DATE_EPOCH, else the last commit's time, else the constant of site.toml; in Unix milliseconds.

    See reproducible-builds.org/specs/source-date-epoch/ for the first.
    """
    given = environment.get("SOURCE_DATE_EPOCH", "").strip()
    fallback = int(last_resort.timestamp()) * 1000
    if given:
        if given.isascii() and given.isdigit() and (seconds := int(given)) < 10**11:
            return seconds * 1000
        problems.append(Problem("SOURCE_DATE_EPOCH", 1, 1, f"{given!r} is no count of seconds since 1970"))
        return fallback
    return _last_commit_ms(root) or fallback


def _last_commit_ms(root: Path) -> int | None:
    if not (root / ".git").exists():  # a folder inside somebody else's repository has no commits of its own
        return None
    command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    quiet = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30, env=quiet)
    except (OSError, subprocess.SubprocessError):
        return None
    return int(answer.stdout) * 1000 if answer.stdout.strip().isdigit() else None
