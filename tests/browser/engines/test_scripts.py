"""Every script of F# on the pages is run by its button, in each engine, and prints the answers that stand on the page;
one is edited in each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from browser.engines.engine import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

    from browser.engines.engine import Engine

FLAT: Final = """\
val it: {| attempts: int; id: string;
           payload: string; state: string |} =
  {| attempts = 0; id = "JOB0Dqhu1EacDY";
     payload = "hello"; state = "Pending" |}"""

#: The scripts by page and id, each with what it prints at the end: values of the port that other tests hold to servers.
SCRIPTS: Final = (
    (
        "persistence/keys-and-rows/index.html",
        "asked",
        "System.ArgumentException: jobKey requires a valid branded id (Parameter 'branded')",
    ),
    ("persistence/serialization/index.html", "flat", FLAT),
    ("persistence/serialization/index.html", "sorted", "val it: bool = true"),
    ("persistence/the-store-port/index.html", "worker", "val it: Job option = None"),
    ("persistence/the-store-port/index.html", "late", "val it: Result<unit, Refusal> =\n  Error Refusal.Gone"),
)
ENTRIES: Final = pytest.mark.parametrize(("page", "name", "last"), SCRIPTS, ids=[name for _, name, _ in SCRIPTS])


def run(engine: Engine, page: str, name: str, last: str) -> None:
    engine.open(page)
    engine.click(f"#{name} [data-run]")
    engine.wait_text(f"#{name} output samp:last-child", last)
    assert "not so" not in engine.text(f"#{name} output")
    assert engine.console_errors() == []


@ENTRIES
def test_a_script_prints_its_answers(engine: Engine, site_url: str, page: str, name: str, last: str) -> None:
    run(engine, site_url + page, name, last)


def test_a_script_runs_from_a_folder(engine: Engine, site_folder: Path) -> None:
    page, name, last = SCRIPTS[0]
    run(engine, (site_folder / page).as_uri(), name, last)


def edit(engine: Engine, page: str, name: str) -> None:
    engine.open(page)
    engine.click(f"#{name} [data-edit]")
    engine.wait_text(f"#{name} [data-edit]", "Put it back")
    engine.fill(f"#{name} textarea", 'Keyspace.slot "{email}"')
    engine.click(f"#{name} [data-run]")
    engine.wait_text(f"#{name} output samp:last-child", "val it: int = 10780", PATIENCE * 2)
    assert engine.console_errors() == []


def test_a_script_is_edited(engine: Engine, site_url: str) -> None:
    page, name, _ = SCRIPTS[0]
    edit(engine, site_url + page, name)


def test_a_script_is_edited_in_a_folder(engine: Engine, site_folder: Path) -> None:
    page, name, _ = SCRIPTS[0]
    edit(engine, (site_folder / page).as_uri(), name)
