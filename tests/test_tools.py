"""The source as tools see it that never run it: each must find nothing."""

from pathlib import Path

import pytest

from sitegen.checkers import Checker, checkers

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("checker", checkers(ROOT), ids=lambda checker: checker.name)
def test_finds_nothing(checker: Checker) -> None:
    fine, output = checker.run(ROOT)
    if not fine:
        pytest.fail(output, pytrace=False)
