"""A whole run of the tests demands every branch of the domain and of the widgets; a part of it doesn't."""

import subprocess
import sys
from pathlib import Path

import pytest

PY = Path(__file__).parents[2] / "py"

SIGN = "def sign(number):\n    if number < 0:\n        return -1\n    return 1\n"
BOTH = "from echomq import sign\n\ndef test_sign():\n    assert (sign(-3), sign(3)) == (-1, 1)\n"
ONE = "from echomq import sign\n\ndef test_sign():\n    assert sign(3) == 1\n"
WRONG = BOTH.replace("(-1, 1)", "(-1, 0)")


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


def run(checkout: Path, test: str, *arguments: str) -> tuple[int, list[str]]:
    """Run the suite of a checkout whose only test module is `test`; return the exit code and the lines printed."""
    (checkout / "tests" / "test_sign.py").write_text(test)
    program = f"""
import sys
sys.path.insert(0, {str(PY)!r})
from pathlib import Path
from sitegen import suite
sys.exit(suite.run(Path({str(checkout)!r}), {arguments!r}))
"""
    elsewhere = checkout.parent
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=elsewhere, capture_output=True, encoding="utf-8", check=False
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


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
