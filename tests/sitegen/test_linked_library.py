"""Python for the page with both stores of others: the library holds what they need, and the engine is asked for by name."""

import gzip
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import brotli
import pytest

from sitegen import engine
from sitegen.runtime import WORLD, make_library
from sitegen.toolchain import Toolchain

ROOT = Path(__file__).parents[2]
LIVE = ROOT / "tests" / "widgets" / "live.mjs"
WIDGET = '''
"""One job, enqueued twice, in the store of the reader's choice."""

from dataclasses import dataclass, replace

{imports}
from widgets.seam.html import p


@dataclass(frozen=True, slots=True)
class State:
    backing: str = "memory"
    now: int = 0


def update(state, event, world):
    return replace(state, backing=event.value)


def perform(state, links):
    store = opened(state, links)
    said = [str(store.enqueue("JOB0Dqhu1EacDY", "é")) for _ in range(2)]
    return [*said, store.claim(None, 1_000), store.claim(state.now + 999, 1_000), store.reap(None, 10)]


def view(state, observed):
    return p[str(observed)]


def opened(state, links):
    match state.backing:
{cases}
    return MemoryStore(clock=lambda: state.now)
'''
MEMORY = "from echomq.stores.memory import MemoryStore"
STORES = f"""
from echomq.links.link import LinkCommands
{MEMORY}
from echomq.stores.sqlite import SqliteStore
from echomq.stores.valkey import ValkeyStore
"""
CASES = """
        case "sqlite":
            return SqliteStore(":memory:", clock=lambda: state.now)
        case "valkey":
            links["valkey"].at(state.now)
            commands = LinkCommands(links["valkey"])
            commands.call("FLUSHALL")
            return ValkeyStore(commands, "email")
"""
NOW = 4_000_000_000_000  # past 32 bits of milliseconds, and of seconds as well


def request(backing: str, now: int = NOW) -> dict[str, Any]:
    return {"widget": "two-stores", "state": {"backing": backing, "now": now}, "event": None, "world": WORLD}


def library(folder: Path, imports: str, cases: str, *backings: str) -> bytes:
    """The library of a checkout whose one widget opens these stores."""
    for package in ("echomq", "widgets/seam"):
        shutil.copytree(ROOT / "py" / package, folder / "py" / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in (".venv", "node_modules"):
        (folder / name).symlink_to(ROOT / name)
    shutil.copy(ROOT / "py" / "widgets" / "__init__.py", folder / "py" / "widgets")
    (folder / "py" / "widgets" / "two_stores.py").write_text(
        WIDGET.format(imports=imports, cases=cases), encoding="utf-8"
    )
    return make_library(folder, [request(backing) for backing in backings])[0]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return library(tmp_path_factory.mktemp("plain"), MEMORY, '        case "":\n            pass', "memory")


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return library(tmp_path_factory.mktemp("linked"), STORES, CASES, "memory", "sqlite", "valkey")


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("engine") / "valkey.wasm"
    path.write_bytes(engine.module(ROOT))
    return path


def ask(folder: Path, data: bytes, requests: list[dict[str, Any]], *engines: Path) -> list[Any]:
    path = folder / "library.zip"
    path.write_bytes(data)
    command = [Toolchain(ROOT).node, LIVE, ROOT / "node_modules" / "pyodide", path, *engines]
    asked = json.dumps([json.dumps(request) for request in requests])
    done = subprocess.run(list(map(str, command)), input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(reply) for reply in json.loads(done.stdout)]


def test_one_library_answers_from_memory_from_sqlite_and_from_valkey(
    tmp_path: Path, linked: bytes, module: Path
) -> None:
    asked = [request(backing, now) for now in (NOW, NOW - 60_000, NOW) for backing in ("memory", "sqlite", "valkey")]
    replies = ask(tmp_path, linked, asked, module)
    html = [reply["html"] for reply in replies]
    assert html[0].startswith("<p>[&#39;enqueued&#39;, &#39;duplicate&#39;, Job(id=&#39;JOB0Dqhu1EacDY&#39;")
    assert html == html[:1] * len(asked)
    assert [reply.get("problem") or reply.get("needs") for reply in replies] == [None] * len(asked)


def test_where_nothing_is_linked_the_engine_is_asked_for_and_the_others_go_on(tmp_path: Path, linked: bytes) -> None:
    replies = ask(tmp_path, linked, [request("valkey"), request("sqlite")])
    assert replies[0] == {"state": {"backing": "valkey", "now": NOW}, "html": "", "needs": "valkey"}
    assert "duplicate" in replies[1]["html"]


def test_a_page_without_the_stores_carries_nothing_of_them(plain: bytes) -> None:
    for name in (b"sqlite3/", b"echomq/stores/sqlite", b"echomq/stores/valkey", b"echomq/lua/"):
        assert name not in plain


def test_both_stores_travel_in_700_kb_by_brotli_and_in_little_more_by_gzip(
    plain: bytes, linked: bytes, module: Path
) -> None:
    sent = module.read_bytes()
    more = len(gzip.compress(linked, 9)) - len(gzip.compress(plain, 9))
    assert 0 < more < 50_000
    assert len(brotli.compress(sent)) + more < 700_000
    assert len(gzip.compress(sent, 9)) + more < 760_000
