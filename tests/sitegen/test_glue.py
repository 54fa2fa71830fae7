"""Python's runtime for the page exports only what its glue calls, and all that is no function as before."""

import json
import subprocess
from pathlib import Path

import pytest

from sitegen import glue
from sitegen.glue import GlueError
from sitegen.toolchain import Toolchain

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "node_modules" / "pyodide"
LIST = """
const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
console.log(JSON.stringify(WebAssembly.Module.exports(module).map(({name, kind}) => [kind, name])));
"""


def exports(module: Path) -> set[tuple[str, str]]:
    """What a module exports, as V8 sees it."""
    command = [str(Toolchain(ROOT).node), "-e", LIST, str(module)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {(kind, name) for kind, name in json.loads(done.stdout)}


def texts() -> tuple[str, str]:
    """The glue and its loader."""
    glue, loader = ((PYODIDE / name).read_text(encoding="utf-8") for name in ("pyodide.asm.mjs", "pyodide.mjs"))
    return glue, loader


def taking(count: int, more: str = "") -> str:
    """A glue that declares and takes over so many exports."""
    names = [f"_f{number}" for number in range(count)]
    taken = ";".join(f'{name}=Module["{name}"]=wasmExports["{name[1:]}"]' for name in names)
    return f"var {','.join(names)};function assignWasmExports(wasmExports){{{taken}}}{more}"


def test_few_of_the_runtimes_functions_stay_and_everything_else(tmp_path: Path) -> None:
    runtime = PYODIDE / "pyodide.asm.wasm"
    narrow = tmp_path / "narrow.wasm"
    narrow.write_bytes(glue.narrowed(runtime.read_bytes(), *texts()))
    before, after = exports(runtime), exports(narrow)
    assert after < before
    assert {kind for kind, _ in before - after} == {"function"}
    functions = {name for kind, name in after if kind == "function"}
    assert len(functions) * 40 < sum(kind == "function" for kind, _ in before)
    # What Emscripten's and Pyodide's documents name: allocation, constructors, main, calls that may wait for a promise.
    assert {"malloc", "free", "__wasm_call_ctors", "__main_argc_argv", "run_main_promising"} <= functions


def test_an_export_stays_where_the_glue_speaks_of_it_again() -> None:
    more = 'run(_f7);Module._f8();resolve("f9");wasmExports.f10()'
    assert glue.called(taking(1_200, more), "core._f11") == {"f7", "f8", "f9", "f10", "f11"}


def test_what_it_never_speaks_of_again_it_doesnt_take_over() -> None:
    whole = taking(1_200, "run(_f7)").replace("{_f0=", "{wasmTable=wasmExports.table;_f0=")
    short = glue.shortened(whole, "")
    body = short.partition("(wasmExports){")[2].partition("}")[0]
    assert body == 'wasmTable=wasmExports.table;_f7=Module["_f7"]=wasmExports["f7"]'
    assert short.endswith("run(_f7)")


def test_the_shortened_glue_is_a_quarter_shorter_and_takes_over_the_memory_and_the_table() -> None:
    whole, loader = texts()
    short = glue.shortened(whole, loader)
    assert len(short) < len(whole) * 0.75
    assert 'wasmMemory=wasmExports["memory"]' in short
    assert '=wasmExports["__indirect_function_table"]' in short
    assert 'Module["_Py_Version"]=' in short


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has 0 functions assignWasmExports"),
        (taking(1_200) * 2, "has 2 functions assignWasmExports"),
        (taking(1_200).replace("f3=", "f3={}="), "has 0 functions assignWasmExports"),
        (taking(999), "takes over 999 exports"),
        (taking(1_200).replace('Module["', 'Module.get("'), "takes over 0 exports"),
    ],
    ids=["other", "twice", "braces", "few", "otherwise"],
)
def test_a_glue_that_is_written_otherwise_is_refused(text: str, words: str) -> None:
    with pytest.raises(GlueError, match=words):
        glue.called(text, "")


def test_a_runtime_with_none_of_those_names_is_refused() -> None:
    with pytest.raises(GlueError, match="none of the runtime's exports"):
        glue.narrowed(b"\0asm\1\0\0\0", taking(1_200, "run(_f7)"), "")


@pytest.mark.parametrize(
    ("module", "words"),
    [(b"\0asm\2\0\0\0", "no WebAssembly module of version 1"), (b"\0asm\1\0\0\0\7\5\0", "5 bytes begins at 10")],
    ids=["version", "short"],
)
def test_what_is_no_module_is_refused(module: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        glue.narrowed(module, taking(1_200, "run(_f7)"), "")
