import pytest

from sitegen import listing
from sitegen.fable import Compiled
from sitegen.listing import MissingListingError

PYTHON = '''\
"""A module."""

LIMIT: int = 3
SIZE = 4


# Why this stands here.
@cache
@other(1)
def outer(a: int) -> int:
    """Say more.

    Than a line.
    """

    return a


class Store:
    """Keeps."""

    # The first.
    def claim(self) -> None:
        """Take one."""
        if True:
            pass

    def alone(self) -> None:
        """Only this."""
'''

FSHARP = """\
module EchoMQ.Keyspace

/// The key.
let queueKey (queue: string) =
    let inner = 1
    inner

// region gate
let jobKey queue =
    // region middle
    queue
    // endregion

let second = 2
// endregion

[<Struct>]
type Job =
    { Id: string
      State: int
    }

let last = 1
"""
LUA = "-- region all\nlocal a = 1\n-- endregion\n"
SOURCES = {"py/a.py": PYTHON, "fs/K.fs": FSHARP, "lua/a.lua": LUA}


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (
            ("outer",),
            (
                "# Why this stands here.\n@cache\n@other(1)\ndef outer(a: int) -> int:\n"
                '    """Say more.\n\n    Than a line.\n    """\n\n    return a'
            ),
        ),
        (("SIZE", "LIMIT"), "SIZE = 4\n\nLIMIT: int = 3"),
        (("Store.claim",), '# The first.\ndef claim(self) -> None:\n    """Take one."""\n    if True:\n        pass'),
    ],
)
def test_python_is_cut_by_name_with_what_belongs_to_it(names: tuple[str, ...], text: str) -> None:
    assert listing.cut(SOURCES, "py/a.py", names) == text


def test_docstrings_may_be_left_out_and_a_body_that_is_nothing_else_keeps_its_own() -> None:
    assert listing.cut(SOURCES, "py/a.py", ("outer",), docstrings=False) == (
        "# Why this stands here.\n@cache\n@other(1)\ndef outer(a: int) -> int:\n    return a"
    )
    assert listing.cut(SOURCES, "py/a.py", ("Store",), docstrings=False) == (
        "class Store:\n    # The first.\n    def claim(self) -> None:\n        if True:\n            pass\n\n"
        '    def alone(self) -> None:\n        """Only this."""'
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("queueKey", "/// The key.\nlet queueKey (queue: string) =\n    let inner = 1\n    inner"),
        ("gate", "let jobKey queue =\n    queue\n\nlet second = 2"),
        ("middle", "queue"),
        ("jobKey", "let jobKey queue =\n    queue"),
        ("Job", "[<Struct>]\ntype Job =\n    { Id: string\n      State: int\n    }"),
        ("last", "let last = 1"),
    ],
)
def test_fsharp_is_cut_by_definition_or_region(name: str, text: str) -> None:
    assert listing.cut(SOURCES, "fs/K.fs", (name,)) == text


def test_what_is_neither_python_nor_fsharp_has_regions_alone() -> None:
    assert listing.cut(SOURCES, "lua/a.lua", ("all",)) == "local a = 1"
    with pytest.raises(MissingListingError, match=r"lua/a\.lua has no region called a"):
        listing.cut(SOURCES, "lua/a.lua", ("a",))


def test_what_is_missing_is_said_with_what_is_there() -> None:
    with pytest.raises(MissingListingError, match=r"no file py/b\.py; in that folder there is py/a\.py"):
        listing.cut(SOURCES, "py/b.py", ("x",))
    with pytest.raises(MissingListingError, match="defines no inner; it defines LIMIT, SIZE, Store, outer"):
        listing.cut(SOURCES, "py/a.py", ("inner",))
    with pytest.raises(
        MissingListingError,
        match=r"neither a definition nor a // region called inner; it defines Keyspace, Keyspace\.queueKey, ",
    ):
        listing.cut(SOURCES, "fs/K.fs", ("inner",))


def test_a_region_that_never_closes_and_a_name_for_two_things_are_said() -> None:
    opened = {
        "fs/K.fs": "// region gate\nlet a = 1\n",
        "fs/T.fs": "module A =\n    let x = 1\n\nmodule B =\n    let x = 2\n",
    }
    with pytest.raises(MissingListingError, match=r"opens // region gate and never closes it"):
        listing.cut(opened, "fs/K.fs", ("gate",))
    with pytest.raises(MissingListingError, match=r"fs/T\.fs defines x 2 times: A\.x, B\.x"):
        listing.cut(opened, "fs/T.fs", ("x",))
    assert listing.cut(opened, "fs/T.fs", ("B.x",)) == "let x = 2"


def test_types_follow_their_words_into_a_listing() -> None:
    source = "namespace A\n\nmodule B =\n    let two = 2\n\n    /// Twice.\n    let twice x =\n        two * x\n"
    types = {
        "a.fs": {
            (3, 8): "val two: int",
            (6, 8): "val twice: x: int -> int",
            (6, 14): "val x: int",
            (7, 8): "val two: int",
            (7, 14): "val x: int",
        }
    }
    port = Compiled("1", (), {}, {}, {}, types)
    text = listing.cut({"a.fs": source}, "a.fs", ("twice", "two"))
    assert text == "/// Twice.\nlet twice x =\n    two * x\n\nlet two = 2"
    lines = text.split("\n")
    found = listing.types({"a.fs": source}, port, "a.fs", ("twice", "two"))
    assert {(line, lines[line][column:].split()[0], told) for (line, column), told in found.items()} == {
        (1, "twice", "val twice: x: int -> int"),
        (1, "x", "val x: int"),
        (2, "two", "val two: int"),
        (2, "x", "val x: int"),
        (4, "two", "val two: int"),
    }
