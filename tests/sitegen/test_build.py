import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from sitegen import build, ingredients
from sitegen.cache import PARTIAL
from sitegen.ingredients import Ingredients
from workshop import kit, write_site

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose tools are already done: only the words are still to be built."""
    made = kit()
    everything = {**made.shell, **made.python}
    monkeypatch.setattr(ingredients, "gather", lambda _root, _site, _problems: Ingredients(made, everything))
    monkeypatch.setattr(build, "layouts", lambda _root: _real_layouts())
    return write_site(tmp_path / "checkout")


def _real_layouts() -> object:
    from sitegen.pages.layouts import layouts  # noqa: PLC0415

    return layouts(ROOT)


def test_a_good_site_is_written_and_reported(checkout: Path, tmp_path: Path) -> None:
    out = tmp_path / "dist"
    report = build.build_site(checkout, out)
    assert (report.problems, report.fine) == ((), True)
    assert {path for path in report.files if not path.startswith("assets/")} == {
        "404.html", "hub/index.html", "hub/keys/index.html", "index.html",
    }  # fmt: skip
    assert report.size == sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    manifest = json.loads((out / "assets" / "manifest.json").read_text(encoding="utf-8"))
    for entry in manifest["assets"]:
        data = (out / entry["path"]).read_bytes()
        assert (entry["bytes"], entry["gzip"]) == (len(data), len(gzip.compress(data, 9)))


def test_with_problems_nothing_is_written_and_the_last_site_stays(checkout: Path, tmp_path: Path) -> None:
    out = tmp_path / "dist"
    build.build_site(checkout, out)
    before = (out / "index.html").read_bytes()
    (checkout / "content" / "index.md").write_text("+++\n+++\n{=x}", encoding="utf-8")
    (checkout / "content" / "hub" / "keys.md").write_text("no", encoding="utf-8")
    report = build.build_site(checkout, out)
    assert not report.fine
    assert report.files == ()
    assert [problem.path for problem in report.problems] == ["content/hub/keys.md", *["content/index.md"] * 3]
    assert (out / "index.html").read_bytes() == before


def test_a_problem_that_only_the_finished_page_shows_stops_it_too(checkout: Path, tmp_path: Path) -> None:
    page = checkout / "content" / "hub" / "keys.md"
    page.write_text(page.read_text(encoding="utf-8") + '\n<span style="color: red">red</span>\n', encoding="utf-8")
    report = build.build_site(checkout, tmp_path / "dist")
    assert [problem.text for problem in report.problems] == ["<span> has a style attribute, which the policy refuses"]
    assert not (tmp_path / "dist").exists()


BUILD = """
import sys
from pathlib import Path
from sitegen.build import build_site
report = build_site(Path(sys.argv[1]), Path(sys.argv[2]))
print(*report.problems, sep="\\n")
sys.exit(not report.fine)
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The real site, built twice from one copy of the checkout: with what earlier builds had kept, and from nothing.

    The two processes hash their strings differently and live in different zones.
    """
    folder = tmp_path_factory.mktemp("built")
    checkout = folder / "checkout"
    passing = shutil.ignore_patterns("__pycache__", "*.log", f"*{PARTIAL}")
    for name in ("content", "py", "static", "templates", ".cache"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, checkout / name, ignore=passing)
    for name in (".venv", "node_modules"):
        (checkout / name).symlink_to(ROOT / name)
    for seed, name in (("1", "once"), ("2", "twice")):
        environment = {**os.environ, "PYTHONPATH": str(checkout / "py"), "PYTHONHASHSEED": seed, "TZ": f"UTC+{seed}"}
        command = [sys.executable, "-c", BUILD, str(checkout), str(folder / name)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        shutil.rmtree(checkout / ".cache")
    return folder / "once", folder / "twice"


def tree(folder: Path) -> Mapping[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_real_site_built_twice_is_the_same_to_the_byte(built: tuple[Path, Path]) -> None:
    once, twice = map(tree, built)
    assert sorted(once) == sorted(twice)
    assert [path for path in once if once[path] != twice[path]] == []


def unmarked(page: Path) -> str:
    """A page without the marks of what was checked."""
    return re.sub(r'<span class="v" data-check="\d+">(.*?)</span>', r"\1", page.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "fact",
    [
        # Slots as CLUSTER KEYSLOT of redis-server 7.0.15 gave them; figures of the CRC as published.
        '<th scope="row"><code>{}</code></th><td>the whole key: its pair is empty</td><td class="num">15257</td>',
        '<td class="num">4092</td>',
        '<td class="num">15495</td>',
        '<td class="num">7365</td>',
        '<td class="num">444</td>',
        '<td class="num">8363</td>',
        '<td class="num">10180</td>',
        '<td class="num">8715</td>',
        '<td class="num">9284</td>',
        "<code>0x31C3</code>",
        "<code>0xEA1C</code>",
        "<code>2025-06-01T09:00:00.000Z</code>",
    ],
)
def test_the_first_dive_says_what_servers_and_standards_say(built: tuple[Path, Path], fact: str) -> None:
    assert fact in unmarked(built[0] / "persistence" / "keys-and-rows" / "index.html")


@pytest.mark.parametrize(
    "fact",
    [
        # One millisecond is 2^22; another node of the same millisecond is 4,096 more.
        "<code>187490421964828672</code>",
        "<code>187490421969022976</code>, and what lies between them is 4,194,304",
        "<code>187490421964832768</code>",
        # 62^10 milliseconds and less, as the 41 bits have it.
        "On 5\N{NO-BREAK SPACE}May 2030, at 00:36:02.251 UTC",
        # PostgreSQL's "C" and a double's 53 bits.
        "<code>COLLATE &quot;C&quot;</code>",
        "holds 53 bits; this number has 58, and the last 5 are rounded away",
        "both ids get the score 187490421964828672",
    ],
)
def test_the_second_dive_says_what_numbers_and_standards_say(built: tuple[Path, Path], fact: str) -> None:
    html = unmarked(built[0] / "persistence" / "serialization" / "index.html")
    assert fact in html.replace("&#34;", "&quot;").replace("\n", " ")


def test_every_page_of_the_real_site_is_there(built: tuple[Path, Path]) -> None:
    dives = ("keys-and-rows/", "serialization/", "the-store-port/")
    for path in ("", "persistence/", *(f"persistence/{dive}" for dive in dives), "colophon/", "proof/"):
        assert (built[0] / path / "index.html").is_file()
    assert (built[0] / "404.html").is_file()
