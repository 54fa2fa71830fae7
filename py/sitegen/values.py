"""A value in a sentence is an expression over the domain, worked out by the build: no figure on a page is taken on trust."""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sitegen.vocabulary import NAMES

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
