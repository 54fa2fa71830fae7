"""What a reader can tell the workers and the queue to do, and the stories that such commands make."""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

WORKERS = ("A", "B")


class Command(StrEnum):
    """One command; the values are the names of the buttons, and stand in links."""

    ENQUEUE = "enqueue"
    ENQUEUE_AGAIN = "enqueue-again"
    """The last id once more, with another payload."""
    ENQUEUE_AT = "enqueue-at"
    CLAIM_A = "claim-a"
    CLAIM_B = "claim-b"
    COMPLETE_A = "complete-a"
    COMPLETE_B = "complete-b"
    RETRY_A = "retry-a"
    RETRY_B = "retry-b"
    EXTEND_A = "extend-a"
    EXTEND_B = "extend-b"
    PROMOTE = "promote"
    REAP = "reap"
    ADVANCE = "advance"

    @property
    def verb(self) -> str:
        """What is done, without saying by whom: `claim`."""
        return self.removesuffix("-a").removesuffix("-b")

    @property
    def worker(self) -> str:
        """Who does it: A, B, or "" for nobody in particular."""
        return self[-1].upper() if self.verb != self else ""


_BY_NAME = MappingProxyType({str(command): command for command in Command})


def named(name: str) -> Command | None:
    """Return the command of the button `name`, None if it commands nothing."""
    return _BY_NAME.get(name)


def commands_in(text: str) -> tuple[Command, ...]:
    """Return the commands whose names stand in `text`, parted by blanks. Raises ValueError for a name that is none."""
    for name in text.split():
        if name not in _BY_NAME:
            message = f"{name} is no command; there are {', '.join(Command)}"
            raise ValueError(message)
    return tuple(_BY_NAME[name] for name in text.split())


@dataclass(frozen=True, slots=True)
class Story:
    """Commands up to a point worth looking at."""

    title: str
    commands: tuple[Command, ...]


STORIES = MappingProxyType(
    {
        "lapse": Story(
            "a lease lapses",
            commands_in(
                "enqueue enqueue claim-a advance advance advance advance reap claim-b advance complete-a",
            ),
        ),
        "late": Story("late, not reaped", commands_in("enqueue claim-a advance advance advance advance complete-a")),
        "dead": Story(
            "retry until dead",
            commands_in(
                "enqueue claim-a advance retry-a advance promote claim-b advance retry-b advance advance promote claim-a "
                "advance retry-a"
            ),
        ),
        "twice": Story("the same id twice", commands_in("enqueue enqueue-again claim-a enqueue-again")),
        "lives": Story(
            "one id, two lives",
            commands_in(
                "enqueue claim-a advance advance advance reap claim-b advance complete-b enqueue-again claim-b advance "
                "complete-a"
            ),
        ),
    }
)
