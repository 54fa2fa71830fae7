"""A value in a sentence is an expression over the domain, worked out by the build: no figure on a page is taken on trust."""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from echomq import base62, branded_id, job, keyspace, snowflake
from echomq.snowflake import Snowflake
from sitegen.drawings import byte_order
from widgets.figures import moment


def grouped(number: int) -> str:
    """A number as prose writes it: 16,384."""
    return f"{number:,}"


def hexadecimal(number: int, digits: int = 4) -> str:
    """A number in hex, with leading zeros: 0xEA1C."""
    return f"0x{number:0{digits}X}"


def hex_bytes(text: str) -> str:
    """The UTF-8 of a text, byte by byte: 65 6D 61 69 6C."""
    return text.encode().hex(" ").upper()


def tag_of(key: str) -> str:
    """What a key's tag is; a key that has none is an error here, where `hashtag` would answer the whole key."""
    part = keyspace.hashed_part(key)
    if part.is_whole_key:
        message = f"{key} has no tag: {part.rule}"
        raise ValueError(message)
    return part.data.decode()


def percent(part: int, whole: int) -> str:
    """A share in whole per cent: 82."""
    return str(round(100 * part / whole))


def flake(branded: str) -> Snowflake:
    """Moment, node and sequence of a branded id."""
    return branded_id.parse(branded).snowflake


def day(ms: int) -> str:
    """The date of a moment in Unix milliseconds, UTC: 5 May 2030, never broken after the 5."""
    number, rest = moment.in_words(ms).split(",")[0].split(" ", 1)
    return f"{number}\N{NO-BREAK SPACE}{rest}"


def year(ms: int) -> str:
    """The year of a moment in Unix milliseconds, UTC: 2030."""
    return day(ms).split(" ")[-1]


def time_of_day(ms: int) -> str:
    """The time of a moment in Unix milliseconds: 00:36:02.251 UTC."""
    return moment.in_words(ms).split(", ")[1]


def bit_length(number: int) -> int:
    """How many binary digits a number takes."""
    return number.bit_length()


def as_double(number: int) -> int:
    """The whole number that is left of one when it is kept as a double."""
    return int(float(number))


def double_step(number: int) -> int:
    """How far apart the doubles around a number lie; it must be large enough for them to be whole."""
    return int(math.ulp(float(number)))


def lower_first(number: int) -> str:
    """Eleven digits of an alphabet that has its small letters before its capitals, and so doesn't ascend."""
    return byte_order.spell(number, byte_order.LOWER_FIRST)


def refused(name: str, *given: str) -> str:
    """The words in which a function refuses what it is given: jobKey requires a valid branded id."""
    function = NAMES.get(name)
    if not callable(function):
        message = f"no function is called {name}"
        raise UnknownValueError(message)
    try:
        function(*given)
    except ValueError as error:
        return str(error)
    message = f"{name} refuses nothing here"
    raise UnknownValueError(message)


def code_of(character: str) -> str:
    """The one byte of an ASCII character, in hex: 5A."""
    return f"{ord(character):02X}"


NAMES: Mapping[str, object] = MappingProxyType(
    {
        "ALPHABET": base62.ALPHABET,
        "DIGITS": base62.WIDTH,
        "EPOCH_MS": snowflake.EPOCH_MS,
        "MAX": base62.MAX,
        "MAX_NODE": snowflake.MAX_NODE,
        "MAX_SEQUENCE": snowflake.MAX_SEQUENCE,
        "NODE_BITS": snowflake.NODE_BITS,
        "SEQUENCE_BITS": snowflake.SEQUENCE_BITS,
        "SLOTS": keyspace.SLOTS,
        "TIME_BITS": snowflake.TIME_BITS,
        "WIDTH": branded_id.WIDTH,
        "as_double": as_double,
        "bit_length": bit_length,
        "code_of": code_of,
        "compose": branded_id.compose,
        "crc16": keyspace.crc16,
        "create": job.create,
        "day": day,
        "decode": branded_id.decode,
        "double_step": double_step,
        "encode": base62.encode,
        "flake": flake,
        "grouped": grouped,
        "hashtag": keyspace.hashtag,
        "hex_bytes": hex_bytes,
        "hexadecimal": hexadecimal,
        "is_valid": branded_id.is_valid,
        "job_key": keyspace.job_key,
        "len": len,
        "lower_first": lower_first,
        "node_ranges": keyspace.node_ranges,
        "percent": percent,
        "queue_key": keyspace.queue_key,
        "refused": refused,
        "slot": keyspace.slot,
        "tag_of": tag_of,
        "time_of_day": time_of_day,
        "unpack": Snowflake.unpack,
        "year": year,
    }
)
"""All that an expression may name; there are no builtins beside them."""

_OPERATORS: Mapping[type[ast.operator], Callable[..., object]] = MappingProxyType(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.FloorDiv: operator.floordiv,
        ast.Mod: operator.mod,
        ast.BitAnd: operator.and_,
        ast.RShift: operator.rshift,
    }
)
_ATTRIBUTES = frozenset({"attempts", "moment", "ms", "node", "sequence", "offset", "start", "stop"})
_LARGEST_EXPONENT = 100


class UnknownValueError(Exception):
    """An expression that has no value; the message says which part of it, and why."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What an author wrote between `{=` and `}`: a question, and perhaps the answer that the sentence gives to it.

    `slot("a") == 15495` asks for `slot("a")` and says `15495`; a question alone is answered by the build.
    """

    question: str
    says: str | None = None

    @property
    def is_plain(self) -> bool:
        """Whether nothing is asked: `{=2024}` is the author's word that this is a plain number."""
        tree = ast.parse(self.question, mode="eval")
        return not any(isinstance(node, ast.Name) for node in ast.walk(tree))


def asked(expression: str) -> Asked:
    """Take an expression apart. Raises UnknownValueError for what is no Python, and for an answer that is no constant."""
    try:
        tree = ast.parse(expression, mode="eval").body
    except SyntaxError as error:
        message = f"{expression} is no Python expression"
        raise UnknownValueError(message) from error
    match tree:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[ast.Constant(value=str() | int() as says)]):
            return Asked(ast.get_source_segment(expression, left) or ast.unparse(left), str(says))
        case ast.Compare():
            message = f"{expression} must end with == and the text or the number that it is"
            raise UnknownValueError(message)
    return Asked(expression)


def evaluate(expression: str) -> str:
    """The text of an expression's value. Raises UnknownValueError for whatever keeps it from having one."""
    try:
        tree = ast.parse(expression, mode="eval")
    except SyntaxError as error:
        message = f"{expression} is no Python expression"
        raise UnknownValueError(message) from error
    value = _walk(tree.body)
    if isinstance(value, bool) or not isinstance(value, str | int):
        message = f"{expression} gives a {type(value).__name__}; a sentence can hold a text or a whole number"
        raise UnknownValueError(message)
    return str(value)


def _walk(node: ast.expr) -> object:
    match node:
        case ast.Constant(value=str() | int() as value):
            return value
        case ast.Constant(value=bytes() as value):
            return value
        case ast.Name(id=name):
            return _named(name)
        case ast.Attribute(value=inner, attr=name) if name in _ATTRIBUTES:
            return _attempt(node, getattr, _walk(inner), name)
        case ast.Subscript(value=inner, slice=index):
            return _attempt(node, operator.getitem, _walk(inner), _walk(index))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _attempt(node, operator.neg, _walk(operand))
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _attempt(node, _power, _walk(left), _walk(right))
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
            return _attempt(node, _OPERATORS[type(sign)], _walk(left), _walk(right))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            return _attempt(node, _named(name), *map(_walk, arguments))
    message = f"{ast.unparse(node)} is more than a value may hold: names, calls, numbers, texts and sums of them"
    raise UnknownValueError(message)


def _named(name: str) -> object:
    if name not in NAMES:
        message = f"nothing is called {name} here; there are {', '.join(NAMES)}"
        raise UnknownValueError(message)
    return NAMES[name]


def _power(base: int, exponent: int) -> int:
    if not 0 <= exponent <= _LARGEST_EXPONENT:
        message = f"exponent {exponent} is not 0 to {_LARGEST_EXPONENT}"
        raise ValueError(message)
    return int(base**exponent)


def _attempt(node: ast.expr, function: object, *arguments: object) -> object:
    if not callable(function):
        message = f"{ast.unparse(node)} calls what is no function"
        raise UnknownValueError(message)
    try:
        return function(*arguments)
    except Exception as error:
        message = f"{ast.unparse(node)} raises {type(error).__name__}: {error}"
        raise UnknownValueError(message) from error
