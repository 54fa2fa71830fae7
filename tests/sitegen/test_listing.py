import pytest

from sitegen import listing
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
        queue
    // endregion

[<Struct>]
type Job =
    { Id: string
      State: int
    }

let last = 1
"""
SOURCES = {"py/a.py": PYTHON, "fs/K.fs": FSHARP}


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
        ("gate", "let jobKey queue =\n    queue"),
        ("Job", "[<Struct>]\ntype Job =\n    { Id: string\n      State: int\n    }"),
        ("last", "let last = 1"),
    ],
)
def test_fsharp_is_cut_by_definition_or_region(name: str, text: str) -> None:
    assert listing.cut({"fs/K.fs": FSHARP.replace("    // region", "// region")}, "fs/K.fs", (name,)) == text


def test_what_is_missing_is_said_with_what_is_there() -> None:
    with pytest.raises(MissingListingError, match=r"no file py/b\.py; in that folder there is py/a\.py"):
        listing.cut(SOURCES, "py/b.py", ("x",))
    with pytest.raises(MissingListingError, match="defines no inner; it defines LIMIT, SIZE, Store, outer"):
        listing.cut(SOURCES, "py/a.py", ("inner",))
    with pytest.raises(MissingListingError, match="neither a definition nor a // region called nothing"):
        listing.cut(SOURCES, "fs/K.fs", ("nothing",))
