"""F# is cut by its own rule, the offside rule, and neither comments nor strings can pass for it."""

import pytest

from sitegen.fsharp import Outline

PORT = """\
namespace EchoMQ

open System

/// Said of the type.
[<RequireQualifiedAccess>]
type Admission =
    | Enqueued
    /// Said of a case.
    | Duplicate

type Job = { Id: string }

/// Said of the module.
module Job =

    let private width = 14

    /// Makes one.
    ///
    /// In two paragraphs.
    [<CompiledName("Create")>]
    let create
        (id: string)
        : Job =
        // Nothing to judge.
        { Id = id }
        // A last remark.

    // The next one's own comment.
    let rec even n =
        n = 0 || odd (n - 1)
    and odd n = n <> 0 && even (n - 1)

    module Inner =
        let deep () =
            create "x"

type Port =
    abstract Claim: now: int64 -> Job option

    /// Said of a member.
    abstract Complete:
        id: string ->
            unit

type Store() =
    let mutable state = 0
    member _.State = state
    static member Empty = Store()
    override this.ToString() =
        "store"
"""

TRAPS = '''\
module Traps
(* let hidden = 1
   (* let nested = 1 *)
let hidden = 2 *)
let text = """
let inText = 1
  kept"""

let verbatim = @"C:\\" // not an escape: "let inComment = 1"

let quote = \'"\'
let prime' = quote
let times = (*) 2 3

let (|Tag|_|) (key: string) =
    if key = "}" then None
    else
        Some key

let ``two words`` = 1

let undented = function
| 1 -> "one"
| _ -> "many"

let listed = [
    1
]
#if DEBUG
let debug = 1
#endif
[<Literal>] let Beside = 1

let after = 3
'''


def cut(text: str, name: str) -> str:
    outline = Outline(text)
    (found,) = outline.named(name)
    return outline.text(found)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "Admission",
            (
                "/// Said of the type.\n[<RequireQualifiedAccess>]\ntype Admission =\n"
                "    | Enqueued\n    /// Said of a case.\n    | Duplicate"
            ),
        ),
        ("width", "let private width = 14"),
        (
            "Job.create",
            (
                '/// Makes one.\n///\n/// In two paragraphs.\n[<CompiledName("Create")>]\nlet create\n    (id: string)\n'
                "    : Job =\n    // Nothing to judge.\n    { Id = id }\n    // A last remark."
            ),
        ),
        ("even", "// The next one's own comment.\nlet rec even n =\n    n = 0 || odd (n - 1)"),
        ("odd", "and odd n = n <> 0 && even (n - 1)"),
        ("Inner.deep", 'let deep () =\n    create "x"'),
        ("Job.Inner", 'module Inner =\n    let deep () =\n        create "x"'),
        ("Port.Claim", "abstract Claim: now: int64 -> Job option"),
        ("Complete", "/// Said of a member.\nabstract Complete:\n    id: string ->\n        unit"),
        ("Store.State", "member _.State = state"),
        ("Empty", "static member Empty = Store()"),
        ("Store.ToString", 'override this.ToString() =\n    "store"'),
    ],
)
def test_a_definition_is_found_at_any_depth_and_brings_what_is_said_of_it(name: str, text: str) -> None:
    assert cut(PORT, name) == text


def test_a_type_goes_before_the_module_of_its_name() -> None:
    assert cut(PORT, "Job") == cut(PORT, "type Job") == "type Job = { Id: string }"
    assert cut(PORT, "module Job").startswith("/// Said of the module.\nmodule Job =\n\n    let private width = 14\n")


def test_a_whole_file_s_module_holds_what_follows() -> None:
    assert [found.name for found in Outline(TRAPS).definitions] == [
        "Traps",
        "Traps.text",
        "Traps.verbatim",
        "Traps.quote",
        "Traps.prime'",
        "Traps.times",
        "Traps.(|Tag|_|)",
        "Traps.two words",
        "Traps.undented",
        "Traps.listed",
        "Traps.debug",
        "Traps.Beside",
        "Traps.after",
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("text", 'let text = """\nlet inText = 1\n  kept"""'),
        ("verbatim", 'let verbatim = @"C:\\" // not an escape: "let inComment = 1"'),
        ("(|Tag|_|)", 'let (|Tag|_|) (key: string) =\n    if key = "}" then None\n    else\n        Some key'),
        ("undented", 'let undented = function\n| 1 -> "one"\n| _ -> "many"'),
        ("listed", "let listed = [\n    1\n]"),
        ("Beside", "[<Literal>] let Beside = 1"),
    ],
)
def test_what_only_looks_like_the_end_is_none(name: str, text: str) -> None:
    assert cut(TRAPS, name) == text


@pytest.mark.parametrize("name", ["hidden", "nested", "inText", "inComment", "Claim.now", "", "open", "Enqueued"])
def test_what_is_no_definition_has_no_text(name: str) -> None:
    assert Outline(PORT + TRAPS).named(name) == ()


def test_a_string_is_not_moved_with_what_stands_around_it() -> None:
    text = 'module A =\n    let x =\n        """\n  y\n"""\n    let z = 1\n'
    assert cut(text, "x") == 'let x =\n    """\n  y\n"""'


def test_a_comment_that_never_ends_hides_the_rest() -> None:
    assert [found.name for found in Outline("let a = 1\n(* let b = 2\nlet c = 3\n").definitions] == ["a"]
