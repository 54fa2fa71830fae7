"""What the bench compares is the same: in Chromium, each page computes the same slot with nothing from elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from browser.conftest import ROOT
from sitegen.bench import starts, visits
from sitegen.bench.host import Host, hosting
from sitegen.bench.visits import VisitError, opened, visit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Playwright

ANSWER = "emq:{email}:job:JOB0Dqhu1EacDY 10780"


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="module")
def hosts(site_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Host]]:
    folder = tmp_path_factory.mktemp("contestants")
    starts.lay_out_naive(ROOT, folder / "naive")
    starts.lay_out_pyscript(ROOT, folder / "pyscript")
    with (
        hosting(site_folder, {}) as site,
        hosting(folder / "naive", {}) as naive,
        hosting(folder / "pyscript", {}) as pyscript,
    ):
        yield {"site": site, "naive": naive, "pyscript": pyscript}


def test_the_answer_that_is_waited_for_is_that_of_a_real_cluster() -> None:
    assert starts.expected() == ANSWER


@pytest.mark.parametrize("start", [starts.PLAIN, starts.MAIN_THREAD], ids=lambda start: start.name)
def test_the_others_answer_it_from_their_own_host_alone(
    playwright: Playwright, hosts: dict[str, Host], tmp_path: Path, start: starts.Start
) -> None:
    host = hosts[start.host]
    with opened(playwright, tmp_path) as context:
        page = context.pages[0]
        asked: list[str] = []
        failed: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        context.on("weberror", lambda error: failed.append(str(error.error)))
        page.goto(host.address)
        page.wait_for_selector(f"#answer:text-is('{ANSWER}')", timeout=120_000)
    assert {f"{host.address}assets/pyodide.asm.wasm", f"{host.address}assets/python_stdlib.zip"} <= set(asked)
    assert [url for url in asked if not url.startswith((host.address, "blob:", "data:"))] == []
    assert failed == []


@pytest.mark.parametrize("start", [starts.TRIMMED, starts.MAIN_THREAD], ids=lambda start: start.name)
def test_a_second_visit_finds_what_the_first_left(
    playwright: Playwright, hosts: dict[str, Host], tmp_path: Path, start: starts.Start
) -> None:
    first = visit(playwright, tmp_path, hosts[start.host], start, ANSWER, settle=True)
    second = visit(playwright, tmp_path, hosts[start.host], start, ANSWER)
    assert min(first.first_answer_ms, second.first_answer_ms) > 0
    assert first.bytes > 10_000_000
    assert second.bytes < 200_000
    assert first.used == ("trimmed" if start.host == "site" else None)


STAND_IN = f"""<!doctype html><title>Stand-in</title><script>
const told = localStorage.getItem("python-start");
document.documentElement.dataset.pythonStart = told ?? "its own choice";
new Worker(URL.createObjectURL(new Blob(["postMessage({{ answer: '{ANSWER}' }})"])));
</script>"""


def test_a_page_is_told_by_which_path_to_start_before_its_first_script(playwright: Playwright, tmp_path: Path) -> None:
    folder, profile = tmp_path / "site", tmp_path / "profile"
    folder.mkdir()
    (folder / "index.html").write_text(STAND_IN)
    with hosting(folder, {}) as host:
        used = [
            visit(playwright, profile, host, replace(start, path="index.html"), ANSWER).used
            for start in (starts.SNAPSHOT, starts.TRIMMED, starts.CHOICE)
        ]
    assert used == ["snapshot", "trimmed", "its own choice"]


def test_a_page_that_never_answers_is_told(
    playwright: Playwright, hosts: dict[str, Host], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "PATIENCE_MS", 1_000)
    nowhere = replace(starts.PLAIN, path="nowhere.html")
    with pytest.raises(VisitError, match=r"^Pyodide in a worker: no answer of Python came within 1 s\.$"):
        visit(playwright, tmp_path, hosts["naive"], nowhere, ANSWER)
