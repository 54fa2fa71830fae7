"""One command to a server, one answer: all that a store asks of whatever carries it there."""

from typing import Protocol, TypeAlias

from echomq.port import StoreUnavailableError

Word: TypeAlias = bytes | str | int
"""Part of a command. A text goes as UTF-8, a number in decimal digits."""

Answer: TypeAlias = bytes | int | list["Answer"] | None
"""What a server answers, in RESP: texts as the bytes they came in."""


class ServerRefusalError(StoreUnavailableError):
    """The server answered with an error, which is quoted.

    Nothing was changed: our scripts can be refused only before their first write, unless something that isn't ours lies
    under a key of the queue.
    """

    def __init__(self, text: str) -> None:
        """Say that the server refused, and in which words; `text` keeps them."""
        super().__init__(f"nothing was changed: the server refused, {text}")
        self.text = text


class UnknownScriptError(ServerRefusalError):
    """The server doesn't know a script by this digest, and would take its text."""


class Commands(Protocol):
    """A way to a server, used by any number of threads."""

    def call(self, *words: Word) -> Answer:
        """Send one command and return its answer.

        Raises ServerRefusalError where the answer is an error, StoreUnavailableError if the command was not sent, and
        AnswerLostError if it may have been, but nothing came back.
        """
        ...
