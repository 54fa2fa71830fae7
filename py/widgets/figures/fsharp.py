"""The call and its answer as F# writes them."""

from echomq.keyspace import HashedPart
from widgets.figures.brackets import Part
from widgets.figures.remembered import remembered
from widgets.figures.spelling import cut, gap, is_unseen
from widgets.seam.html import Element, Node, bdi, code, p, samp, span

# The simple escapes of a string literal (F# language specification, 3.5); \0 is none of them.
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\b": "\\b", "\r": "\\r", "\a": "\\a", "\f": "\\f", "\v": "\\v"}  # fmt: skip
_WIDTH = 60


def literal(text: str) -> str:
    """Return `text` as an F# string literal, in which nothing is unseen."""
    return f'"{escaped(text)}"'


def escaped(text: str) -> str:
    """Return `text` as it stands between the quotes of an F# string literal."""
    return "".join(map(_escape, text))


@remembered
def call(queue: str, branded: str, key: str | None, refusal: str, parameter: str) -> Element:
    """Return the two lines: `Keyspace.jobKey` applied, and the key, or the exception that `invalidArg` raises.

    .NET adds the parameter's name to the exception's words. A text too long to read is cut here, with a count.
    """
    if key is None:
        made: Node = [_inside(queue), '" "', _inside(branded)]
        answer: Node = f"System.ArgumentException: {refusal} (Parameter '{parameter}')"
    else:
        hashtag = span(f".{Part.HASHTAG}")
        made = [hashtag[_inside(queue)], '" "', _id(branded)]
        path: list[Node] = [
            span(f".{Part.LITERAL}")["emq"],
            ":",
            hashtag["{", _inside(queue), "}"],
            ":",
            span(f".{Part.TYPE}")["job"],
        ]
        answer = ['"', path, ":", _id(branded), '"']
    return p(".fsharp")[
        span(".lab.sc")["in F#"],
        code(data_part="call")['Keyspace.jobKey "', made, '"'],
        " ",
        samp(".bad" if key is None else ".value", data_part="answer")[answer],
    ]


def slot_call(key: str, part: HashedPart | None, answer: str) -> Element:
    """Return the two lines of `Keyspace.slot` applied to `key`: the call, and the slot, `answer`.

    Where no `part` of the key can be hashed, `answer` is the refusal's words, as for `call`. Readouts: `call`, `answer`.
    """
    return p(".fsharp")[
        span(".lab.sc")["in F#"],
        code(data_part="call")['Keyspace.slot "', _with_tag(key, part), '"'],
        " ",
        samp(".bad", data_part="answer")[f"System.ArgumentException: {answer} (Parameter 'key')"]
        if part is None
        else samp(".value", data_part="answer")[answer],
    ]


def decode_call(text: str, decoded: tuple[str, int] | None, refusal: str = "", parameter: str = "") -> Element:
    """Return the two lines of `BrandedId.decode` applied to `text`: the call, and the pair of text and `int64`.

    Where nothing is `decoded`, it is the refusal's words, as for `call`. Readouts: `call`, `answer`.
    """
    made: Node = _inside(text)
    answer: Node = f"System.ArgumentException: {refusal} (Parameter '{parameter}')"
    if decoded is not None:
        namespace, integer = decoded
        made = _id(text)
        answer = ['("', span(f".{Part.NAMESPACE}")[namespace], '", ', span(f".{Part.SNOWFLAKE}")[f"{integer}L"], ")"]
    return p(".fsharp")[
        span(".lab.sc")["in F#"],
        code(data_part="call")['BrandedId.decode "', made, '"'],
        " ",
        samp(".bad" if decoded is None else ".value", data_part="answer")[answer],
    ]


def _with_tag(key: str, part: HashedPart | None) -> Node:
    if part is None or part.is_whole_key or cut(key, _WIDTH).hidden:
        return _inside(key)
    tag = part.data.decode()
    start = len(key.encode()[: part.start].decode())
    return [_inside(key[:start]), span(f".{Part.HASHTAG}")[_inside(tag)], _inside(key[start + len(tag) :])]


def _id(branded: str) -> Node:
    return [span(f".{Part.NAMESPACE}")[branded[:3]], span(f".{Part.SNOWFLAKE}")[branded[3:]]]


def _inside(text: str) -> Node:
    shown = cut(text, _WIDTH)
    return _still(escaped(shown.head)), shown.hidden > 0 and [
        gap(f"{shown.hidden:,} more"),
        _still(escaped(shown.tail)),
    ]


def _still(text: str) -> Node:
    # Letters of a right-to-left script would carry quotes and braces along.
    return text if text.isascii() else bdi(dir="ltr")[text]


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if not is_unseen(character):
        return character
    code_point = ord(character)
    return f"\\u{code_point:04X}" if code_point <= 0xFFFF else f"\\U{code_point:08X}"
