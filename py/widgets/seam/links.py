"""What effects reach beyond Python, by name: a server in the same worker, say, to which the page has brought a way."""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
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
def opened() -> Generator[Mapping[str, WireLink], None, None]:
    """Lend the links of one question, and close them behind it."""
    links = Opened(_WAYS)
    try:
        yield links
    finally:
        links.close()


@contextmanager
def _failures_told() -> Generator[None, None, None]:
    try:
        yield
    except Exception as error:
        message = f"the link broke: {error}"
        raise OSError(message) from error
