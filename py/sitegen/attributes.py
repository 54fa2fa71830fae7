"""The one little grammar of `#id word key="value"`, used by headings and by the opening lines of fences."""

import re
from dataclasses import dataclass, field

from sitegen.problems import Place, Problem
from sitegen.source import Line

_TOKEN = re.compile(
    r"""\#(?P<id>[^\s"]+)
      | (?P<key>[a-z][a-z-]*)="(?P<value>[^"]*)"
      | (?P<word>[^\s"=#][^\s"=]*)""",
    re.VERBOSE,
)
_ID = re.compile(r"[a-z][a-z0-9-]*\Z")


@dataclass(frozen=True, slots=True)
class Attributes:
    """What stood there: the words with their places, one id at most, and the quoted options."""

    place: Place
    words: tuple[Line, ...] = ()
    id: str | None = None
    options: dict[str, str] = field(default_factory=dict)

    @property
    def said(self) -> tuple[str, ...]:
        """The bare words."""
        return tuple(word.text for word in self.words)


def parse(line: Line, problems: list[Problem]) -> Attributes:
    """Read `#id word key="value"` in any order; what fits none of the three is a problem at its column."""
    words: list[Line] = []
    identifier: str | None = None
    options: dict[str, str] = {}
    at = 0
    while at < len(line.text):
        if line.text[at].isspace():
            at += 1
            continue
        match = _TOKEN.match(line.text, at)
        if match is None or (match.end() < len(line.text) and not line.text[match.end()].isspace()):
            rest = line.text[at:].split()[0]
            problems.append(
                Problem.at(line.place.right(at), f'{rest} is neither a word, nor #id, nor key="value" in double quotes')
            )
            at += len(rest)
            continue
        if match["id"] is not None:
            if not _ID.match(match["id"]):
                wrong = f"#{match['id']} is no id: small letters, digits and hyphens, a letter first"
                problems.append(Problem.at(line.place.right(at), wrong))
            elif identifier is not None:
                wrong = f"a second id, #{match['id']}: the first was #{identifier}"
                problems.append(Problem.at(line.place.right(at), wrong))
            else:
                identifier = match["id"]
        elif match["key"] is not None:
            options[match["key"]] = match["value"]
        else:
            words.append(line.cut(match.start(), match.end()))
        at = match.end()
    return Attributes(line.place, tuple(words), identifier, options)
