"""The F# port as the compiler gives it, once a run for all who ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from sitegen.fable import Compiled


@pytest.fixture(scope="session")
def compiled() -> Compiled:
    from fsharp.port import ROOT, SOURCES  # noqa: PLC0415 - a generator that doesn't import fails only who asks for it
    from sitegen import fable  # noqa: PLC0415

    return fable.compile_project(ROOT, "port", fable.port(SOURCES))
