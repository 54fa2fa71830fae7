"""A whole run of the tests, on several cores, demands every branch of the domain and of the widgets; a part doesn't."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PY = Path(__file__).parents[2] / "py"

SIGN = "def sign(number):\n    if number < 0:\n        return -1\n    return 1\n"
BOTH = "from echomq import sign\n\ndef test_sign():\n    assert (sign(-3), sign(3)) == (-1, 1)\n"
ONE = "from echomq import sign\n\ndef test_sign():\n    assert sign(3) == 1\n"
OTHER = ONE.replace("sign(3) == 1", "sign(-3) == -1")
WRONG = BOTH.replace("(-1, 1)", "(-1, 0)")
CRASH = BOTH + "    import os\n    os._exit(0)\n"
WAIT = """
import threading
import pytest

@pytest.fixture
def begun():
    yield
    open("ended", "w").close()

def test_wait(begun):
    open("waiting", "w").close()  # returns once somebody reads there
    threading.Event().wait()
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "py" / "echomq").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "py" / "echomq" / "__init__.py").write_text(SIGN)
    (tmp_path / "pyproject.toml").write_text(
        '[tool.pytest]\ntestpaths = ["tests"]\npythonpath = ["py"]\n'
        '[tool.coverage.run]\nbranch = true\nsource = ["py/echomq"]\n[tool.coverage.report]\nshow_missing = true\n'
    )
    return tmp_path


def started(checkout: Path, arguments: tuple[str, ...] = ()) -> "subprocess.Popen[str]":
    """The suite of a checkout, on two cores, in a process group of its own."""
    # What a shell runs in the background ignores Ctrl-C, and so does what that starts.
    program = f"""
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
os.sched_getaffinity = lambda _: {{0, 1}}
sys.path.insert(0, {str(PY)!r})
from pathlib import Path
from sitegen import suite
sys.exit(suite.run(Path({str(checkout)!r}), {arguments!r}))
"""
    elsewhere = checkout.parent
    return subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=elsewhere,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )


def run(checkout: Path, test: str, *arguments: str) -> tuple[int, list[str]]:
    """Run the suite of a checkout with the test module `test`; return the exit code and the lines printed."""
    (checkout / "tests" / "test_sign.py").write_text(test)
    with started(checkout, arguments) as process:
        out, error = process.communicate()
    assert error == ""
    return process.returncode, out.splitlines()


def test_all_branches_and_no_failure_is_0(checkout: Path) -> None:
    code, lines = run(checkout, BOTH)
    assert code == 0
    assert "1 passed" in lines[-1]


def test_a_branch_not_taken_is_1_and_named_before_pytests_last_line(checkout: Path) -> None:
    code, lines = run(checkout, ONE)
    assert code == 1
    assert any(line.startswith("py/echomq/__init__.py") and line.endswith(" 3") for line in lines), lines
    assert any(line.startswith("FAILED: 66.67 % of lines and branches covered, 100 % demanded") for line in lines)
    assert "1 passed" in lines[-1]


def test_what_one_worker_takes_and_what_another_takes_are_counted_together(checkout: Path) -> None:
    (checkout / "tests" / "test_other_sign.py").write_text(OTHER)
    code, lines = run(checkout, ONE)
    assert code == 0
    assert "2 workers [2 items]" in lines
    assert "2 passed" in lines[-1]


def test_what_an_earlier_run_took_does_not_count(checkout: Path) -> None:
    assert run(checkout, BOTH)[0] == 0
    assert run(checkout, ONE)[0] == 1


def test_a_worker_that_crashes_is_1(checkout: Path) -> None:
    code, lines = run(checkout, CRASH)
    assert code == 1
    assert any("crashed while running 'tests/test_sign.py::test_sign'" in line for line in lines), lines


@pytest.mark.skipif(os.name == "nt", reason="sends POSIX's signal of Ctrl-C")
def test_ctrl_c_ends_every_worker_after_what_its_test_had_begun(checkout: Path) -> None:
    (checkout / "tests" / "test_wait.py").write_text(WAIT)
    os.mkfifo(checkout / "waiting")
    with started(checkout) as process:
        (checkout / "waiting").open().close()
        os.killpg(process.pid, signal.SIGINT)
        out, _ = process.communicate()
    assert process.returncode == 1
    assert (checkout / "ended").exists(), out
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_a_failed_test_is_1(checkout: Path) -> None:
    code, lines = run(checkout, WRONG)
    assert code == 1
    assert "1 failed" in lines[-1]


def test_a_part_of_the_tests_is_not_held_to_it(checkout: Path) -> None:
    code, lines = run(checkout, ONE, "tests/test_sign.py")
    assert code == 0
    assert not [line for line in lines if "covered" in line]


def test_a_choice_that_fits_no_test_is_1(checkout: Path) -> None:
    assert run(checkout, BOTH, "-k", "no_such_name")[0] == 1


def test_wrong_use_of_pytest_is_2(checkout: Path) -> None:
    (checkout / "tests" / "test_sign.py").write_text(BOTH)
    program = (
        f"import sys; sys.path.insert(0, {str(PY)!r})\nfrom pathlib import Path\nfrom sitegen import suite\n"
        f"sys.exit(suite.run(Path({str(checkout)!r}), ['--no-such-option']))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=checkout, capture_output=True, check=False)
    assert done.returncode == 2
