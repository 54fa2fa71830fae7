/** Runs Python: node running.mjs PYODIDE LIBRARY, a program on standard input; the value of its last line on standard output. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, library] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ stdLibURL: library, env: { PYTHONDONTWRITEBYTECODE: "1" } });
process.stdout.write(python.runPython(readFileSync(0, "utf8")));
