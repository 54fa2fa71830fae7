"""A folder that installers fill: made once, made again when it must be, and a clear sentence when it can't be."""

import errno
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from sitegen.installation import SetupError, Step, install
from sitegen.turnstile import turnstile

PY = Path(__file__).parents[2] / "py"

posix = pytest.mark.skipif(os.name == "nt", reason="kills and signals are POSIX's")

NO_NETWORK_PIP = """\
Collecting six==1.16.0
WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by
 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f2e>: Failed to establish a new
 connection: [Errno -3] Temporary failure in name resolution')': /simple/six/
ERROR: Could not find a version that satisfies the requirement six==1.16.0 (from versions: none)
ERROR: No matching distribution found for six==1.16.0
"""
NO_NETWORK_NPM = """\
npm error code ENOTFOUND
npm error syscall getaddrinfo
npm error network This is a problem related to network connectivity.
"""
FULL_PIP = "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n"
FULL_NPM = """\
npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write
added 52 packages in 12s
"""
WRONG_HASH = """\
ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated the package versions,
 please update the hashes. Otherwise, examine the package contents carefully; someone may have tampered with them.
"""
UNTRUSTED = "SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed'))\n"
UNWRITABLE_NPM = "npm error code EACCES\nnpm error syscall mkdir\nnpm error path /root/.npm/_cacache\n"
OTHER_PLATFORM = "ERROR: No matching distribution found for ruff==0.17.6\n"
OUT_OF_STEP = (
    "npm error code EUSAGE\nnpm error `npm ci` can only install packages when your package.json and package-lock.json"
    " or npm-shrinkwrap.json are in sync.\n"
)


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


def step(folder: Path, code: str, made_from: str = "lock 1") -> Step:
    """A folder made by one installer: Python `code` that runs beside it."""
    commands = (python(f"import os; os.mkdir({folder.name!r})"), python(code))
    return Step(folder, made_from, commands, f"Making {folder.name} …", folder)


def printing(output: str, code: int) -> str:
    return f"import sys; sys.stdout.write({output!r}); sys.exit({code})"


def run_install(base: Path, code: str) -> "subprocess.Popen[str]":
    """`install` in a process, and a process group, of its own."""
    # What a shell runs in the background ignores Ctrl-C, and so does what that starts.
    program = f"""
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path[:0] = [{str(PY)!r}, {str(Path(__file__).parent)!r}]
from pathlib import Path
from sitegen.installation import SetupError, install
from test_installation import step
try:
    install(Path({str(base / ".cache")!r}), [step(Path({str(base / "made")!r}), {code!r})])
except SetupError as error:
    sys.exit(str(error))
"""
    return subprocess.Popen(
        [sys.executable, "-c", program],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def waiting_at(gate: Path) -> str:
    """An installer that has done half its work and goes on once somebody writes to `gate`."""
    return f"open('made/half', 'w').close(); print(open({str(gate)!r}).read())"


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    path = tmp_path / "gate"
    os.mkfifo(path)
    return path


def test_what_was_made_is_not_made_again(tmp_path: Path) -> None:
    made = step(tmp_path / "made", "open('runs', 'a').write('x')")
    install(tmp_path / ".cache", [made])
    said: list[str] = []
    install(tmp_path / ".cache", [made], said.append)
    assert (tmp_path / "runs").read_text() == "x"
    assert said == []


def test_another_lock_file_makes_the_folder_from_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    install(tmp_path / ".cache", [step(folder, "open('made/old', 'w').close()", "lock 1")])
    install(tmp_path / ".cache", [step(folder, "open('made/new', 'w').close()", "lock 2")])
    assert {file.name for file in folder.iterdir()} == {"new", ".made-from"}


def test_a_folder_of_somebody_else_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "stranger").touch()
    install(tmp_path / ".cache", [step(tmp_path / "made", "")])
    assert not (tmp_path / "made" / "stranger").exists()


def test_a_virtual_environment_whose_python_has_gone_is_made_again(tmp_path: Path) -> None:
    interpreter = tmp_path / "made" / "python"
    made = step(tmp_path / "made", "open('made/python', 'w').close(); open('runs', 'a').write('x')")
    made = Step(made.folder, made.made_from, made.commands, made.told, proof=interpreter)
    install(tmp_path / ".cache", [made])
    interpreter.unlink()
    install(tmp_path / ".cache", [made])
    assert (tmp_path / "runs").read_text() == "xx"


@posix
def test_after_a_power_cut_the_next_run_begins_anew(tmp_path: Path, gate: Path) -> None:
    process = run_install(tmp_path, waiting_at(gate))
    writer = os.open(gate, os.O_WRONLY)  # returns once the installer has come to the gate
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    os.close(writer)
    assert (tmp_path / "made" / "half").exists()

    install(tmp_path / ".cache", [step(tmp_path / "made", "open('made/whole', 'w').close()")])
    assert {file.name for file in (tmp_path / "made").iterdir()} == {"whole", ".made-from"}


@posix
def test_an_installer_that_outlives_its_parent_keeps_others_out(tmp_path: Path, gate: Path) -> None:
    process = run_install(tmp_path, waiting_at(gate) + "; open('made/late', 'w').close()")
    writer = os.open(gate, os.O_WRONLY)
    process.kill()
    process.wait()

    said: list[str] = []
    waits = threading.Event()

    def hear(line: str) -> None:
        said.append(line)
        if "waiting" in line:
            waits.set()

    made = step(tmp_path / "made", "open('made/whole', 'w').close()")
    second = threading.Thread(target=install, args=(tmp_path / ".cache", [made], hear))
    second.start()
    assert waits.wait(10), said
    assert (tmp_path / "made" / "half").exists()
    os.close(writer)  # the orphan reads to the end and goes on
    second.join(10)
    process.communicate()
    assert {file.name for file in (tmp_path / "made").iterdir()} == {"whole", ".made-from"}


def test_the_second_of_two_finds_the_work_done(tmp_path: Path) -> None:
    cache = tmp_path / ".cache"
    cache.mkdir()
    made = step(tmp_path / "made", "open('runs', 'a').write('x')")
    waits = threading.Event()
    said: list[str] = []

    def hear(line: str) -> None:
        said.append(line)
        waits.set()

    with turnstile(cache / "setup.lock", lambda: pytest.fail("nobody else is here")):
        second = threading.Thread(target=install, args=(cache, [made], hear))
        second.start()
        assert waits.wait(10)
        made.folder.mkdir()
        (made.folder / ".made-from").write_text(made.made_from)
    second.join(10)
    assert said == ["Another set-up is at work in this folder; waiting for it …"]
    assert not (tmp_path / "runs").exists()


@posix
def test_ctrl_c_ends_the_installer_and_says_how_to_go_on(tmp_path: Path, gate: Path) -> None:
    process = run_install(tmp_path, waiting_at(gate))
    writer = os.open(gate, os.O_WRONLY)
    os.kill(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert said.splitlines()[-1] == (
        "Set-up was interrupted: run the same command again, it makes the unfinished part anew."
    )
    # Nobody reads at the gate any more: the installer has ended, not only its parent.
    with pytest.raises(BrokenPipeError):
        os.write(writer, b"go on\n")
    os.close(writer)


@pytest.mark.parametrize(
    ("output", "code", "sentence"),
    [
        pytest.param(
            NO_NETWORK_PIP, 1, "The package index could not be reached: check the network", id="pip, no network"
        ),
        pytest.param(
            NO_NETWORK_NPM, 1, "The package index could not be reached: check the network", id="npm, no network"
        ),
        pytest.param(FULL_PIP, 1, "The disk is full: free about 1.5 GB", id="pip, disk full"),
        pytest.param(FULL_NPM, 0, "The disk is full: free about 1.5 GB", id="npm, disk full and exit code 0"),
        pytest.param(WRONG_HASH, 1, "A downloaded package differs from what the lock file promises", id="wrong hash"),
        pytest.param(UNTRUSTED, 1, "The package index showed a certificate that isn't trusted", id="certificate"),
        pytest.param(UNWRITABLE_NPM, 243, "can't be written to: give yourself write permission", id="npm, not allowed"),
        pytest.param(OTHER_PLATFORM, 1, "no version that the lock files name for this Python", id="other platform"),
        pytest.param(OUT_OF_STEP, 1, "A lock file doesn't fit the list it was made from", id="lock out of step"),
        pytest.param("Segmentation fault\n", 139, "Making made failed with exit code 139", id="something else"),
    ],
)
def test_a_failure_is_one_sentence_its_details_a_log_and_the_next_run_recovers(
    tmp_path: Path, output: str, code: int, sentence: str
) -> None:
    cache = tmp_path / ".cache"
    with pytest.raises(SetupError) as refused:
        install(cache, [step(tmp_path / "made", printing(output, code))])
    said = str(refused.value)
    assert sentence in said
    assert said.endswith(f"(Details: {cache / 'setup.log'})")
    assert said.removesuffix(f" (Details: {cache / 'setup.log'})").count(". ") == 0
    assert output in (cache / "setup.log").read_text()
    assert not (tmp_path / "made").exists()

    install(cache, [step(tmp_path / "made", "")])
    assert (tmp_path / "made" / ".made-from").exists()


def test_an_installer_that_hides_a_full_disk_is_seen_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=4096))
    ensurepip = "Error: Command '['.venv/bin/python3', '-m', 'ensurepip']' returned non-zero exit status 1.\n"
    with pytest.raises(SetupError, match=r"^The disk is full"):
        install(tmp_path / ".cache", [step(tmp_path / "made", printing(ensurepip, 1))])


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "The disk is full: free about 1.5 GB, then run the same command again."),
        (errno.EACCES, "Set-up may not write {} (Permission denied): give yourself write permission"),
        (errno.EROFS, "Set-up may not write {} (Read-only file system): give yourself write permission"),
        (errno.EIO, "Set-up could not go on at {} (Input/output error)"),
    ],
)
def test_a_folder_that_takes_no_files_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, sentence: str
) -> None:
    cache = tmp_path / ".cache"

    def refuse(path: Path, **_: object) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(SetupError) as refused:
        install(cache, [step(tmp_path / "made", "")])
    assert str(refused.value).startswith(sentence.format(cache))


def test_a_persons_index_and_proxy_hold_but_no_other_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIP_INDEX_URL", "HTTPS_PROXY", "npm_config_registry", "PIP_TARGET", "PIP_PREFIX"):
        monkeypatch.setenv(name, f"their {name}")
    monkeypatch.setenv("PIP_USER", "1")
    show = "import os; [print(f'{name}={value}') for name, value in os.environ.items()]"
    install(tmp_path / ".cache", [step(tmp_path / "made", show)])
    seen = dict(
        line.split("=", 1) for line in (tmp_path / ".cache" / "setup.log").read_text().splitlines() if "=" in line
    )
    assert seen["PIP_INDEX_URL"] == "their PIP_INDEX_URL"
    assert seen["HTTPS_PROXY"] == "their HTTPS_PROXY"
    assert seen["npm_config_registry"] == "their npm_config_registry"
    assert seen["PIP_USER"] == "0"
    assert "PIP_TARGET" not in seen
    assert "PIP_PREFIX" not in seen
