"""A script of F# on a page: declarations, and expressions, each with the answer that F# Interactive would print below it.

The answer is a comment: `// val it: int = 10780`, or `// System.ArgumentException: …` where there is none to be had. It
is no decoration: type and value are compiled into the script, and compared when it runs.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sitegen.problems import Place, Problem
from sitegen.source import Line, Source

ECHO = ("// val ", "// System.")
"""How an answer begins."""
_DECLARES = re.compile(r"(?:let|type|module|open|exception|do)\b|\[<")
_VALUE = re.compile(r"// val (?P<name>\w+): (?P<type>.+?)(?:\s=\s+(?P<value>.+))?", re.DOTALL)
# The names of parameters, which a signature has and a type has not.
_PARAMETER = re.compile(r"(?:^|(?<=-> ))\w+: ")
_RAISED = re.compile(r"// System\.(?P<kind>\w+): (?P<words>.+)", re.DOTALL)
_MORE = re.compile(r"//(?: {2,}|\t)")


@dataclass(frozen=True, slots=True)
class Echo:
    """An answer: `text` as the page shows it; a type, and the value where one is printed; or the words of an exception."""

    place: Place
    text: str
    name: str = "it"
    type: str = ""
    value: str | None = None
    raised: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One declaration or one expression, and the answer below it, if there is one."""

    lines: tuple[Line, ...]
    declares: bool
    echo: Echo | None


@dataclass(frozen=True, slots=True)
class Module:
    """A script as a file of F#: its text, the answers it can be asked about by number, and how it relates to the page.

    The compiler is told which line of the page each line comes from. `indents` has, by line of the page, how much further
    right its text stands than there, and nothing for the lines of answers; `places`, by line of the file from 0, the line
    of the page that stands there.
    """

    text: str
    checks: tuple[tuple[int, Echo], ...]
    indents: Mapping[int, int]
    places: Mapping[int, int]


def items(source: Source, problems: list[Problem]) -> tuple[Item, ...]:
    """Take a script apart. An expression that says no answer is a problem, and so is an answer to nothing."""
    found: list[Item] = []
    for lines in _grouped(source.lines):
        first = lines[0]
        if first.text.startswith("//"):
            if _is_echo(first.text):
                problems.append(Problem.at(first.place, "this answers nothing: it follows an expression or a let"))
            continue
        code = tuple(line for line in lines if not line.text.startswith("//"))
        below = tuple(line for line in lines if line.text.startswith("//"))
        declares = _DECLARES.match(first.text) is not None
        echo = _echo(below, problems) if below else None
        if echo is None and not declares and not below:
            wrong = "this expression says no answer: below it stands one, as // val it: int = 10780"
            problems.append(Problem.at(first.place, wrong))
        found.append(Item(code, declares, echo))
    return tuple(found)


def module(name: str, script: tuple[Item, ...]) -> Module:
    """The script as a module of F#. For an answer `n` with a value it has `same<n>`, which is true, or else `raised<n>`, the words."""
    out = ["namespace EchoMQ.Scripts", "", f"module {name} =", "    open EchoMQ"]
    indents: dict[int, int] = {}
    places: dict[int, int] = {}
    checks: list[tuple[int, Echo]] = []
    for number, item in enumerate(script):
        indent = 4 if item.declares else 8
        if not item.declares:
            out.append(f"    let it{number} () =")
        for line in item.lines:
            indents[line.place.line] = indent
            places[len(out) + 1] = line.place.line
            out += [f"# {line.place.line}", " " * indent + line.text]
        if item.echo is not None:
            checks.append((number, item.echo))
            for text in _checked(number, item.echo, declared=item.declares):
                out += [f"# {item.echo.place.line}", f"    {text}"]
    return Module("\n".join(out) + "\n", tuple(checks), indents, places)


def _checked(number: int, echo: Echo, *, declared: bool) -> Iterator[str]:
    if echo.raised is not None:
        yield f'let raised{number} () = try (it{number} () |> ignore; "") with error -> error.Message'
        return
    answer = f"(fun () -> {echo.name})" if declared else f"it{number}"
    # A function's type is taken as it is; a value's might be widened, and then `int64` would pass for `int`.
    yield f"let typed{number}: unit -> ({echo.type}) = {answer}"
    if echo.value is None:
        return
    yield f"let same{number} () = (typed{number} () = ({' '.join(echo.value.split())}))"
    yield f'let shown{number} () = sprintf "%A" (typed{number} ())'


def _grouped(lines: tuple[Line, ...]) -> Iterator[list[Line]]:
    """An item's lines with the answer below them; comments by themselves are groups of their own."""
    group: list[Line] = []
    for line in lines:
        text = line.text
        continues = bool(group) and (
            text[:1] in {" ", ")", "]", "}", "|"}
            or _is_echo(text)
            or (_MORE.match(text) is not None and group[-1].text.startswith("//"))
        )
        if not text.strip():
            continue
        if continues:
            group.append(line)
            continue
        if group:
            yield group
        group = [line]
    if group:
        yield group


def _is_echo(text: str) -> bool:
    return text.startswith(ECHO)


def _echo(lines: tuple[Line, ...], problems: list[Problem]) -> Echo | None:
    place = lines[0].place
    shown = "\n".join(line.text.removeprefix("//").removeprefix(" ") for line in lines)
    text = "\n".join([lines[0].text, *(line.text.removeprefix("//") for line in lines[1:])])
    if (value := _VALUE.fullmatch(text)) is not None:
        kind = _PARAMETER.sub("", " ".join(value["type"].split()))
        return Echo(place, shown, value["name"], kind, value["value"])
    if (raised := _RAISED.fullmatch(text)) is not None:
        return Echo(place, shown, raised=raised["words"])
    problems.append(
        Problem.at(place, "an answer reads // val it: int = 10780, or // System.ArgumentException: its words")
    )
    return None
