"""The table of twins speaks of what is there: of Python that exists, and of F# that exists, or it says why there is none."""

from pathlib import Path
from types import MappingProxyType

import pytest

from sitegen import content, listing, living, twins
from sitegen.twins import UNWRITTEN, Missing, Twin
from widgets.seam.bridge import widget_named

ROOT = Path(__file__).parents[2]
SOURCES = MappingProxyType(
    {
        found.relative_to(ROOT).as_posix(): found.read_text(encoding="utf-8")
        for folder, suffix in content.SOURCE_FOLDERS
        for found in sorted((ROOT / folder).rglob(f"*{suffix}"))
    }
)
OURS = ("id-decoder", "keyspace-builder", "mint-order", "slot-calculator", "store-port")
"""The widgets of the course, of whose every function the table must speak; of another's it may be silent."""


@pytest.mark.parametrize("name", twins.NAMES)
def test_both_halves_exist(name: str) -> None:
    path, symbol = living.source_of(name)
    assert listing.cut(SOURCES, path, (symbol,))
    twin = twins.of(name)
    if isinstance(twin, Missing):
        assert twin.reason.endswith(".")
    else:
        assert listing.cut(SOURCES, twin.path, twin.names)


@pytest.mark.parametrize("element", OURS)
def test_every_function_that_a_widget_of_ours_runs_is_spoken_of(element: str) -> None:
    ran = widget_named(element).RAN
    assert ran
    assert [name for name in ran if name not in twins.NAMES] == []


def test_a_twin_is_one_file_and_the_definitions_that_do_the_same() -> None:
    assert twins.of("echomq.keyspace:crc16") == Twin("content/fsharp/EchoMQ/Keyspace.fs", ("fed", "crc16"))


@pytest.mark.parametrize("name", ["echomq.keyspace:nothing", "nowhere:slot", "slot", ""])
def test_of_what_nobody_spoke_no_half_is_written(name: str) -> None:
    assert twins.of(name) == UNWRITTEN
