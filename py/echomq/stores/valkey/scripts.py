"""A script is a verb's whole work, done by the server in one step; it is sent once and named by its digest from then on."""

import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha1

from echomq.links.commands import Answer, Commands, UnknownScriptError, Word

NAMES = ("claim", "clock", "complete", "counts", "enqueue", "enqueue_at", "extend", "promote", "reap", "retry")
"""The files there are, without their ending."""


@dataclass(frozen=True, slots=True)
class Script:
    """The text of a file in `echomq/lua`, whose head is its contract, and the SHA-1 by which a server remembers it."""

    source: bytes
    digest: str

    def run(self, commands: Commands, keys: Sequence[str | bytes], arguments: Sequence[Word]) -> Answer:
        """Run it over `keys`, by its digest, or by its text on a server that doesn't know it or forgot it."""
        rest = (len(keys), *keys, *arguments)
        try:
            return commands.call("EVALSHA", self.digest, *rest)
        except UnknownScriptError:
            return commands.call("EVAL", self.source, *rest)


@cache
def script(verb: str) -> Script:
    """Return the script of a verb."""
    source = pkgutil.get_data("echomq", f"lua/{verb}.lua")
    assert source is not None
    return Script(source, sha1(source, usedforsecurity=False).hexdigest())


def name_of(word: str) -> str:
    """Return the name of the script that `word`, its digest or its text, stands for. Raises LookupError for any other."""
    for name in NAMES:
        if word in (script(name).digest, script(name).source.decode()):
            return name
    message = f"no script of the store goes by {word:.40}"
    raise LookupError(message)
