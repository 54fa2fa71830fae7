/**
 * Restores Python from a snapshot, with nothing else, and asks it: node restoring.mjs PYODIDE RUNTIME GLUE SNAPSHOT SHA256 [WHOLE], a
 * JSON list of request texts on standard input; {"replies", "drawn"} on standard output, `drawn` a number of Python's random.
 * WHOLE is the whole library, laid in its place where a reply needs it.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { instantiating } from "../../py/sitegen/instantiating.mjs";
import { complete } from "../../static/js/worker/library.js";
import { AWAKE, opened, restoring } from "../../static/js/worker/snapshot.js";

const [pyodide, runtime, glue, snapshot, sha256, whole] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const { default: create } = await import(pathToFileURL(/** @type {string} */ (glue)).href);
const { info } = JSON.parse(readFileSync(`${pyodide}/pyodide-lock.json`, "utf8"));
let asked = "";
for await (const piece of process.stdin.setEncoding("utf8")) asked += piece;

instantiating(new WebAssembly.Module(readFileSync(/** @type {string} */ (runtime))));

const { buffer } = new Uint8Array(readFileSync(/** @type {string} */ (snapshot)));
const python = await loadPyodide({
  // All that Python would read when it starts is in the snapshot; what isn't there can't be read.
  stdLibURL: pathToFileURL(/** @type {string} */ (snapshot)).href,
  lockFileContents: { info, packages: {} },
  ...restoring(opened(buffer, /** @type {string} */ (sha256)), create),
});
python.runPython(AWAKE);
const answer = python.pyimport("widgets.seam.bridge").answer;
const replies = JSON.parse(asked).map((/** @type {string} */ request) => {
  const reply = JSON.parse(answer(request));
  if (reply.needs !== "library" || !whole) return reply;
  complete(python, readFileSync(whole));
  return JSON.parse(answer(JSON.stringify({ ...JSON.parse(request), state: reply.state, event: null })));
});
process.stdout.write(JSON.stringify({ replies, drawn: python.runPython("random.random()") }));
