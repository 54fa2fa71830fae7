"""A branded id is three capital letters that say what it names, then a snowflake in eleven Base62 digits.

Shape and range are two questions. `is_valid`, `faults` and `parse` ask about the shape alone: 14 ASCII characters,
A-Z for the first three, 0-9 A-Z a-z for the rest. Of all texts of that shape 82 % spell a number past 2^63-1, which no
mint can give: `decode` and `BrandedId.integer` refuse those.
"""

from dataclasses import dataclass

from echomq import base62
from echomq.snowflake import Snowflake

NAMESPACE_WIDTH = 3
WIDTH = NAMESPACE_WIDTH + base62.WIDTH

_CAPITALS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_DIGITS = frozenset(base62.ALPHABET)


@dataclass(frozen=True, slots=True, order=True)
class BrandedId:
    """A text of the right shape in its two parts; `str()` puts them together again.

    Ids compare as their texts do: first by namespace, and by time within one. Between two namespaces there is no
    order of time.
    """

    namespace: str
    payload: str

    def __post_init__(self) -> None:
        if len(self.namespace) != NAMESPACE_WIDTH or not is_valid(str(self)):
            message = f"not a branded id: {faults(str(self))}"
            raise ValueError(message)

    def __str__(self) -> str:
        return self.namespace + self.payload

    @property
    def integer(self) -> int:
        """The number the payload spells. Raises ValueError past 2^63-1."""
        return base62.decode(self.payload)

    @property
    def snowflake(self) -> Snowflake:
        """Moment, node and sequence of the payload. Raises ValueError past 2^63-1."""
        return Snowflake.unpack(self.integer)


@dataclass(frozen=True, slots=True)
class Fault:
    """One character that keeps a text from being a branded id, `index` counted from 0."""

    index: int
    character: str
    reason: str


@dataclass(frozen=True, slots=True)
class Faults:
    """All that keeps a text from being a branded id; false when nothing does. `str()` says it in one sentence.

    `length` counts the text's characters, `characters` holds those among the first 14 that are wrong. What lies beyond
    the fourteenth is `surplus`, a number only: it can't be right, whatever it is.
    """

    length: int
    characters: tuple[Fault, ...]

    def __bool__(self) -> bool:
        return self.length != WIDTH or bool(self.characters)

    @property
    def missing(self) -> int:
        """How many characters too few."""
        return max(0, WIDTH - self.length)

    @property
    def surplus(self) -> int:
        """How many characters too many."""
        return max(0, self.length - WIDTH)

    def __str__(self) -> str:
        said: list[str] = []
        if self.length != WIDTH:
            said.append(f"it has {_count(self.length)}, not {WIDTH}")
        said += [f"character {fault.index + 1}: {fault.reason}" for fault in self.characters[:3]]
        if len(self.characters) > 3:
            said.append(f"and {_count(len(self.characters) - 3)} more")
        return "; ".join(said) or "nothing is wrong with it"


def is_valid(text: object) -> bool:
    """Tell whether `text` is a str of the right shape. Safe to ask of any object, and no promise that it decodes."""
    return (
        isinstance(text, str)
        and len(text) == WIDTH
        and _CAPITALS.issuperset(text[:NAMESPACE_WIDTH])
        and _DIGITS.issuperset(text[NAMESPACE_WIDTH:])
    )


def is_namespace(text: object) -> bool:
    """Tell whether `text` is three letters A-Z."""
    return isinstance(text, str) and len(text) == NAMESPACE_WIDTH and _CAPITALS.issuperset(text)


def faults(text: str) -> Faults:
    """Say which characters of `text` are wrong, and why: the long answer where `is_valid` gives the short one."""
    found: list[Fault] = []
    for index, character in enumerate(text[:WIDTH]):
        if index < NAMESPACE_WIDTH and character not in _CAPITALS:
            found.append(Fault(index, character, f"{_described(character)}; a namespace letter is A-Z"))
        elif index >= NAMESPACE_WIDTH and character not in _DIGITS:
            found.append(Fault(index, character, f"{_described(character)}; a Base62 digit is 0-9, A-Z or a-z"))
    return Faults(len(text), tuple(found))


def parse(text: object) -> BrandedId:
    """Split a text of the right shape. Raises ValueError with the faults of any other, and for what is no text."""
    if not isinstance(text, str):
        message = f"not a branded id: it is of type {type(text).__name__}, not str"
        raise ValueError(message)  # noqa: TRY004 - a gate for input from outside has one kind of refusal
    return BrandedId(text[:NAMESPACE_WIDTH], text[NAMESPACE_WIDTH:])


def compose(namespace: str, integer: int) -> str:
    """Write `integer` (0 to 2^63-1) under `namespace` (three letters A-Z) as 14 characters. Raises ValueError."""
    if not is_namespace(namespace):
        message = f"namespace must be three letters A-Z, got {_given(namespace)}"
        raise ValueError(message)
    return namespace + base62.encode(integer)


def decode(text: object) -> tuple[str, int]:
    """Return namespace and integer. Raises ValueError for a wrong shape and for a payload past 2^63-1."""
    branded = parse(text)
    return branded.namespace, branded.integer


def _described(character: str) -> str:
    if not character.isascii():
        kind = "is not ASCII"
    elif character.islower():
        kind = "is lower case"
    elif character.isdigit():
        kind = "is a digit"
    else:
        kind = "is neither letter nor digit"
    return f"{base62.spell(character)} {kind}"


def _given(namespace: object) -> str:
    # The text where it can be read at a glance, else how long it is.
    if not isinstance(namespace, str):
        return type(namespace).__name__
    is_plain = namespace.isascii() and namespace.isprintable()
    return f"'{namespace}'" if is_plain and len(namespace) <= 40 else _count(len(namespace))


def _count(number: int) -> str:
    return "1 character" if number == 1 else f"{number:,} characters"
