/**
 * Makes the snapshot that Python is restored from in the page, restores it, and puts the same questions to it as before it was
 * made.
 *
 * Reads from standard input {"pyodide": folder, "runtime": path of the module for the page, "glue": path of the glue around
 * it, "sha256": of the module, in hex, "library": path, "nothing": path of a zip without files, "modules": [name, …] of all the
 * library holds, "warm": [request of the seam, …], "snapshot": path to write}; prints {"memory", "used"}: the bytes of memory
 * that Python has from the start, and those in use.
 *
 * Two makings write the same bytes: here time stands still and chance draws the same number for ever. Only the seed of the hashes
 * of texts stays so in the page, where `random` is seeded anew.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { called, ENVIRONMENT, opened, restoring, written } from "../../static/js/worker/snapshot.js";
import { instantiating } from "./instantiating.mjs";

const task = JSON.parse(readFileSync(0, "utf8"));
const { loadPyodide } = await import(pathToFileURL(`${task.pyodide}/pyodide.mjs`).href);
const { default: create } = await import(pathToFileURL(task.glue).href);
const { info } = JSON.parse(readFileSync(`${task.pyodide}/pyodide-lock.json`, "utf8"));
instantiating(new WebAssembly.Module(readFileSync(task.runtime)));

Date.now = () => 0;
Object.defineProperty(performance, "now", { value: () => 0 });
Object.defineProperty(crypto, "getRandomValues", { value: (/** @type {Uint8Array} */ array) => array.fill(7) });

/** Bytes below the top of the stack that may still be of use. */
const RED_ZONE = 64;

const options = {
  stdLibURL: task.library,
  lockFileContents: { info, packages: {} },
  env: ENVIRONMENT,
};

/**
 * Imports everything, and answers each question once, so that the next answer comes faster. Files are no part of a snapshot:
 * what a module would read later it reads now.
 */
const PREPARE = `
def prepare(modules, warm):
    import gc, importlib, json, random, sitecustomize
    for name in modules:
        importlib.import_module(name)
    if "echomq.stores.valkey.scripts" in modules:
        from echomq.stores.valkey import scripts
        for name in scripts.NAMES:
            scripts.script(name)
    from widgets.seam.bridge import answer
    for request in warm:
        answer(json.dumps(request))
    random.seed(0)
    gc.collect()
    sitecustomize.settle()

prepare(*__import__("json").loads(${JSON.stringify(JSON.stringify([task.modules, task.warm]))}))
del prepare
`;

/**
 * Fills with zeros what is free, on the heap and on the stack: what was there once would make the file longer, and nothing
 * would read it.
 *
 * @param {any} runtime  the module as the glue knows it
 */
function scrub({ HEAPU8, _malloc, _free, _sbrk, _emscripten_stack_get_end, _emscripten_stack_get_current }) {
  const end = _sbrk(0);
  const taken = [];
  for (let size = 1 << 20; size >= 16; size >>= 1) {
    for (let block = _malloc(size); block; block = _malloc(size)) {
      taken.push(block);
      if (block + size > end) break; // nothing so large is free any more: this comes from memory that was never used
      HEAPU8.fill(0, block, block + size);
    }
  }
  for (const block of taken) _free(block);
  HEAPU8.fill(0, _emscripten_stack_get_end(), _emscripten_stack_get_current() - RED_ZONE);
}

/** The memory of a runtime in which nothing has run, as it is in the page before it is filled. */
async function untouched() {
  /** @type {Uint8Array | undefined} */
  let memory;
  const started = loadPyodide({
    ...options,
    createPyodideModule: async (/** @type {any} */ settings) => {
      settings.noInitialRun = true;
      memory = (await called(create)(settings)).HEAPU8.slice();
      throw new Error("This is enough.");
    },
  });
  await started.catch((/** @type {Error} */ error) => {
    if (!memory) throw error;
  });
  return /** @type {Uint8Array} */ (/** @type {unknown} */ (memory));
}

async function made() {
  const python = await loadPyodide({ ...options, _makeSnapshot: true, createPyodideModule: called(create) });
  python.runPython(PREPARE);
  const used = python._module._sbrk(0);
  scrub(python._module);
  const own = python.makeMemorySnapshot();
  const length = new Uint32Array(own.buffer, 0, 2)[1];
  const after = own.slice(length);
  if (after.length !== before.length)
    throw new Error(`Python's memory grew from ${before.length} to ${after.length} bytes before the snapshot was made`);
  const told = { runtime: task.sha256, memory: after.length };
  return { file: written(told, own.slice(0, length), before, after), used };
}

const before = await untouched();
const { file, used } = await made();
writeFileSync(task.snapshot, file);

// Whether it can be restored is seen by restoring it, and whether it is Python by asking it.
const restored = await loadPyodide({
  ...options,
  stdLibURL: task.nothing,
  ...restoring(opened(file.buffer, task.sha256), create),
});
const answer = restored.pyimport("widgets.seam.bridge").answer;
for (const request of task.warm) {
  const reply = JSON.parse(answer(JSON.stringify(request)));
  if (reply.problem) throw new Error(`From the snapshot, ${JSON.stringify(request)} is a problem: ${reply.problem}`);
}
console.log(JSON.stringify({ memory: before.length, used }));
