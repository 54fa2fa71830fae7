"""Ids put into Valkey: as members of one score, as scores of their own, and through the JSON of its Lua."""

from collections.abc import Iterator, Sequence

from echomq import branded_id
from echomq.links.commands import Answer, ServerRefusalError
from echomq.links.link import Link
from echomq.links.resp import Answers, encoded
from widgets.figures.stored.sql import json_of
from widgets.figures.stored.told import Asked, Listing, Place, Reading, Store, Told

_MEMBERS = "by-text"
_SCORES = "by-score"
_DECODE = "return cjson.decode(ARGV[1]).id"

Command = tuple[str, ...]


def told_by_valkey(ids: Sequence[str], cursor: str, link: Link) -> Told:
    """Return what a server makes of `ids`, in the order of their arrival, and what it finds after `cursor`.

    All commands go in one piece. Raises OSError, EOFError or ValueError where the answers don't come.
    """
    number = {branded: str(branded_id.decode(branded)[1]) for branded in (*ids, *filter(None, (cursor,)))}
    _, members, [in_bytes], scores, [pairs], after, decoded = _answers(
        link,
        [("DEL", _MEMBERS, _SCORES)],
        [("ZADD", _MEMBERS, "0", branded) for branded in ids],
        [("ZRANGE", _MEMBERS, "-", "+", "BYLEX")],
        [("ZADD", _SCORES, number[branded], branded) for branded in ids],
        [("ZRANGE", _SCORES, "0", "-1", "WITHSCORES")],
        [("ZRANGE", _SCORES, f"({number[cursor]}", "+inf", "BYSCORE")] if cursor else [],
        [("EVAL", _DECODE, "0", json_of(branded)) for branded in ids],
    )
    there = dict(zip(pairs.rows[::2], pairs.rows[1::2], strict=True))
    return Told(
        {
            Place.VALKEY_MEMBER: Listing("", members, in_bytes),
            Place.SCORE: Listing("", scores, Asked(pairs.words, tuple(there)), after),
        },
        {
            Store.VALKEY: tuple(
                Reading(branded, answer.words, answer.rows[0]) for branded, answer in zip(ids, decoded, strict=True)
            )
        },
        tuple(Reading(branded, pairs.words, score) for branded, score in there.items()),
    )


def typed(command: Command) -> str:
    """Return a command as one would type it."""
    return " ".join(f"'{word}'" if " " in word else word for word in command)


def _answers(link: Link, *groups: Sequence[Command]) -> Iterator[tuple[Asked, ...]]:
    """Send all commands at once, and yield the answers by the same groups."""
    link.send(b"".join(encoded(command) for group in groups for command in group))
    answers = Answers(link.recv)
    for group in groups:
        yield tuple(Asked(typed(command), tuple(_rows(answers.read()))) for command in group)


def _rows(answer: Answer | ServerRefusalError) -> Iterator[str]:
    if isinstance(answer, list):
        for item in answer:
            yield from _rows(item)
    else:
        yield answer.decode() if isinstance(answer, bytes) else str(answer)
