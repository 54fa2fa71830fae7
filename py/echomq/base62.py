"""Base62 at a fixed width: eleven digits whose byte order is the order of the numbers they spell.

Two things make the order hold. The alphabet ascends by code point (0-9, then A-Z, then a-z), and every number is padded
to the same width, so that comparing texts never has to weigh a short one against a long one.
"""

from echomq.gate import demand_int, demand_str

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
WIDTH = 11
MAX = 2**63 - 1
"""The largest number that is encoded or decoded: a signed 64-bit column holds it, and it spells `AzL8n0Y58m7`.

Eleven digits could spell numbers up to 62^11-1, which needs 66 bits; most of them are refused by `decode`.
"""

_BASE = len(ALPHABET)
_VALUES = {digit: value for value, digit in enumerate(ALPHABET)}


def encode(number: int) -> str:
    """Spell `number` (0 to `MAX`) in exactly `WIDTH` digits, padded with zeros at the left.

    Raises ValueError outside that range and TypeError for anything but a whole number; a bool is no number here.
    """
    demand_int("number", number, 0, MAX)
    digits: list[str] = []
    for _ in range(WIDTH):
        number, value = divmod(number, _BASE)
        digits.append(ALPHABET[value])
    return "".join(reversed(digits))


def decode(text: str) -> int:
    """Return the number that `WIDTH` digits spell.

    Raises ValueError for another length, for a character outside the alphabet (named, with its place counted from 1)
    and for a number above `MAX`: wrapping it into 64 bits would give one number two spellings.
    """
    demand_str("payload", text)
    if len(text) != WIDTH:
        message = f"payload must have {WIDTH} Base62 digits, got {len(text)} characters"
        raise ValueError(message)
    number = 0
    for place, character in enumerate(text, start=1):
        value = _VALUES.get(character)
        if value is None:
            message = f"character {place} of the payload is {spell(character)}; a Base62 digit is 0-9, A-Z or a-z"
            raise ValueError(message)
        number = number * _BASE + value
    if number > MAX:
        message = "payload exceeds 2^63-1 (AzL8n0Y58m7)"
        raise ValueError(message)
    return number


def spell(character: str) -> str:
    """Name one character so that it can be told from its look-alikes: `'-'` in ASCII, `U+00E9` elsewhere.

    `repr` would answer differently under Pythons with different Unicode tables, and could print what can't be seen.
    """
    return f"'{character}'" if "!" <= character <= "~" else f"U+{ord(character):04X}"
