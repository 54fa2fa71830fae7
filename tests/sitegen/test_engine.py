"""The engine that a page can be sent: the one that was tried, whole, and without what only tools read."""

from pathlib import Path

import pytest

from sitegen import engine
from sitegen.wasm import without_custom_sections

ROOT = Path(__file__).parents[2]
HEAD = bytes.fromhex("0061736d 01000000")
TYPE = bytes.fromhex("01 04 01 600000")  # one type, a function of nothing
NAME = bytes.fromhex("00 05 04") + b"name"  # custom: the length of the word, and the word


@pytest.mark.parametrize(
    ("module", "left"),
    [
        (HEAD, HEAD),
        (HEAD + TYPE, HEAD + TYPE),
        (HEAD + NAME + TYPE + NAME + NAME, HEAD + TYPE),
        (HEAD + b"\0\x81\x01" + bytes(129) + TYPE, HEAD + TYPE),  # a length of two bytes
        (HEAD + b"\0\x85\x80\x80\x80\0" + bytes(5) + TYPE, HEAD + TYPE),  # and one longer than it need be
    ],
)
def test_custom_sections_are_dropped_and_the_others_stay(module: bytes, left: bytes) -> None:
    assert without_custom_sections(module) == left


@pytest.mark.parametrize(
    "module", [b"", b"GIF89a", HEAD[:4] + b"\2\0\0\0", HEAD + TYPE[:-1], HEAD + b"\1", HEAD + b"\1" + b"\x80" * 5]
)
def test_what_is_no_module_or_is_cut_short_is_refused(module: bytes) -> None:
    with pytest.raises(ValueError):
        without_custom_sections(module)


def test_the_engine_is_the_one_that_was_tried_without_names_and_lines_of_source() -> None:
    whole = (ROOT / engine.FILE).read_bytes()
    sent = engine.module(ROOT)
    assert b".debug_info" in whole
    assert b".debug_" not in sent
    assert len(whole) - len(sent) == 686_560


def test_another_engine_is_refused_and_so_is_none(tmp_path: Path) -> None:
    with pytest.raises(engine.EngineError, match="can't be read"):
        engine.module(tmp_path)
    file = tmp_path / engine.FILE
    file.parent.mkdir(parents=True)
    file.write_bytes(HEAD)
    # The SHA-256 of the eight bytes, as sha256sum has it.
    with pytest.raises(engine.EngineError, match="93a44bbb96c751218e4c00d479e4c14358122a389acca16205b1e4d0dc5f9476"):
        engine.module(tmp_path)
