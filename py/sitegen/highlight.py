"""Source text in ink: keywords, names and comments by weight and slant, and colour only where a part of a key stands."""

import re
from collections.abc import Iterator, Mapping

from markupsafe import Markup, escape
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Operator, String, _TokenType
from pygments.util import ClassNotFound

from sitegen import marks

PLAIN = frozenset({"", "text", "txt", "console"})
_WHOLE_ID = frozenset({"branded"})
_PART_NAMES = {
    "queue": "tag",
    "key_type": "typ",
    "keyType": "typ",
    "namespace": "ns",
    "snowflake": "fl",
    "PREFIX": "lit",
}
# In a job the payload is what the queue never reads; in an id it is the digits.
_IN_IDS = {"payload": "fl"}
_FILES_OF_IDS = ("echomq/branded_id.py", "echomq/base62.py", "EchoMQ/BrandedId.fs", "EchoMQ/Base62.fs")
# What begins a definition in F#, and what may stand before the name that is defined.
_DEFINING = frozenset({"let", "module", "type"})
_MODIFIERS = frozenset({"rec", "inline", "private", "mutable"})
_LITERAL = re.compile(r"\bemq\b")


def known(language: str) -> bool:
    """Whether a fence of this name is a plain listing in a language."""
    if language in PLAIN:
        return True
    try:
        get_lexer_by_name(language)
    except ClassNotFound:
        return False
    return True


def html(text: str, language: str, file: str = "") -> Markup:
    """The text, escaped, with spans of the classes kw, fn, c and those of a key's parts.

    `file` is where it comes from, as readers know it: a name may mean a part in one file and nothing in another.
    """
    if language in PLAIN:
        return escape(text)
    lexer = get_lexer_by_name(language, stripnl=False)
    names = _PART_NAMES | (_IN_IDS if file in _FILES_OF_IDS else {})
    # Some lexers know a comment by the end of its line, so the text is given one, which goes again afterwards.
    done = Markup("").join(_span(kind, value, language, names) for kind, value in _tokens(lexer, f"{text}\n"))
    return Markup(done.removesuffix("\n"))


def _tokens(lexer: Lexer, text: str) -> Iterator[tuple[_TokenType, str]]:
    """Pygments' tokens; a name that F#'s lexer calls a variable right after `let` is the name of what is defined."""
    defining = False
    for kind, value in lexer.get_tokens(text):
        if defining and value in _MODIFIERS:
            yield Keyword, value
        elif defining and _is(kind, Name):
            yield Name.Function, value
        else:
            yield kind, value
        if value.strip():
            defining = (defining and value in _MODIFIERS) or (_is(kind, Keyword) and value in _DEFINING)


def _is(kind: _TokenType, *families: _TokenType) -> bool:
    """Whether a token is of one of these families: Pygments' types are paths, and a family is where a path begins."""
    return any(kind[: len(family)] == family for family in families)


def _span(kind: _TokenType, value: str, language: str, names: Mapping[str, str]) -> Markup:
    if _is(kind, Comment, String.Doc):
        return _wrapped("c", value)
    if _is(kind, Keyword.Type) and language == "fsharp":
        return escape(value)
    if _is(kind, Keyword, Operator.Word):
        return _wrapped("kw", value)
    if _is(kind, Name.Function, Name.Class):
        return _wrapped("fn", value)
    if _is(kind, Name) and value in _WHOLE_ID:
        return marks.both(value)
    if _is(kind, Name) and value in names:
        return _wrapped(names[value], value)
    if _is(kind, String) and _LITERAL.search(value):
        return Markup("").join(
            marks.part("lit", piece) if piece == "emq" else escape(piece) for piece in re.split(r"\b(emq)\b", value)
        )
    return escape(value)


def _wrapped(name: str, value: str) -> Markup:
    """A span, which never runs over the end of a line: that keeps each line whole for print and for counting."""
    return Markup("\n").join(_indented(name, line) for line in value.split("\n"))


def _indented(name: str, line: str) -> Markup:
    """Indentation stays outside: a class may change the face, and with it the width of a space."""
    words = line.lstrip()
    if not words:
        return escape(line)
    return escape(line[: len(line) - len(words)]) + marks.part(name, words)
