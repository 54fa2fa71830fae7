"""Python's runtime for the page exports only what its glue calls, and its glue holds only what that runtime asks for."""

import json
import subprocess
from functools import cache
from pathlib import Path

import pytest

from sitegen import glue, wasm
from sitegen.glue import GlueError, Package
from sitegen.toolchain import Toolchain

ROOT = Path(__file__).parents[2]
LIST = """
const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
const named = ({module, name, kind}) => [kind, module ?? "", name];
console.log(JSON.stringify(["imports", "exports"].map((what) => WebAssembly.Module[what](module).map(named))));
"""
Things = list[tuple[str, str, str]]


def interface(module: Path) -> tuple[Things, Things]:
    """What a module imports and exports, as V8 sees it: kind, module, name."""
    command = [str(Toolchain(ROOT).node), "-e", LIST, str(module)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    imports, exports = ([tuple(entry) for entry in entries] for entries in json.loads(done.stdout))
    return imports, exports


@cache
def package() -> Package:
    return Package.of(ROOT)


def made_up(*, exports: int = 1_200, members: int = 1_200, types: int = 1_200, more: str = "") -> str:
    """A glue that is written as the real one is, and holds so many of each kind."""
    names = [f"_f{number}" for number in range(exports)]
    taken = ";".join(f'{name}=Module["{name}"]=wasmExports["{name[1:]}"]' for name in names)
    return (
        f"var {','.join(names)};"
        + "".join(f'Module["m{number}"]=m{number};' for number in range(members))
        + "".join(f'_t{number}.sig="vi";' for number in range(types))
        + "var wasmImports={clock:_t7,draw:_t8,emscripten_glClear:_t9,log};"
        + f"function assignWasmExports(wasmExports){{{taken}}}{more}"
    )


def test_few_of_the_runtimes_functions_stay_and_everything_else(tmp_path: Path) -> None:
    whole, narrow = tmp_path / "whole.wasm", tmp_path / "narrow.wasm"
    whole.write_bytes(package().module)
    narrow.write_bytes(glue.runtime(package()))
    (imports, before), (same, after) = interface(whole), interface(narrow)
    assert same == imports
    assert set(after) < set(before)
    assert {kind for kind, _, _ in set(before) - set(after)} == {"function"}
    functions = {name for kind, _, name in after if kind == "function"}
    assert len(functions) * 40 < sum(kind == "function" for kind, _, _ in before)
    # What Emscripten's and Pyodide's documents name: allocation, constructors, main, calls that may wait for a promise.
    assert {"malloc", "free", "__wasm_call_ctors", "__main_argc_argv", "run_main_promising"} <= functions


def test_what_a_module_imports_is_what_v8_finds(tmp_path: Path) -> None:
    # Of each kind one: a type, then a table and a memory with and without a largest size, a tag, a global, a function.
    every = tmp_path / "every.wasm"
    every.write_bytes(
        b"\0asm\1\0\0\0"
        b"\1\4\1\x60\0\0"
        b"\2\x2e\6"
        b"\1a\1b\1\x70\1\1\2"
        b"\1a\1c\1\x70\0\1"
        b"\1a\1d\2\1\1\2"
        b"\1a\1e\4\0\0"
        b"\1a\1f\3\x7f\1"
        b"\1a\1g\0\0"
    )
    assert [kind for kind, _, _ in interface(every)[0]] == ["table", "table", "memory", "tag", "global", "function"]
    whole = tmp_path / "whole.wasm"
    whole.write_bytes(package().module)
    for module in (every, whole):
        found = [(home, name) for _, home, name in interface(module)[0]]
        assert wasm.imported(module.read_bytes()) == found


def test_an_export_stays_where_the_glue_speaks_of_it_again() -> None:
    more = 'run(_f7);Module._f8();resolve("f9");wasmExports.f10()'
    assert glue.called(made_up(members=0, types=0, more=more), "core._f11") == {"f7", "f8", "f9", "f10", "f11"}


def test_what_it_never_speaks_of_again_it_doesnt_take_over() -> None:
    whole = made_up(more="run(_f7)").replace("{_f0=", "{wasmTable=wasmExports.table;_f0=")
    short = glue.shortened(whole, "", [("env", "clock")])
    body = short.partition("(wasmExports){")[2].partition("}")[0]
    assert body == 'wasmTable=wasmExports.table;_f7=Module["_f7"]=wasmExports["f7"]'
    assert short.endswith("run(_f7)")


def test_it_offers_what_is_imported_and_null_for_what_draws() -> None:
    imports = [("env", "clock"), ("GOT.func", "log"), ("GOT.func", "emscripten_glClear"), ("env", "memory")]
    short = glue.shortened(made_up(), "", imports)
    assert "var wasmImports={clock:_t7,log:log,emscripten_glClear:{value:0}};" in short
    assert [part for part in short.split(";") if ".sig=" in part] == ['_t7.sig="vi"']


def test_it_shows_what_anyone_asks_for() -> None:
    short = glue.shortened(made_up(more='Module.m3();use("m4")'), "api.m5", [("env", "clock")])
    assert [part for part in short.split(";") if part.startswith('Module["m')] == [
        'Module["m3"]=m3',
        'Module["m4"]=m4',
        'Module["m5"]=m5',
    ]


def test_the_real_one_is_less_than_a_third_and_has_the_memory_and_the_table() -> None:
    short = glue.script(ROOT, package()).decode()
    assert len(short) * 3 < len(package().glue)
    assert 'wasmMemory=wasmExports["memory"]' in short
    assert '=wasmExports["__indirect_function_table"]' in short
    assert 'Module["_Py_Version"]=' in short
    assert "GLctx.drawArrays(" in package().glue
    assert "GLctx.drawArrays(" not in short


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has 0 functions assignWasmExports"),
        (made_up() * 2, "has 2 functions assignWasmExports"),
        (made_up().replace("f3=", "f3={}="), "has 0 functions assignWasmExports"),
        (made_up(exports=999), "has 999 exports as we know them"),
        (made_up().replace('Module["_', 'Module.get("_'), "has 0 exports as we know them"),
        (made_up(members=999), "has 999 members as we know them"),
        (made_up(types=999), "has 999 types of functions as we know them"),
        (made_up().replace("wasmImports", "offer"), "has 0 tables wasmImports"),
        (made_up().replace("clock:", "time:"), "offers the runtime none of its imports"),
        (made_up(more="Module[name]"), "reaches for a member by a name it works out"),
    ],
    ids=["other", "twice", "braces", "few", "otherwise", "members", "types", "offer", "names", "computed"],
)
def test_a_glue_that_is_written_otherwise_is_refused(text: str, words: str) -> None:
    with pytest.raises(GlueError, match=words):
        glue.shortened(text, "", [("env", "clock")])


def test_a_glue_that_is_no_script_is_refused_in_the_words_of_the_one_who_reads_it() -> None:
    broken = made_up(more="function {").replace("clock", "exit")
    with pytest.raises(GlueError, match="Unexpected token"):
        glue.script(ROOT, Package(package().module, broken, ""))


def test_a_runtime_with_none_of_those_names_is_refused() -> None:
    with pytest.raises(GlueError, match="none of the runtime's exports"):
        glue.runtime(Package(b"\0asm\1\0\0\0", made_up(more="run(_f7)"), ""))


@pytest.mark.parametrize(
    ("module", "words"),
    [
        (b"\0asm\2\0\0\0", "no WebAssembly module of version 1"),
        (b"\0asm\1\0\0\0\7\5\0", "5 bytes begins at 10"),
        (b"\0asm\1\0\0\0\2\7\1\1a\1b\7\0", "a.b is imported as a thing of kind 7"),
    ],
    ids=["version", "short", "kind"],
)
def test_what_is_no_module_is_refused(module: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        wasm.imported(module)
    if "kind" not in words:
        with pytest.raises(ValueError, match=words):
            glue.runtime(Package(module, made_up(more="run(_f7)"), ""))
