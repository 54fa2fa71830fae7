"""What the build makes for a reader who edits a script: the compiler with all it needs, which works as a page uses it."""

import json
import subprocess
from pathlib import Path

from sitegen import editing, fable
from sitegen.fable import Compiled
from sitegen.toolchain import Toolchain

ROOT = Path(__file__).parents[2]

#: A worker of neither kind, but with what both use: `ask` sends a text, and runs the program that comes back.
DRIVER = """
import { readFileSync } from "node:fs";
import vm from "node:vm";
const [folder, ...texts] = JSON.parse(readFileSync(0, "utf8"));
const said = [];
let heard;
globalThis.self = globalThis;
globalThis.postMessage = (message) => heard?.(message);
const ask = (data) => new Promise((resolve) => { heard = resolve; self.onmessage({ data }); });
const run = (program) => {
  const lines = [];
  const worker = vm.createContext({ console: {}, postMessage: ({ line }) => line === undefined || lines.push(line) });
  worker.self = worker;
  vm.runInContext(program, worker);
  worker.onmessage();
  return lines;
};
vm.runInThisContext(readFileSync(`${folder}/compiler.js`, "utf8"));
const bytes = readFileSync(`${folder}/assemblies.bin`);
await ask({ assemblies: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) });
for (const text of texts) {
  const { problems, program, trouble } = await ask({ text });
  if (trouble) throw new Error(`${text}: ${trouble}`);
  const places = problems.map((it) => `${it.line}:${it.column}-${it.endLine}:${it.endColumn}${it.warning ? " warning" : ""}`);
  said.push([places, program === undefined ? null : run(program)]);
}
console.log(JSON.stringify(said));
"""


def test_the_assemblies_lie_in_one_file(compiled: Compiled) -> None:
    made = editing.files(ROOT, compiled)
    assert list(made) == ["compiler.js", "assemblies.bin"]
    assert made["assemblies.bin"].startswith(b"MZ")
    folder = ROOT / "node_modules" / fable.ASSEMBLIES_FOLDER
    assert len(made["assemblies.bin"]) == sum((folder / f"{name}.dll").stat().st_size for name in fable.ASSEMBLIES)


def test_what_every_program_begins_with_has_the_port_and_no_files(compiled: Compiled) -> None:
    made = editing.runtime(ROOT, compiled).decode()
    for path in (
        "fable-library/List.js",
        "fable-library/System.Collections.Generic.js",
        *(f"./{path}" for path in compiled.modules),
    ):
        assert f'"{path}":' in made
    assert '"fable-library/File.js"' not in made
    assert "node:" not in made


def test_texts_become_programs_or_problems_in_their_own_places(tmp_path: Path, compiled: Compiled) -> None:
    for name, data in editing.files(ROOT, compiled).items():
        (tmp_path / name).write_bytes(data)
    cases = {
        # The slot is Valkey's own, of CLUSTER KEYSLOT.
        'Keyspace.slot "{email}"\n// val it: int = 1': ([], ["val it: int = 10780"]),
        "let twice x =\n\n    2 * x\n\n[ 1\n  2 ]\n|> List.map twice": ([], ["val it: int list = [2; 4]"]),
        "if false then\n    1\nelse\n    2": ([], ["val it: int = 2"]),
        "type A = { B: B option }\nand B = { C: int }\n{ B = Some { C = 1 } }": (
            [],
            ["val it: A = { B = Some { C = 1 } }"],
        ),
        "1L\r\n[]\r\n": ([], ["val it: int64 = 1L", "val it: 'a list = []"]),
        'Keyspace.jobKey "email" "job"': (
            [],
            ["System.ArgumentException: jobKey requires a valid branded id (Parameter 'branded')"],
        ),
        'failwith "no"\nprintfn "%d" 3': ([], ["System.Exception: no", "3", "val it: unit = ()"]),
        'let found: int = failwith "early"\n1': ([], ["System.Exception: early"]),
        'System.IO.File.ReadAllText "x"': ([], ["System.Exception: A page has nothing of File."]),
        'for i in 1 .. 1000 do\n    printfn "%d" i': ([], [*map(str, range(1, 501)), "…"]),
        "match Some 1 with\n| Some x -> x": (["1:7-1:13 warning"], ["val it: int = 1"]),
        "1\nKeyspace.slot 3\nkey": (["2:15-2:16", "3:1-3:4"], None),
        'if true then\n    1\nelse\n    "a"': (["4:5-4:8"], None),
        "let x =": (["1:8-1:8"], None),
        "": ([], []),
    }
    command = [str(Toolchain(ROOT).node), "--input-type=module", "-e", DRIVER]
    done = subprocess.run(command, input=json.dumps([str(tmp_path), *cases]).encode(), capture_output=True, check=False)
    assert done.stderr.decode() == ""
    said = [(places, lines) for places, lines in json.loads(done.stdout)]
    assert dict(zip(cases, said, strict=True)) == cases
