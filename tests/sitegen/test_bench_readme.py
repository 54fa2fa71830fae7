"""The README's figures: a command writes them, between two comments, and touches nothing else."""

import json
import re
from pathlib import Path

import pytest

from sitegen.bench.readme import PAGE, QUEUES, NoBlockError, Place

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
A = Place("<!-- a -->", "<!-- end of a -->")
BEGIN, END = A.begin, A.end
LISTS = ROOT / "py" / "sitegen" / "bench" / "contestants"


def test_what_stands_between_the_comments_is_replaced_and_nothing_else() -> None:
    before, after = "# A\n\n", "\n\n## B\n"
    for old in ("", "\n\nold\n\n", f"\n{'x' * 99}\n"):
        assert A.replaced(f"{before}{BEGIN}{old}{END}{after}", "\nnew\n") == f"{before}{BEGIN}\n\nnew\n\n{END}{after}"


@pytest.mark.parametrize(
    "text",
    ["", BEGIN, END, f"{END}{BEGIN}", f"{BEGIN}{BEGIN}{END}", f"{BEGIN}{END}{END}", f"{END}{BEGIN}{END}"],
)
def test_a_text_without_one_place_for_them_is_refused(text: str) -> None:
    with pytest.raises(NoBlockError, match="each once"):
        A.replaced(text, "new")


@pytest.mark.parametrize("place", [QUEUES, PAGE], ids=["queues", "page"])
def test_the_readme_has_the_place_and_writing_it_again_changes_nothing(place: Place) -> None:
    block = README.partition(place.begin)[2].partition(place.end)[0]
    assert place.replaced(README, block) == README


def test_the_readmes_figures_are_of_the_versions_that_are_locked() -> None:
    """Whoever locks another version measures anew."""
    told = dict(re.findall(r"\b(BullMQ|ioredis|pg|procrastinate|psycopg|redis|rq) ([\d.]+)", README))
    npm = json.loads((LISTS / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    lock = (LISTS / "requirements.lock").read_text(encoding="utf-8")
    locked = dict(re.findall(r"^(\w+)==(\S+)", lock, re.MULTILINE)) | dict(
        re.findall(r"^(psycopg)\[.*?\]==(\S+)", lock, re.MULTILINE)
    )
    assert told == {
        "BullMQ": npm["node_modules/bullmq"]["version"],
        "ioredis": npm["node_modules/ioredis"]["version"],
        "pg": npm["node_modules/pg"]["version"],
        **{name: locked[name] for name in ("procrastinate", "psycopg", "redis", "rq")},
    }
