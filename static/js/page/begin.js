/**
 * Begins to bring what Python starts from, over http: the runtime, and as soon as the first of its bytes have told how fast
 * the line is, a snapshot or the library. The head's script begins with this where a widget stands in the first view.
 */

import { fetched, StartFailure, unpacked } from "./arrivals.js";
import { chosen } from "./choice.js";
import { compiled } from "./compiled.js";
import { holds, recalled } from "./kept.js";
import { Line } from "./line.js";

/** @typedef {import("./site.js").Site} Site */
/** @typedef {import("./site.js").Start} Start */
/** @typedef {import("./site.js").Memory} Memory */
/** @typedef {import("./site.js").Begun} Begun */

/** @typedef {"runtime" | "snapshot" | "library"} File */

const PYTHON = "Python";
const BYTES = "application/octet-stream";

/** @param {ArrayBuffer} bytes @returns {Memory} */
export const restorable = (bytes) => ({ start: "snapshot", bytes, instead: "" });

/** @param {ArrayBuffer} bytes @returns {Memory} */
export const trimmed = (bytes, instead = "") => ({ start: "trimmed", bytes, instead });

/**
 * @param {Site} site
 * @param {boolean} saving  whether the reader saves data
 * @param {(file: File, share: number, travels?: number) => void} note  hears how much of a file has come
 * @returns {Begun}
 */
export function begin(site, saving, note) {
  const kept = holds(site);
  const { files } = site.python;
  const line = new Line(files.runtime);
  /**
   * @template T
   * @param {File} name
   * @param {string} type
   * @param {(response: Response) => Promise<T>} unpack
   */
  const bring = (name, type, unpack) => {
    const begun = kept ? recalled(site, files[name].path) : undefined;
    const coming = fetched(
      site,
      files[name],
      PYTHON,
      type,
      (share, travels) => {
        note(name, share, travels);
        if (name === "runtime") line.note(share);
      },
      begun,
    );
    return unpacked(coming, unpack);
  };
  const bytes = (/** @type {"snapshot" | "library"} */ name) =>
    bring(name, BYTES, (response) => response.arrayBuffer());
  const memory = async () => {
    const start = forced() ?? chosen({ kept, saving, ...(await facts(site, kept || saving, line)) });
    if (start === "trimmed") return trimmed(await bytes("library"));
    try {
      return restorable(await bytes("snapshot"));
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error;
      return trimmed(await bytes("library"), error.message);
    }
  };
  const begun = {
    runtime: bring("runtime", "application/wasm", (response) => compiled(response, PYTHON)),
    memory: memory(),
  };
  begun.runtime.catch(() => line.end());
  begun.memory.catch(() => {}); // whoever takes it up hears of it
  return begun;
}

/** @param {Site} site @param {boolean} settled @param {Line} line */
async function facts({ python: { files } }, settled, line) {
  return {
    more: files.snapshot.gzip - files.library.gzip,
    rate: settled ? 0 : await line.rate,
    cores: navigator.hardwareConcurrency,
  };
}

/** What a measurement or a test wants it to be. @returns {Start | undefined} */
export function forced() {
  try {
    const start = localStorage.getItem("python-start");
    return start === "snapshot" || start === "trimmed" ? start : undefined;
  } catch {
    return undefined;
  }
}
