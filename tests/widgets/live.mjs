/**
 * Answers requests of the seam with the very library a page loads, in Pyodide: node live.mjs PYODIDE LIBRARY [ENGINE], a
 * JSON list of request texts on standard input, the list of answers on standard output. ENGINE is Valkey's module, to which
 * Python is then linked.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { link } from "../../static/js/worker/links.js";

const [pyodide, stdLibURL, engine] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const { info } = JSON.parse(readFileSync(`${pyodide}/pyodide-lock.json`, "utf8"));
// A plain read of standard input may answer EAGAIN where it is a pipe; a stream waits.
let asked = "";
for await (const piece of process.stdin.setEncoding("utf8")) asked += piece;
const python = await loadPyodide({ stdLibURL, lockFileContents: { info, packages: {} } });
if (engine) link(python, { name: "valkey", module: new WebAssembly.Module(readFileSync(engine)) });
const answer = python.pyimport("widgets.seam.bridge").answer;
const answers = JSON.parse(asked).map((/** @type {string} */ request) => answer(request));
process.stdout.write(JSON.stringify(answers));
