"""Source text in ink: keywords, names and comments by weight and slant, and colour only where a part of a key stands."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from markupsafe import Markup, escape
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Operator, String, Text, _TokenType
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
_IN_IDS = {"digits": "fl", "payload": "fl"}
_FILES_OF_IDS = ("echomq/branded_id.py", "echomq/base62.py", "EchoMQ/BrandedId.fs", "EchoMQ/Base62.fs")
# What begins a definition in F#, and what may stand before the name that is defined.
_DEFINING = frozenset({"abstract", "and", "exception", "let", "module", "type"})
_MODIFIERS = frozenset({"rec", "inline", "internal", "member", "private", "public", "mutable"})
# What comes right behind the name of a value, and behind none of a function.
_ENDING = frozenset({"=", ":", ","})
_NO_TYPES: Mapping[tuple[int, int], str] = MappingProxyType({})
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


def html(text: str, language: str, file: str = "", types: Mapping[tuple[int, int], str] = _NO_TYPES) -> Markup:
    """The text, escaped, with spans of the classes kw, fn, c and those of a key's parts.

    `file` is where it comes from, as readers know it: a name may mean a part in one file and nothing in another.
    `types` are told to who points at a word, by its line and column from 0.
    """
    if language in PLAIN:
        return escape(text)
    lexer = get_lexer_by_name(language, stripnl=False)
    names = _PART_NAMES | (_IN_IDS if file in _FILES_OF_IDS else {})
    # Some lexers know a comment by the end of its line, so the text is given one, which goes again afterwards.
    tokens = list(lexer.get_tokens(f"{text}\n"))
    told_apart = _functions(tokens) if language == "fsharp" else tokens
    done = Markup("").join(
        _typed(_span(kind, value, language, names), types.get(place)) for place, kind, value in _placed(told_apart)
    )
    return Markup(done.removesuffix("\n"))


def _placed(
    tokens: Iterable[tuple[_TokenType, str]],
) -> Iterator[tuple[tuple[int, int], _TokenType, str]]:
    """The tokens, each with the line and the column where it begins."""
    line = column = 0
    for kind, value in tokens:
        yield (line, column), kind, value
        line += value.count("\n")
        column = len(value) - value.rfind("\n") - 1 if "\n" in value else column + len(value)


def _typed(html: Markup, told: str | None) -> Markup:
    if told is None:
        return html
    title = Markup('<span title="{}"').format(told)
    # A word that has a span of its own needs no second one.
    if html.count("<span") == 1 and html.startswith("<span "):
        return title + Markup(html.removeprefix("<span"))
    return title + Markup(">{}</span>").format(html)


def _functions(tokens: Sequence[tuple[_TokenType, str]]) -> Iterator[tuple[_TokenType, str]]:
    """F#'s tokens, in which Pygments knows only variables: a name that is being defined becomes a function's.

    Not so the name of a value inside a definition, which only helps on the way; Python's are plain as well.
    """
    defining = ""
    for at, (kind, value) in enumerate(tokens):
        if defining and value in _MODIFIERS:
            yield Keyword, value
        elif defining and _is(kind, Name):
            is_value = defining == "let" and _column(tokens, at) > 0 and _next(tokens, at) in _ENDING
            yield (Name if is_value else Name.Function), value
        elif kind is Keyword and value == "'":
            # The quote of a type's variable, as in 'answer.
            yield Text, value
        else:
            yield kind, value
        if value.strip() and not (defining and value in _MODIFIERS):
            defining = value if _is(kind, Keyword, Operator.Word) and value in _DEFINING else ""


def _column(tokens: Sequence[tuple[_TokenType, str]], at: int) -> int:
    """How far in the line stands that holds a token."""
    before = "".join(value for _, value in tokens[:at]).rpartition("\n")[2]
    return len(before) - len(before.lstrip())


def _next(tokens: Sequence[tuple[_TokenType, str]], at: int) -> str:
    """What follows a token, blanks aside."""
    return next((value for _, value in tokens[at + 1 :] if value.strip()), "")


def _is(kind: _TokenType, *families: _TokenType) -> bool:
    """Whether a token is of one of these families: Pygments' types are paths, and a family is where a path begins."""
    return any(kind[: len(family)] == family for family in families)


def _span(kind: _TokenType, value: str, language: str, names: Mapping[str, str]) -> Markup:
    if _is(kind, Comment, String.Doc):
        return _wrapped("c", value)
    if _is(kind, Keyword.Type) and language == "fsharp":
        return escape(value)
    if _is(kind, Keyword, Operator.Word):
        return Markup("<b>{}</b>").format(value)  # the commonest by far, and so the shortest
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
