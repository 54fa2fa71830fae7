/**
 * Runs the published scenarios in Pyodide over the store in SQLite, in memory and in a file: node scenarios.mjs PYODIDE,
 * {"sources": {path: text}, "scenarios": […]} on standard input, what they came to on standard output.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const { info } = JSON.parse(readFileSync(`${pyodide}/pyodide-lock.json`, "utf8"));
let asked = "";
for await (const piece of process.stdin.setEncoding("utf8")) asked += piece;
const { sources, scenarios } = JSON.parse(asked);

const RUN = `
import json, sys
sys.path.insert(0, "/sources")
from echomq.job import Job
from echomq.stores.sqlite import SqliteStore

def run(scenarios):
    came_to = []
    for place in (":memory:", "/queue-{}.db"):
        for number, scenario in enumerate(json.loads(scenarios)):
            with SqliteStore(place.format(number)) as store:
                for step in scenario["steps"]:
                    answer = getattr(store, step["verb"])(*step["args"])
                    if isinstance(answer, Job):
                        answer = [answer.id, answer.payload, answer.attempts]
                    came_to.append([answer, store.counts()])
    return json.dumps({"python": sys.version.split()[0], "steps": came_to})
`;

const python = await loadPyodide({ lockFileContents: { info, packages: {} } });
for (const [path, text] of Object.entries(sources)) {
  python.FS.mkdirTree(`/sources/${path.split("/").slice(0, -1).join("/")}`);
  python.FS.writeFile(`/sources/${path}`, text);
}
python.runPython(RUN);
process.stdout.write(python.globals.get("run")(JSON.stringify(scenarios)));
