"""A command of the reader's own: asked of the server where a play has led, in place of a program at a terminal."""

import shlex
from collections.abc import Iterator

from echomq.links.commands import Answer, Commands, ServerRefusalError
from echomq.port import AnswerLostError
from widgets.figures.port.kept.witness import Asked

_RIGHTS = ("reset", "on", "nopass", "~*", "&*", "+@all", "-@admin", "-@dangerous", "+keys", "+flushall", "+info")
"""A reader may do what a program may, and nothing from which the server would not come back."""

_LOST = "No answer came: the command waits for something that nobody else does here, or the server went down over it."


def asked(commands: Commands, line: str) -> Asked | None:
    """Return what the server answers to `line`, words with quotes as in a shell; None where there are no words.

    Whoever asks has the rights of a user of their own from then on.
    """
    try:
        words = shlex.split(line)
    except ValueError as error:
        return Asked(line, (f"These are no words of a command: {error}.",), is_refused=True)
    if not words:
        return None
    try:
        commands.call("ACL", "SETUSER", "reader", *_RIGHTS)
        commands.call("AUTH", "reader", "")
        return Asked(line, tuple(_told(commands.call(*words))))
    except ServerRefusalError as refusal:
        return Asked(line, (f"(error) {refusal.text}",), is_refused=True)
    except AnswerLostError:
        return Asked(line, (_LOST,), is_refused=True)


def _told(answer: Answer) -> Iterator[str]:
    match answer:
        case None:
            yield "(nil)"
        case int():
            yield f"(integer) {answer}"
        case bytes():
            yield answer.decode(errors="backslashreplace") or '""'
        case []:
            yield "(empty array)"
        case _:
            for at, item in enumerate(answer, 1):
                number = f"{at}) "
                for line, told in enumerate(_told(item)):
                    yield (number if line == 0 else " " * len(number)) + told
