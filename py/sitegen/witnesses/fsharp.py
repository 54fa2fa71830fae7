"""A value's expression, translated into F#, compiled after the port and run: what can't be said there has no witness in F#."""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sitegen import fable
from sitegen.cache import remembered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sitegen.fable import Compiled

_SPELLING = Path(__file__).with_name("Spelling.fs")
_VALUES = "values.fs"

_CONSTANTS = {
    "ALPHABET": ("Base62.Alphabet", "string"),
    "DIGITS": ("Base62.Width", "int"),
    "MAX": ("System.Int64.MaxValue", "int64"),
    "SLOTS": ("Keyspace.Slots", "int"),
    "WIDTH": ("BrandedId.Width", "int"),
}
#: Python's name: F#'s, the types it takes, and the type it gives.
_FUNCTIONS: Mapping[str, tuple[str, tuple[str, ...], str]] = {
    "as_double": ("Spelling.asDouble", ("int64",), "int64"),
    "bit_length": ("Spelling.bitLength", ("int64",), "int"),
    "code_of": ("Spelling.codeOf", ("string",), "string"),
    "compose": ("BrandedId.compose", ("string", "int64"), "string"),
    "crc16": ("Spelling.crc16", ("string",), "int"),
    "create": ("Job.create", ("string", "string"), "Job"),
    "decode": ("BrandedId.decode", ("string",), "pair"),
    "encode": ("Base62.encode", ("int64",), "string"),
    "flake": ("Spelling.flake", ("string",), "flake"),
    "grouped": ("Spelling.grouped", ("int64",), "string"),
    "hashtag": ("Keyspace.hashtag", ("string",), "string"),
    "hex_bytes": ("Spelling.hexBytes", ("string",), "string"),
    "hexadecimal": ("Spelling.hexadecimal", ("int",), "string"),
    "job_key": ("Keyspace.jobKey", ("string", "string"), "string"),
    "len": ("Spelling.characters", ("string",), "int"),
    "queue_key": ("Keyspace.queueKey", ("string", "string"), "string"),
    "slot": ("Keyspace.slot", ("string",), "int"),
    "tag_of": ("Keyspace.hashtag", ("string",), "string"),
    "unpack": ("int64", ("int64",), "flake"),
}
_ATTRIBUTES = {
    ("flake", "moment"): ("Spelling.moment", "string"),
    ("flake", "ms"): ("Spelling.ms", "int64"),
    ("flake", "node"): ("Spelling.node", "int64"),
    ("flake", "sequence"): ("Spelling.sequence", "int64"),
}
_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.Mod: "%", ast.BitAnd: "&&&"}


@dataclass(frozen=True, slots=True)
class _Said:
    """A piece of F# and its type."""

    text: str
    type: str


class _UnsayableError(Exception):
    """The F# has no word for this."""


def translated(expression: str) -> str | None:
    """The same question in F#; None where F# can't ask it. Nothing is worked out here."""
    try:
        said = _said(ast.parse(expression, mode="eval").body)
    except (SyntaxError, _UnsayableError):
        return None
    return said.text if said.type in {"string", "int", "int64"} and not _is_literal(said.text) else None


def answers(root: Path, port: Compiled, expressions: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Of each expression that F# can ask, the question in F# and the answer; none at all where the port doesn't compile.

    A question that raises has the exception's words for an answer.
    """
    questions = {one: asked for one in expressions if (asked := translated(one)) is not None}
    if port.problems or not questions:
        return {}
    lines = [f"    let value{at} () : string = string ({asked})" for at, asked in enumerate(questions.values())]
    files = {
        **port.sources,
        "Spelling.fs": _SPELLING.read_text(encoding="utf-8"),
        _VALUES: "\n".join(["namespace EchoMQ", "", "module Values =", *lines, ""]),
    }
    compiled = fable.compile_project(root, "values", files, ())
    if compiled.problems:
        wrong = compiled.problems[0]
        asked = list(questions.values())[wrong.line - 4] if wrong.path == _VALUES else wrong.path
        message = f"the compiler refuses what an expression was translated to, {asked}: {wrong.text}"
        raise fable.FableError(message)
    said = remembered(
        root, "values.json", [json.dumps(dict(compiled.modules)).encode()], lambda: _run(root, compiled, len(questions))
    )
    return {one: (asked, answer) for (one, asked), answer in zip(questions.items(), json.loads(said), strict=True)}


def _run(root: Path, compiled: Compiled, count: int) -> bytes:
    entry = f"""import * as values from "./values.js";
    const answer = (at) => {{ try {{ return values[`value${{at}}`](); }} catch (error) {{ return error.message; }} }};
    console.log(JSON.stringify(Array.from({{ length: {count} }}, (_, at) => answer(at))));"""
    return fable.answered(root, compiled.modules, entry)


def _said(node: ast.expr) -> _Said:
    match node:
        case ast.Constant(value=value):
            return _constant(value)
        case ast.Name(id=name) if name in _CONSTANTS:
            return _Said(*_CONSTANTS[name])
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            return _refused(arguments) if name == "refused" else _called(name, arguments)
        case ast.Attribute(value=inner, attr=name):
            return _read(_said(inner), name)
        case ast.Subscript(value=inner, slice=ast.Constant(value=0 | 1 as at)):
            return _half(_said(inner), at)
        case ast.BinOp(left=left, op=sign, right=right):
            return _worked_out(_said(left), sign, _said(right))
    raise _UnsayableError


def _constant(value: object) -> _Said:
    match value:
        case bool():
            raise _UnsayableError
        case int() if 0 <= value < 2**31:
            return _Said(str(value), "int")
        case int() if 0 <= value < 2**63:
            return _Said(f"{value}L", "int64")
        case str():
            return _Said(_quoted(value), "string")
        case bytes() if value.isascii():
            return _Said(_quoted(value.decode()), "string")
    raise _UnsayableError


def _refused(arguments: list[ast.expr]) -> _Said:
    match arguments:
        case [ast.Constant(value=str() as name), *given]:
            return _Said(f"Spelling.refused (fun () -> {_called(name, given).text} |> ignore)", "string")
    raise _UnsayableError


def _called(name: str, arguments: list[ast.expr]) -> _Said:
    function, takes, gives = _FUNCTIONS.get(name, ("", (), ""))
    if not function or len(arguments) != len(takes):
        raise _UnsayableError
    given = " ".join(_as(kind, _said(argument)) for kind, argument in zip(takes, arguments, strict=True))
    return _Said(f"{function} {given}", gives)


def _read(inner: _Said, name: str) -> _Said:
    if (inner.type, name) == ("Job", "attempts"):
        return _Said(f"({inner.text}).Attempts", "int")
    if (inner.type, name) not in _ATTRIBUTES:
        raise _UnsayableError
    function, kind = _ATTRIBUTES[inner.type, name]
    return _Said(f"{function} ({inner.text})", kind)


def _half(pair: _Said, at: object) -> _Said:
    if pair.type != "pair":
        raise _UnsayableError
    return _Said(f"{'snd' if at else 'fst'} ({pair.text})", "int64" if at else "string")


def _worked_out(left: _Said, sign: ast.operator, right: _Said) -> _Said:
    match sign:
        case ast.Pow() if left.text.isdigit() and right.text.isdigit() and _fits(int(left.text), int(right.text)):
            return _Said(f"Spelling.power {_as('int64', left)} {right.text}", "int64")
        case ast.RShift() if right.text.isdigit():
            return _Said(f"({_as('int64', left)} >>> {right.text})", "int64")
        case _ if type(sign) in _OPERATORS:
            kind = left.type if left.type == right.type and left.type in {"int", "string"} else "int64"
            return _Said(f"({_as(kind, left)} {_OPERATORS[type(sign)]} {_as(kind, right)})", kind)
    raise _UnsayableError


def _fits(base: int, exponent: int) -> bool:
    """Whether a power is an int64; most are soon beyond that."""
    return exponent < 63 and base**exponent < 2**63


def _as(kind: str, said: _Said) -> str:
    """The piece as an argument of that type."""
    if said.type == kind:
        return said.text if _is_literal(said.text) or _is_name(said.text) else f"({said.text})"
    if (said.type, kind) == ("int", "int64"):
        return f"{said.text}L" if said.text.isdigit() else f"(int64 {_as('int', said)})"
    raise _UnsayableError


def _is_literal(text: str) -> bool:
    return text.removesuffix("L").isdigit() or (text[0] == text[-1] == '"' and '" ' not in text)


def _is_name(text: str) -> bool:
    return text.replace(".", "").isalnum()


def _quoted(text: str) -> str:
    """A string literal of F#: what isn't plain ASCII goes in by code point (F# language specification, 3.5)."""
    return '"' + "".join(map(_character, text)) + '"'


def _character(character: str) -> str:
    if character in {'"', "\\"}:
        return f"\\{character}"
    if " " <= character <= "~":
        return character
    code = ord(character)
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"
