"""The F# compiler: what it refuses, where, and what its JavaScript answers."""

import json
import subprocess
from pathlib import Path

import pytest

from fsharp.port import ROOT, SOURCES
from sitegen import fable
from sitegen.toolchain import Toolchain


def test_the_port_compiles_without_a_warning(compiled: fable.Compiled) -> None:
    assert compiled.problems == ()
    assert sorted(compiled.modules) == sorted(path.replace(".fs", ".js") for path in SOURCES)


@pytest.mark.parametrize(
    ("name", "signature"),
    [
        # As the course prints them.
        ("Keyspace.queueKey", "val queueKey: queue: string -> keyType: string -> string"),
        ("Keyspace.slot", "val slot: key: string -> int"),
        # As F#'s own conventions space generic and tuple types.
        ("Keyspace.nodeRanges", "val nodeRanges: count: int -> (int * int) list"),
        ("Store.held", "val held: id: string -> token: int -> state: QueueState -> Result<Job, Refusal>"),
        ("StorePort.Claim", "abstract Claim: now: int64 -> leaseMs: int64 -> Job option"),
        ("BrandedId.Width", "val Width: int = 14"),
    ],
)
def test_signatures_are_the_compilers(compiled: fable.Compiled, name: str, signature: str) -> None:
    assert compiled.signatures[name] == signature


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (
            "val   internal   ofText :   text :   string   ->   int   list\n Words.",
            "val ofText: text: string -> int list",
        ),
        ("[< Literal >] \n  val   Width :   int   =   14", "val Width: int = 14"),
        ("val   rows :   Map < string , Job >", "val rows: Map<string, Job>"),
        ("val   start :   Store. QueueState", "val start: Store.QueueState"),
        (
            "union   case   Option . Some :   Value :   'T   ->   Option < 'T >",
            "union case Option.Some: Value: 'T -> Option<'T>",
        ),
        ("Job . Attempts :   int", "Job.Attempts: int"),
        (
            "abstract   StorePort . Claim :   now :   int64   ->   Job   option",
            "abstract Claim: now: int64 -> Job option",
        ),
        ("type   Job   =", ""),
        ("Cannot find ident for tooltip", ""),
        ("", ""),
    ],
)
def test_what_the_compiler_tells_is_spaced_as_one_writes_it(told: str, text: str) -> None:
    assert fable.signature(told) == text


def test_every_word_of_a_file_has_the_type_that_it_has_there(compiled: fable.Compiled) -> None:
    path = "content/fsharp/EchoMQ/Keyspace.fs"
    line = next(
        at for at, text in enumerate(SOURCES[path].split("\n")) if text.startswith("    let slot (key: string)")
    )
    told = {column: text for (at, column), text in compiled.types[path].items() if at == line}
    assert told == {8: "val slot: key: string -> int", 14: "val key: string"}


def test_a_type_has_no_signature(compiled: fable.Compiled) -> None:
    assert "QueueState" not in compiled.signatures


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """A checkout with the tools of this one and a cache of its own."""
    for tool in (".venv", "node_modules"):
        (tmp_path / tool).symlink_to(ROOT / tool, target_is_directory=True)
    return tmp_path


def test_what_is_wrong_is_told_with_its_place(workplace: Path) -> None:
    wrong = {
        "a.fs": 'namespace A\n\nmodule B =\n    let slot: int = "x"\n',
        "b.fs": "namespace A\n\nmodule C =\n    let x = sloot 1\n",
        "c.fs": "namespace A\n\nmodule D =\n    let x = (1\n",
    }
    expected = [
        "a.fs:4:21: This expression was expected to have type 'int' but here has type 'string'",
        "b.fs:4:13: The value or constructor 'sloot' is not defined.",
        "c.fs:4:13: Unmatched '('",
    ]
    found = fable.compile_project(workplace, "wrong", wrong)
    assert [str(one)[: len(start)] for one, start in zip(found.problems, expected, strict=True)] == expected
    assert found.modules == {}


def test_a_warning_alone_is_a_problem_too(workplace: Path) -> None:
    text = "namespace A\n\nmodule B =\n    let x (o: int option) =\n        match o with\n        | Some n -> n\n"
    found = fable.compile_project(workplace, "wrong", {"a.fs": text})
    assert [str(one) for one in found.problems] == [
        "a.fs:5:15: The compiler warns of this and has no words for it; most often a match leaves a case out."
    ]
    assert found.modules == {}


def test_types_are_told_of_the_files_that_are_asked_about(workplace: Path) -> None:
    files = {
        "a.fs": "namespace A\n\nmodule B =\n    let one = 1\n",
        "b.fs": "namespace A\n\nmodule C =\n    let two = B.one + 1\n",
    }
    found = fable.compile_project(workplace, "some", files, ["b.fs"])
    assert list(found.modules) == ["a.js", "b.js"]
    assert found.signatures == {"C.two": "val two: int"}
    assert found.types == {"b.fs": {(3, 8): "val two: int", (3, 16): "val one: int"}}


def test_the_compiled_port_runs(compiled: fable.Compiled) -> None:
    entry = """
    import { slot, jobKey } from "./content/fsharp/EchoMQ/Keyspace.js";
    const raised = (call) => { try { return call(); } catch (error) { return error.message; } };
    console.log(JSON.stringify([slot("123456789"), jobKey("email", "JOB0Dqhu1EacDY"), raised(() => jobKey("email", "job"))]));
    """
    script = fable.bundled(ROOT, compiled.modules, entry, "--format=esm")
    node = str(Toolchain(ROOT).node)
    answer = subprocess.run([node, "--input-type=module", "-"], input=script, capture_output=True, check=True)
    assert json.loads(answer.stdout) == [
        # The check value of CRC-16/XMODEM, 0x31C3, is the slot as well.
        12739,
        "emq:{email}:job:JOB0Dqhu1EacDY",
        "jobKey requires a valid branded id (Parameter 'branded')",
    ]
