"""What a test needs and this machine may lack: without it the test is skipped, and said to be; where CI is, it fails."""

import os
from typing import NoReturn

import pytest


def required() -> bool:
    """Tell whether what is missing is a failure (on CI) rather than a loud skip."""
    return os.environ.get("CI", "").lower() == "true"


def lacking(reason: str) -> NoReturn:
    """End the test that asked for what isn't here."""
    if required():
        pytest.fail(f"CI demands it: {reason}")
    pytest.skip(reason)
