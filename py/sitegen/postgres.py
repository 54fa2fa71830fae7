"""PostgreSQL for the page: the engine as its package brings it, the files it reads as it runs, and a database already begun.

The package would begin a database in the page: by a second engine, beside a copy of its memory. It is begun here instead,
once, which leaves a reader a third of the memory and of the wait.
"""

from __future__ import annotations

import gzip
import re
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from sitegen import scripts
from sitegen.cache import remembered
from sitegen.engine import EngineError, Tried, taken
from sitegen.toolchain import Toolchain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PACKAGE = "node_modules/@electric-sql/pglite"
MODULE = Tried(f"{PACKAGE}/dist/pglite.wasm", "2a5dccbcdf80f54ef9c6333732251e176ffbcbdba59d63c01501263611a053ea")
SYSTEM = Tried(f"{PACKAGE}/dist/pglite.data", "e65074d978d05ac408d5aa157930d4fd458879fdd62ba85d8a9e885b933de8fa")
"""The files that the engine finds beside itself, one after the other."""
VERSION = "18.7"
"""Of PostgreSQL, as it says itself when it is asked to SHOW server_version."""
ICU_VERSION = "76"
INDEX = Tried(f"{PACKAGE}/dist/pglite.js", "b9e7dbee6de623b65c64268ec7651102f8e6a0845f89d41bd5771b94a22eb427")
"""Says where each of them begins and ends."""

_KEPT = re.compile(
    r"/pglite/(icu/icudt.*|bin/.*|locale-a|pgstd.*|password|share/postgresql/(timezone/(UTC|GMT)|timezonesets/Default))"
    r"|/home/.*"
)
_ENTRY = re.compile(rb'filename:"([^"]*)",start:([\de]+),end:([\de]+)')

MEMORY = 150_000_000
"""Bytes that a reader's machine gives to it, about: its engine takes 134 MB for itself, and there is its code."""


def files(root: Path) -> Mapping[str, bytes]:
    """The files of the asset group `postgres` by name. Raises EngineError and ScriptError."""
    return {"worker.js": scripts.postgres_script(root), **begun_from(root)}


def begun_from(root: Path) -> Mapping[str, bytes]:
    """Those that the engine begins from. Raises EngineError."""
    return {
        "module.wasm": taken(root, MODULE),
        "system.bin": remembered(
            root,
            "postgres.system",
            (taken(root, SYSTEM), taken(root, INDEX), _KEPT.pattern.encode()),
            lambda: _packed(system(root)),
        ),
        "database.bin": database(root),
    }


def system(root: Path) -> bytes:
    """The files beside the engine, with zeros for those that only the beginning of a database reads, and for extensions."""
    whole = taken(root, SYSTEM)
    left = bytearray(len(whole))
    for name, place in _places(root):
        if _KEPT.fullmatch(name):
            left[place] = whole[place]
    return bytes(left)


def icu_licence(root: Path) -> str:
    """The licence of ICU, which the package brings among those files. Raises EngineError."""
    [place] = [place for name, place in _places(root) if name == "/pglite/icu/LICENSE"]
    return taken(root, SYSTEM)[place].decode()


def _places(root: Path) -> Iterator[tuple[str, slice]]:
    """Each of the files, and where it lies among them."""
    for name, *numbers in _ENTRY.findall(taken(root, INDEX)):
        yield name.decode(), slice(*(int(float(number)) for number in numbers))


def database(root: Path) -> bytes:
    """A folder of a database, begun by the engine itself, as a tar in gzip. Raises EngineError."""
    program = Path(__file__).with_suffix(".mjs")

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "database.tar")
            command = [str(Toolchain(root).node), str(program)]
            done = subprocess.run(command, input=str(path).encode(), capture_output=True, check=False)
            if done.returncode:
                words = done.stderr.decode(errors="replace").strip()[-2_000:]
                message = f"the database for PostgreSQL in the page couldn't be begun:\n{words}"
                raise EngineError(message)
            return _packed(path.read_bytes())

    inputs = (program.read_bytes(), *(taken(root, tried) for tried in (MODULE, SYSTEM, INDEX)))
    return remembered(root, "postgres.database", inputs, make)


def _packed(data: bytes) -> bytes:
    """In gzip already: hosts compress by the ending of a name, and few know this one."""
    return gzip.compress(data, 9, mtime=0)
