/**
 * Makes the library that Python starts from in the page: the modules of the standard library that a start and our
 * widgets really load, and our own, compiled, in one stored zip.
 *
 * Reads from standard input {"pyodide": folder, "engine": path of Valkey's module, "sources": {path in the zip: text},
 * "inside": {path: text} of what stands in for modules of the standard library, "without": [path or folder, …] of those that do
 * without, "warm": [request of the seam, …], "also": [module, …], "library": path to write}; prints {"version", "modules"}. Only
 * the interpreter that will run byte code can make it, so this runs in Node; it is linked to what a page can link it to.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { link } from "../../static/js/worker/links.js";

const task = JSON.parse(readFileSync(0, "utf8"));
const { loadPyodide } = await import(pathToFileURL(`${task.pyodide}/pyodide.mjs`).href);
const lockFileContents = {
  info: JSON.parse(readFileSync(`${task.pyodide}/pyodide-lock.json`, "utf8")).info,
  packages: {},
};
// Byte code without columns is a third smaller; only the underlining in a traceback needs them.
const env = { PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1", PYTHONNODEBUGRANGES: "1" };
const options = { lockFileContents, env };

/** Python that cuts the library down, run inside Pyodide itself. */
const CUT = `
import importlib, importlib.util, io, json, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

STDLIB = "/lib/python314.zip"

def cut(task):
    task = json.loads(task)
    # What a widget imports only when it is asked for must be there as well.
    ours = [name[:-3].replace("/", ".").removesuffix(".__init__") for name in task["sources"] if name.startswith("widgets/")]
    for name in [*task["also"], *ours]:
        importlib.import_module(name)
    from widgets.seam.bridge import answer
    for request in task["warm"]:
        reply = json.loads(answer(json.dumps(request)))
        if "problem" in reply:
            raise RuntimeError(f"{request} is answered by a problem: {reply['problem']}")
    files = {module.__spec__.origin for module in list(sys.modules.values()) if getattr(module, "__spec__", None)}
    with zipfile.ZipFile(STDLIB) as stock:
        needed = {file[len(STDLIB) + 1:] for file in files if file and file.startswith(STDLIB + "/")}
        without = tuple(task["without"])
        sources = {
            name: (stock.read(name), 2) for name in needed if name.endswith(".py") and not name.startswith(without)
        }
    sources |= {name: (text.encode(), 2) for name, text in task["inside"].items()}
    data = {name: text for name, text in task["sources"].items() if not name.endswith(".py")}
    # Every widget, but of the domain what they stand on: no page loads a store that none of them opens.
    sources |= {
        name: (text.encode(), 2)
        for name, text in task["sources"].items()
        if name not in data and (name.startswith("widgets/") or f"{task['place']}/{name}" in files)
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as library:
        for name, (source, optimize) in sorted(sources.items()):
            code = compile(source, f"{STDLIB}/{name}", "exec", dont_inherit=True, optimize=optimize)
            compiled = _code_to_hash_pyc(code, importlib.util.source_hash(source), False)
            library.writestr(zipfile.ZipInfo(name[:-3] + ".pyc"), bytes(compiled))
        for name, text in sorted(data.items() if "echomq/stores/valkey/scripts.py" in sources else ()):
            library.writestr(zipfile.ZipInfo(name), text)
    open("/library.zip", "wb").write(packed.getvalue())
    return json.dumps({"version": sys.version.split()[0], "modules": len(sources)})
`;

const python = await loadPyodide(options);
const place = "/sources";
for (const [path, text] of Object.entries(task.sources)) {
  python.FS.mkdirTree(`${place}/${path.split("/").slice(0, -1).join("/")}`);
  python.FS.writeFile(`${place}/${path}`, text);
}
python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(place)})`);
const engine = { name: "valkey", module: new WebAssembly.Module(readFileSync(task.engine)) };
link(python, engine);
python.runPython(CUT);
const made = python.globals.get("cut")(JSON.stringify({ ...task, place }));
writeFileSync(task.library, python.FS.readFile("/library.zip"));

// What was left out must not be missed: the same requests, from the library just made.
const trimmed = await loadPyodide({ ...options, stdLibURL: task.library });
link(trimmed, engine);
trimmed.runPython("import sitecustomize; sitecustomize.settle()");
const answer = trimmed.pyimport("widgets.seam.bridge").answer;
for (const request of task.warm) {
  const reply = JSON.parse(answer(JSON.stringify(request)));
  if (reply.problem)
    throw new Error(`From the library that was cut, ${JSON.stringify(request)} is a problem: ${reply.problem}`);
}
console.log(made);
