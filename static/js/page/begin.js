/**
 * Brings what Python starts from, over http: the runtime, and as soon as the first of its bytes have told how fast the line
 * is, a snapshot or the library. The worker does so itself: a page that is being laid out would keep the bytes waiting.
 */

import { collected, fetched, StartFailure, unpacked } from "./arrivals.js";
import { chosen } from "./choice.js";
import { compiled } from "./compiled.js";
import { recalled } from "./kept.js";
import { Line } from "./line.js";

/** @typedef {import("./site.js").Memory} Memory */
/** @typedef {import("./site.js").Asked} Asked */

/** @typedef {"runtime" | "snapshot" | "library"} File */

const PYTHON = "Python";
const BYTES = "application/octet-stream";

/** The digits of a file's SHA-256 that its path holds. @param {import("./site.js").SiteFile} file */
export const digitsOf = ({ path }) => path.split(".").at(-2) ?? "";

/** @param {ArrayBuffer} bytes @returns {Memory} */
export const restorable = (bytes) => ({ start: "snapshot", bytes, instead: "" });

/** @param {ArrayBuffer} bytes @returns {Memory} */
export const trimmed = (bytes, instead = "") => ({ start: "trimmed", bytes, instead });

/**
 * @param {Asked} asked
 * @param {(file: File, share: number, travels?: number) => void} note  hears how much of a file has come
 * @returns {Promise<import("./site.js").PythonFiles>}  rejects with StartFailure
 */
export async function begin(asked, note) {
  const { kept, saving } = asked;
  const { files } = asked.python;
  const line = new Line(files.runtime);
  /**
   * @template T
   * @param {File} name
   * @param {string} type
   * @param {(response: Response) => Promise<T>} unpack
   */
  const bring = async (name, type, unpack) => {
    const own = kept ? await recalled(asked.root + files[name].path, asked.root) : undefined;
    // What is here already needs no counting, and a module that comes from the cache as it is may have been compiled before.
    const whole = own && (await unpack(own));
    if (whole) note(name, 1);
    return whole ?? unpacked(fetched(asked, files[name], PYTHON, type, heard(name)), unpack);
  };
  const heard = (/** @type {File} */ name) => (/** @type {number} */ share, /** @type {number} */ travels) => {
    note(name, share, travels);
    if (name === "runtime") line.note(share);
  };
  const bytes = (/** @type {"snapshot" | "library"} */ name) =>
    bring(name, BYTES, (response) => collected(response, files[name].bytes));
  const memory = async () => {
    const start = asked.start ?? chosen({ kept, saving, ...(await facts(files, kept || saving, line)) });
    if (start === "trimmed") return trimmed(await bytes("library"), asked.instead);
    try {
      return restorable(await bytes("snapshot"));
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error;
      return trimmed(await bytes("library"), error.message);
    }
  };
  const runtime = bring("runtime", "application/wasm", (response) => compiled(response, PYTHON));
  runtime.catch(() => line.end());
  const [module, what] = await Promise.all([runtime, memory()]);
  return { module, memory: what, digits: digitsOf(files.runtime) };
}

/** @param {Asked["python"]["files"]} files @param {boolean} settled @param {Line} line */
async function facts(files, settled, line) {
  return {
    more: files.snapshot.gzip - files.library.gzip,
    rate: settled ? 0 : await line.rate,
    cores: navigator.hardwareConcurrency,
  };
}
