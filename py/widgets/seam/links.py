"""What effects reach beyond Python, by name: a server in the same worker, to which the page has brought a way, or one
elsewhere, to which it carries letters.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import MappingProxyType
from typing import Protocol, cast


class Wire(Protocol):
    """A connection as the other side gives it, to be had from JavaScript; what it raises may be anything."""

    def send(self, data: bytes, /) -> None:
        """Take all of `data`, whose answer is there when this returns."""
        ...

    def receive(self) -> object:
        """Return what has come back: bytes, or a foreign buffer that turns into them by `to_bytes()`."""
        ...

    def at(self, ms: int, /) -> None:
        """Set the other side's clock."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...


class WireLink:
    """A link over a wire, as `echomq.links.link.Link` has it: to be spoken over by `LinkCommands`."""

    __slots__ = ("_wire",)

    def __init__(self, wire: Wire) -> None:
        """Speak over `wire`."""
        self._wire = wire

    def send(self, data: bytes, /) -> None:
        """Hand over all of `data`. Raises OSError where the other side broke down or hung up."""
        with _failures_told():
            self._wire.send(data)

    def recv(self) -> bytes:
        """Return what has come, or nothing where nothing will, as the server waits for another command. Raises OSError."""
        with _failures_told():
            received = self._wire.receive()
        to_bytes = cast("Callable[[], bytes] | None", getattr(received, "to_bytes", None))
        return cast("bytes", received) if to_bytes is None else to_bytes()

    def at(self, ms: int) -> None:
        """Let the server's clock show `ms`, Unix milliseconds, until it is set again: it never moves by itself."""
        self._wire.at(ms)

    def close(self) -> None:
        """Hang up. Raises OSError."""
        with _failures_told():
            self._wire.close()


class MissingLinkError(KeyError):
    """An effect needs a link that isn't there, and that the page may bring; `name` says which."""

    def __init__(self, name: str) -> None:
        """Say that `name` isn't linked."""
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"nothing is linked under the name {self.name}"


class UnansweredError(Exception):
    """An effect has written to a server elsewhere, and the page may bring its answer: `written` is what it wrote to `name`."""

    def __init__(self, name: str, written: bytes) -> None:
        """Say what was written to `name`."""
        super().__init__(f"{name} hasn't answered yet")
        self.name = name
        self.written = written


Letter = tuple[bytes, bytes]
"""What was written to a server, and what it answered."""


class Post:
    """A wire to a server that can't be waited for: what is written to it was either answered already, or is to be carried.

    So all that an effect has to say to it goes into one letter, and the same state writes the same.
    """

    __slots__ = ("_answered", "_name", "_written")

    def __init__(self, name: str, answered: Letter | None) -> None:
        """Write to `name`, which has `answered` one letter or none."""
        self._name = name
        self._answered = answered
        self._written = b""

    def send(self, data: bytes, /) -> None:
        """Write `data` into the letter."""
        self._written += data

    def receive(self) -> bytes:
        """Return the answer, once; then nothing. Raises UnansweredError where there is none to this letter."""
        if not self._written:
            return b""
        if self._answered is None or self._answered[0] != self._written:
            raise UnansweredError(self._name, self._written)
        self._written = b""
        return self._answered[1]

    def at(self, ms: int, /) -> None:
        """Its clock is its own."""

    def close(self) -> None:
        """What wasn't carried is thrown away."""


class Opened(Mapping[str, WireLink]):
    """Links that are opened when they are first asked for."""

    def __init__(self, ways: Mapping[str, Callable[[], Wire]] = MappingProxyType({})) -> None:
        """Open what `ways` leads to, each under its name."""
        self._ways = ways
        self._links: dict[str, WireLink] = {}

    def __getitem__(self, name: str) -> WireLink:
        """Return the link called `name`. Raises MissingLinkError where there is none."""
        if name not in self._ways:
            raise MissingLinkError(name)
        if name not in self._links:
            self._links[name] = WireLink(self._ways[name]())
        return self._links[name]

    def __contains__(self, name: object) -> bool:
        """Whether something is linked under that name; to ask this opens nothing."""
        return name in self._ways

    def __iter__(self) -> Iterator[str]:
        return iter(self._ways)

    def __len__(self) -> int:
        return len(self._ways)

    def close(self) -> None:
        """Close those that were opened."""
        while self._links:
            _, link = self._links.popitem()
            link.close()


_WAYS: dict[str, Callable[[], Wire]] = {}


def register(name: str, connect: Callable[[], Wire]) -> None:
    """Let effects reach `name`, each question over a new connection that `connect` makes; the page's worker calls this."""
    _WAYS[name] = connect


@contextmanager
def opened(
    letters: Mapping[str, Letter | None] = MappingProxyType({}),
) -> Generator[Mapping[str, WireLink], None, None]:
    """Lend the links of one question, and close them behind it; `letters` names the servers elsewhere, each with what it
    answered last.
    """
    links = Opened(_WAYS | {name: partial(Post, name, answered) for name, answered in letters.items()})
    try:
        yield links
    finally:
        links.close()


@contextmanager
def _failures_told() -> Generator[None, None, None]:
    try:
        yield
    except UnansweredError:
        raise
    except Exception as error:
        message = f"the link broke: {error}"
        raise OSError(message) from error
