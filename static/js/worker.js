/**
 * The worker: starts Python once, links to it what the page brings, and passes the text of each question to it, and the
 * text of the answer back.
 */

import { coming } from "./worker/bringing.js";
import "./worker/alone.js";
import { StartFailure } from "./page/arrivals.js";
import { complete } from "./worker/library.js";
import { link } from "./worker/links.js";
import { started, Unrestored } from "./worker/start.js";

/** @type {import("pyodide").PyodideAPI | undefined} */
let python;
/** @type {((text: string) => string) | undefined} */
let answer;
/** Whether Python was told that it has started: it is once its first answer is on its way. */
let settled = false;
/** Names of what Python was given beside what it started from. @type {Set<string>} */
const tied = new Set();

/** @param {import("./page/site.js").PythonFiles} files */
async function start(files) {
  self.postMessage({ brought: true });
  python = await started(files);
  answer = python.pyimport("widgets.seam.bridge").answer;
  self.postMessage({ ready: files }, [files.memory.bytes]); // for the worker that takes this one's place, if one must
}

/** @param {unknown} error */
function fail(error) {
  if (error instanceof Unrestored) self.postMessage({ unrestored: error.message });
  else if (error instanceof StartFailure) self.postMessage({ failed: error.message });
  else self.postMessage({ failed: `Python couldn't go on (${words(error)}).` });
}

/**
 * Links an engine to Python, or lays the whole library before it, ere the next question is read; without it Python goes on as
 * well. What is given again is there already.
 *
 * @param {import("./page/site.js").Brought} given
 */
function tie(given) {
  try {
    if (!python) throw new Error("Python itself hasn't");
    if (tied.has(given.name)) return;
    if (given.zip) complete(python, new Uint8Array(given.zip));
    else if (given.module) link(python, { name: given.name, module: given.module });
    tied.add(given.name);
    self.postMessage({ linked: given.name });
  } catch (error) {
    self.postMessage({ refused: { name: given.name, why: `The engine couldn't be started (${words(error)}).` } });
  }
}

/** @param {unknown} error */
const words = (error) => (error instanceof Error ? error.message : String(error));

self.onmessage = async ({ data }) => {
  try {
    if (data.start) await start(data.start);
    else if (data.link) tie(data.link);
    else if (answer) {
      self.postMessage({ answer: answer(data.ask) });
      if (!settled) python?.pyimport("sitecustomize").settle();
      settled = true;
    }
  } catch (error) {
    fail(error);
  }
};

self.postMessage({ noted: ["worker", 1] });
coming?.then(start).catch(fail);
