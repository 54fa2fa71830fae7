/** Starts Python in this worker, from files that have come. */

import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { info } from "pyodide/pyodide-lock.json";
import { give, NOWHERE } from "./given.js";
import { AWAKE, opened, restoring } from "./snapshot.js";

/** A zip without files: all that is imported at a start from a snapshot has been imported before it was made. */
const NO_FILES = new Uint8Array([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]).buffer;

/** A snapshot that isn't whole, belongs to another runtime, or that the runtime refused. */
export class Unrestored extends Error {}

/** @param {import("../page/site.js").PythonFiles} files @returns {Promise<import("pyodide").PyodideAPI>} */
export async function started({ module, digits, memory: { start, bytes } }) {
  if (start === "trimmed") return loaded(module, bytes, { createPyodideModule });
  try {
    const python = await loaded(module, NO_FILES, restoring(opened(bytes, digits), createPyodideModule));
    python.runPython(AWAKE);
    return python;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Unrestored(why.endsWith(".") ? why : `It was refused (${why}).`);
  }
}

/** @param {WebAssembly.Module} module @param {ArrayBuffer} library @param {object} options */
async function loaded(module, library, options) {
  const refused = give(module, library);
  const loading = loadPyodide({
    indexURL: NOWHERE,
    stdLibURL: `${NOWHERE}library.zip`,
    lockFileContents: { info: /** @type {import("pyodide").LockfileInfo} */ (info), packages: {} },
    packageBaseUrl: NOWHERE,
    env: { PYTHONDONTWRITEBYTECODE: "1" },
    ...options,
  });
  return Promise.race([loading, refused]);
}
