"""Texts that are nearly an id, a payload or a queue's name, or quite something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from echomq import base62

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

LARGEST = base62.encode(base62.MAX)
BOUNDARIES = (0, 1, 61, 62, 62**10 - 1, 62**10, 187490421964828672, 2**31, 2**53 + 1, 2**63 - 2, 2**63 - 1)
# Look-alikes of digits and capitals, what folds to ASCII, and what cut to 8 or 16 bits would be ASCII.
ODD = (
    *("\U00010030", "\U00010041", "\U0001007a", "\u0141", "\u0130", "\u0131", "\u212a", "\u0663", "ａ", "Ａ", "０"),
    *("💀", "é", "É", "ß", "\u0301", "\ud800", "\udbff", "\udc00", "\udfff", "\uffff", "\U0010ffff", "\u2028"),
    *("{", "}", ":", "@", "[", "`", "/", "-", " ", "!", "~", "\x7f", "\x80", "\0", "\t", "\n", "\r", "'", '"', "\\"),
)
QUEUES = ("email", "sms", "123456789", "", "}", "{", "a}b", "}x", "x}:{y", "a\0", "a\ud800", "a:b", "почта", "💀")
TAGS = ("foo{}{bar}", "{}", "{{}}", "a}b{c}d", "{abc", "foo{{bar}}zap", "}{a}", "emq:{email}:pending", "{\0}x", "")


def whole(characters: Iterable[str]) -> str:
    """One text of them, where two halves of a pair never meet: in UTF-16 they would be one character."""
    kept: list[str] = []
    for character in characters:
        if not (kept and "\ud800" <= kept[-1] <= "\udbff" and "\udc00" <= character <= "\udfff"):
            kept.append(character)
    return "".join(kept)


def any_text(chance: random.Random, longest: int) -> str:
    drawn = (chance.choice(ODD if chance.random() < 0.4 else "abzAZ059{}") for _ in range(chance.randint(0, longest)))
    return whole(drawn)


def payload(chance: random.Random) -> str:
    """Eleven digits: a number, a boundary, the largest changed in one place and behind it, or any."""
    match chance.randrange(10):
        case 0 | 1 | 2 | 3:
            return base62.encode(chance.randrange(2**63))
        case 4:
            return base62.encode(chance.choice(BOUNDARIES))
        case 5:
            at = chance.randrange(base62.WIDTH)
            return LARGEST[:at] + _digits(chance, base62.WIDTH - at)
        case 6:
            return LARGEST[:-1] + chance.choice("6789")
        case _:
            return _digits(chance, base62.WIDTH)


def nearly_id(chance: random.Random) -> str:
    """An id in a third of all cases; else one that was changed in one place or a few."""
    text = chance.choice(("JOB", "JOB", "JOB", "ORD", "USR", "AAA", "ZZZ")) + payload(chance)
    if chance.random() < 0.35:
        return text
    for _ in range(chance.choice((1, 1, 1, 2, 4, 7))):
        text = _changed(chance, text)
    return whole(text)


def queue_name(chance: random.Random) -> str:
    match chance.randrange(4):
        case 0:
            return chance.choice(QUEUES)
        case 1:
            return "".join(chance.choices("abz09:-é", k=chance.randint(1, 30)))
        case _:
            return any_text(chance, 11)


def key(chance: random.Random) -> str:
    """A key with braces in unusual places."""
    if chance.random() < 0.5:
        return any_text(chance, 30)
    return whole(any_text(chance, 3) + chance.choice(TAGS) + any_text(chance, 4))


def _digits(chance: random.Random, count: int) -> str:
    return "".join(chance.choices(base62.ALPHABET, k=count))


def _changed(chance: random.Random, text: str) -> str:
    at = chance.randint(0, len(text))
    odd = chance.choice(ODD if chance.random() < 0.7 else base62.ALPHABET)
    match chance.randrange(12):
        case 0 | 1 | 2 | 3:
            return text[:at] + odd + text[at + 1 :]
        case 4 | 5:
            return text[:at] + text[at + 1 :]
        case 6 | 7:
            return text[:at] + odd + text[at:]
        case 8:
            return text.swapcase() if at % 2 else text.lower()
        case 9:
            return text[: chance.choice((0, 1, 3, 11, 13, 14, 15))]
        case 10:
            return (text * chance.choice((2, 90)))[:1500]
        case _:
            return any_text(chance, 20)
