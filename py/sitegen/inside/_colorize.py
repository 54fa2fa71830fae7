"""Colours of a terminal, for the library in the page: none.

Python's own module makes a dataclass of every kind of text it colours, which takes a tenth of a start from the library. It is
asked for whenever a traceback is.
"""


class Plain(str):
    """A text of no length, and a theme whose every colour is that text."""

    __slots__ = ()

    def __getattr__(self, name: str) -> "Plain":
        if name.startswith("__"):
            raise AttributeError(name)
        return self


ANSIColors = NoColors = Plain()
COLORIZE = False


def can_colorize(*, file: object = None) -> bool:  # noqa: ARG001 - the signature is Python's
    """Whether a text for `file` may be coloured."""
    return False


def get_colors(colorize: bool = False, *, file: object = None) -> Plain:  # noqa: ARG001, FBT001, FBT002 - as above
    """The colours by name."""
    return NoColors


def get_theme(**_how: object) -> Plain:
    """The colours by what they are for."""
    return NoColors


def decolor(text: str) -> str:
    """The text without colours."""
    return text
