"""A link is bytes there and bytes back; commands go over any, be it a socket or a server in the same memory."""

from threading import Lock
from typing import Protocol

from echomq.links.commands import Answer, ServerRefusalError, Word
from echomq.links.resp import Answers, encoded
from echomq.port import AnswerLostError, StoreUnavailableError


class Link(Protocol):
    """The seam: two calls. Either may raise OSError, and the link is then of no more use."""

    def send(self, data: bytes, /) -> None:
        """Hand over all of `data`."""
        ...

    def recv(self) -> bytes:
        """Return what has come, one byte or more, waiting for it; nothing at all means that nothing will come."""
        ...


class LinkCommands:
    """Commands over one link, one at a time."""

    __slots__ = ("_answers", "_is_whole", "_link", "_lock")

    def __init__(self, link: Link) -> None:
        """Speak over `link`, on which nobody else does."""
        self._link = link
        self._answers = Answers(link.recv)
        self._lock = Lock()
        self._is_whole = True

    def call(self, *words: Word) -> Answer:
        """Send one command and return its answer; see `Commands.call`.

        Once an answer was lost the link is broken: the next bytes could be the rest of that one.
        """
        command = encoded(words)
        with self._lock:
            if not self._is_whole:
                message = "nothing was changed: the link broke at an earlier command"
                raise StoreUnavailableError(message)
            self._is_whole = False
            try:
                self._link.send(command)
                answer = self._answers.read()
            except (OSError, EOFError, ValueError) as error:
                message = f"no answer came, so it isn't known whether the command was carried out: {error}"
                raise AnswerLostError(message) from error
            self._is_whole = True
        if isinstance(answer, ServerRefusalError):
            raise answer
        return answer
