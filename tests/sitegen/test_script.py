"""A script of F# is declarations and expressions with their answers; every answer is compiled, run and compared."""

from pathlib import Path

import pytest

from sitegen import content, script, scripted
from sitegen.fable import Compiled
from sitegen.problems import Problem
from sitegen.source import Source
from workshop import write_site, written

ROOT = Path(__file__).parents[2]
KEYS = "content/hub/keys.md"
REFUSED = "jobKey requires a valid branded id (Parameter 'branded')"


def items(text: str) -> tuple[tuple[script.Item, ...], list[str]]:
    problems: list[Problem] = []
    found = script.items(Source.of(text, "x.md"), problems)
    return found, [str(problem) for problem in problems]


def built(tmp_path: Path, compiled: Compiled, *scripts: str) -> list[str]:
    """What the build says of a site whose dive is these scripts; the first line of the first is line 7."""
    fences = [f"```script #s{at}\n{text}\n---\nA script.\n```\n" for at, text in enumerate(scripts)]
    folder = write_site(tmp_path, "\n".join(fences))
    for tool in (".venv", "node_modules", "static"):
        if not (folder / tool).exists():
            (folder / tool).symlink_to(ROOT / tool, target_is_directory=True)
    problems: list[Problem] = []
    site = content.read(folder, problems)
    assert site is not None
    made = scripted.gather(folder, site, compiled, problems)
    assert (made is None) == bool(problems)
    return [str(problem) for problem in problems]


def test_a_script_is_taken_apart_into_declarations_and_expressions_with_their_answers() -> None:
    found, problems = items(
        "let twice x =\n\n    2 * x\n// val twice: x: int -> int\n\n// A remark.\ntwice 4\n// val it: int = 8\n"
        'failwith "no"\n// System.Exception: no\n[ 1\n  2 ]\n// val it: int list =\n//   [1;\n//    2]\n'
    )
    assert problems == []
    assert [(item.lines[0].text, item.declares) for item in found] == [
        ("let twice x =", True),
        ("twice 4", False),
        ('failwith "no"', False),
        ("[ 1", False),
    ]
    echoes = [item.echo for item in found]
    assert [(echo.name, echo.type, echo.value, echo.raised) for echo in echoes if echo] == [
        ("twice", "int -> int", None, None),
        ("it", "int", "8", None),
        ("it", "", None, "no"),
        ("it", "int list", "[1;\n    2]", None),
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1 + 1\n", "x.md:1:1: this expression says no answer: below it stands one, as // val it: int = 10780"),
        ("// val it: int = 2\n", "x.md:1:1: this answers nothing: it follows an expression or a let"),
        (
            "1\n// val it\n",
            "x.md:2:1: an answer reads // val it: int = 10780, or // System.ArgumentException: its words",
        ),
    ],
)
def test_an_answer_that_is_missing_or_malformed_is_a_problem(text: str, problem: str) -> None:
    assert items(text)[1] == [problem]


def test_an_answer_that_is_not_so_stops_the_build_at_its_place(tmp_path: Path, compiled: Compiled) -> None:
    found = built(
        tmp_path,
        compiled,
        'Keyspace.slot "123456789"\n// val it: int = 12738\n3\n// val it: int = 4',
        'Keyspace.jobKey "email" "job"\n// System.ArgumentException: jobKey wants a valid branded id',
        "1 + 1\n// System.Exception: no",
        'failwith "no"\n// val it: int = 1',
    )
    assert found == [
        f"{KEYS}:8:1: says 12738, but F# answers 12739",
        f"{KEYS}:10:1: says 4, but F# answers 3",
        f"{KEYS}:17:1: says jobKey wants a valid branded id, but F# raises {REFUSED}",
        f"{KEYS}:24:1: says no, but F# raises nothing",
        f"{KEYS}:31:1: says 1, but F# answers no, which it raises",
    ]


def test_what_the_compiler_refuses_is_told_by_the_pages_own_lines(tmp_path: Path, compiled: Compiled) -> None:
    found = built(
        tmp_path,
        compiled,
        # An int would be widened to the type that is said; its own is meant.
        'Keyspace.slot "123456789"\n// val it: int64 = 12739L',
        "let x = Keyspace.slots\nx\n// val it: int = 1",
        "Keyspace.slot 1\n// val it: int = 1",
        "let f x = x + 1\n// val f: x: string -> int",
    )
    expected = [
        f"{KEYS}:8:1: Type mismatch. Expecting a 'unit -> int64' but given a 'unit -> int'",
        f"{KEYS}:14:18: The value, constructor, namespace or type 'slots' is not defined.",
        f"{KEYS}:22:15: This expression was expected to have type 'string' but here has type 'int'",
        f"{KEYS}:30:1: Type mismatch. Expecting a 'string -> int' but given a 'int -> int'",
    ]
    assert [problem[: len(start)] for problem, start in zip(found, expected, strict=True)] == expected


def test_scripts_that_are_right_become_a_worker(tmp_path: Path, compiled: Compiled) -> None:
    found = built(
        tmp_path,
        compiled,
        'let key = Keyspace.queueKey "email" "pending"\n// val key: string\n\nKeyspace.slot key\n// val it: int = 10780',
        "Set.ofList [ 2; 1 ]\n// val it: Set<int> =\n//   set [1; 2]",
    )
    assert found == []


def test_a_script_is_shown_with_a_button_that_waits_for_the_pages_scripts(tmp_path: Path) -> None:
    html, problems = written(tmp_path, "```script #s wide\n1 + 1\n// val it: int = 2\n---\nA sum.\n```\n")
    assert problems == []
    assert '<figure class="listing script wide" id="s" aria-labelledby="s-caption">' in html
    assert '<span class="hint v" data-check="1">compiled by Fable 5.15.0</span>' in html
    assert (
        '<div class="run ui" hidden><button type="button" class="chip say" data-run="hub/keys#s">Run this F#</button>'
        '<button type="button" class="chip say" data-edit hidden>Edit it</button><output></output></div>' in html
    )


def test_a_script_without_an_id_is_a_problem(tmp_path: Path) -> None:
    _, problems = written(tmp_path, "```script\n1 + 1\n// val it: int = 2\n---\nA sum.\n```\n")
    assert problems == [f"{KEYS}:6:1: a script has an id, by which it is run: ```script #slots"]
