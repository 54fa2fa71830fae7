/**
 * Runs the published scenarios in Pyodide: over the store in SQLite, in memory and in a file, and over the store on Valkey,
 * which runs beside Python as it does in a page. node scenarios.mjs PYODIDE ENGINE, {"sources": {path: text}, "scenarios":
 * […]} on standard input, what they came to on standard output.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { link } from "../../static/js/worker/links.js";

const [pyodide, engine = ""] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const { info } = JSON.parse(readFileSync(`${pyodide}/pyodide-lock.json`, "utf8"));
let asked = "";
for await (const piece of process.stdin.setEncoding("utf8")) asked += piece;
const { sources, scenarios } = JSON.parse(asked);

const RUN = `
import json, sys
sys.path.insert(0, "/sources")
from echomq.job import Job
from echomq.links.link import LinkCommands
from echomq.stores.sqlite import SqliteStore
from echomq.stores.valkey import ValkeyStore
from widgets.seam.links import opened

def answers(scenario, store):
    for step in scenario["steps"]:
        answer = getattr(store, step["verb"])(*step["args"])
        if isinstance(answer, Job):
            answer = [answer.id, answer.payload, answer.attempts]
        yield [answer, store.counts()]

def run(scenarios):
    came_to = {"memory": [], "file": [], "valkey": []}
    for number, scenario in enumerate(json.loads(scenarios)):
        for name, place in (("memory", ":memory:"), ("file", f"/queue-{number}.db")):
            with SqliteStore(place) as store:
                came_to[name] += answers(scenario, store)
        with opened() as links:
            commands = LinkCommands(links["valkey"])
            came_to["valkey"] += answers(scenario, ValkeyStore(commands, "email"))
            assert commands.call("FLUSHALL") == b"OK"
    return json.dumps({"python": sys.version.split()[0], "steps": came_to})
`;

const python = await loadPyodide({ lockFileContents: { info, packages: {} } });
for (const [path, text] of Object.entries(sources)) {
  python.FS.mkdirTree(`/sources/${path.split("/").slice(0, -1).join("/")}`);
  python.FS.writeFile(`/sources/${path}`, text);
}
python.runPython(RUN);
link(python, { name: "valkey", module: new WebAssembly.Module(readFileSync(engine)) });
process.stdout.write(python.globals.get("run")(JSON.stringify(scenarios)));
