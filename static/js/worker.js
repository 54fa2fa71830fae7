/** The worker: starts Python once and passes the text of each question to it, and the text of the answer back. */

import "./worker/alone.js";
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { info } from "pyodide/pyodide-lock.json";
import { give, NOWHERE } from "./worker/given.js";

/** @type {((text: string) => string) | undefined} */
let answer;

/** @param {{module: WebAssembly.Module, library: ArrayBuffer}} files */
async function start({ module, library }) {
  const refused = give(module, library);
  const loading = loadPyodide({
    indexURL: NOWHERE,
    stdLibURL: `${NOWHERE}library.zip`,
    lockFileContents: { info: /** @type {import("pyodide").LockfileInfo} */ (info), packages: {} },
    packageBaseUrl: NOWHERE,
    createPyodideModule,
    env: { PYTHONDONTWRITEBYTECODE: "1" },
  });
  const python = await Promise.race([loading, refused]);
  answer = python.pyimport("widgets.seam.bridge").answer;
  self.postMessage({ ready: true });
}

/** @param {unknown} error */
function fail(error) {
  self.postMessage({ failed: `Python couldn't go on (${error instanceof Error ? error.message : error}).` });
}

self.onmessage = async ({ data }) => {
  try {
    if (data.start) await start(data.start);
    else if (answer) self.postMessage({ answer: answer(data.ask) });
  } catch (error) {
    fail(error);
  }
};

self.postMessage({ loaded: true });
