"""What stands bare among the words and claims something: a number, an id, a key."""

import re

# What is attached to a letter is a name (Base62, CRC-16, C4.07).
_NUMBER = re.compile(r"0x[0-9A-Fa-f]+|[0-9][0-9.,:_]*[0-9]|[0-9]")
# Until 2030 the eleven digits of an id begin with 0; a word of as many letters has none.
_NAME = re.compile(
    r"emq:\{[^{}\s]+\}:[a-z]+(?::[0-9A-Za-z]+)?|(?=[A-Za-z]*[0-9])[A-Z]{3}[0-9A-Za-z]{11}(?![0-9A-Za-z])"
)


def at(text: str, start: int) -> str | None:
    """The number, id or key that begins at `start`, unless it belongs to a longer word or counts a list of Markdown."""
    before = text[max(0, start - 2) : start]
    if before[-1:].isalnum() or before[-1:] == "_":
        return None
    if (name := _NAME.match(text, start)) is not None:
        return name[0]
    if not text[start].isdigit() or before[-1:] == "." or (before[-1:] in {"-", "+"} and before[:-1].isalpha()):
        return None
    found = _NUMBER.match(text, start)
    if found is None:
        return text[start]
    begins_line = not text[text.rfind("\n", 0, start) + 1 : start].strip()
    return None if begins_line and re.match(r"\d+\. ", text[start:]) else found[0]


def first(text: str) -> str | None:
    """The first number, id or key of a text."""
    return next((found for start in range(len(text)) if (found := at(text, start))), None)


def is_number(text: str) -> bool:
    """Whether a text is a number and nothing else: decimal, grouped, or hexadecimal."""
    return _NUMBER.fullmatch(text) is not None
