/**
 * Asks the library a page loads one question after another, as a worker does: node memory.mjs PYODIDE LIBRARY, a JSON list
 * of request texts on standard input. Prints as JSON what Python held after the first tenth of them and after all: the
 * bytes of its memory, and the objects that its collector knows.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, stdLibURL] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const { info } = JSON.parse(readFileSync(`${pyodide}/pyodide-lock.json`, "utf8"));
let asked = "";
for await (const piece of process.stdin.setEncoding("utf8")) asked += piece;
const python = await loadPyodide({ stdLibURL, lockFileContents: { info, packages: {} } });
const answer = python.pyimport("widgets.seam.bridge").answer;
const held = () => ({
  bytes: python._module.HEAP8.length,
  objects: python.runPython("import gc; gc.collect(); len(gc.get_objects())"),
});
/** @type {string[]} */
const requests = JSON.parse(asked);
const early = requests.length / 10;
for (const request of requests.slice(0, early)) answer(request);
const first = held();
for (const request of requests.slice(early)) answer(request);
process.stdout.write(JSON.stringify([first, held()]));
