/**
 * The files of Python, of what it is linked to, and of F#, brought into the page, those of Python with their bytes counted:
 * over http as streams, from a folder (where nothing can be fetched) as scripts that carry them.
 */

import { fetched, had, StartFailure, unpacked } from "./arrivals.js";

/** @typedef {import("./site.js").Site} Site */
/** @typedef {import("./arrivals.js").Arrival} Arrival */

export const FROM_FOLDER = location.protocol === "file:";

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function fromBase64(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/**
 * What a script carries, which it hands over by a call.
 *
 * @template Carried
 * @param {Site} site
 * @param {string} name  by which the script hands it over
 * @param {import("./site.js").Carried} file
 * @returns {Promise<Carried>}
 */
export function carried(site, name, { path }) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    window.jonnify.embedded = { ...window.jonnify.embedded, [name]: /** @type {(carried: any) => void} */ (resolve) };
    script.onerror = () => reject(new StartFailure(`A file is missing here: ${path}.`));
    script.onload = () => script.remove();
    script.src = site.root + path;
    document.head.append(script);
  });
}

/**
 * A file carried by a script as gzip, then Base64.
 *
 * @param {Site} site
 * @param {string} name  by which the script hands it over
 * @param {import("./site.js").Carried} file
 * @returns {Promise<Response>}
 */
export async function embedded(site, name, file) {
  const packed = new Blob([fromBase64(await carried(site, name, file))]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("gzip")));
}

const PYTHON = "Python";
const WASM = "application/wasm";

/**
 * @param {Response} response
 * @param {string} whose
 * @returns {Promise<WebAssembly.Module>}
 */
async function compiled(response, whose) {
  if (typeof WebAssembly !== "object")
    throw new StartFailure(`This browser has no WebAssembly, which ${whose} needs to run in a page.`);
  try {
    if (WebAssembly.compileStreaming && !FROM_FOLDER) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(
      `This browser couldn't make ${whose}'s WebAssembly run (${/** @type {Error} */ (error).message}).`,
    );
  }
}

/**
 * The runtime, compiled, and the library's bytes: all that a worker needs, kept for the next one.
 *
 * @param {Site} site
 * @param {import("./arrivals.js").Progress} progress
 * @returns {Promise<{module: WebAssembly.Module, library: ArrayBuffer}>}
 */
export async function pythonFiles(site, progress) {
  const early = window.jonnify.early;
  const { files } = site.python;
  const bring = async (/** @type {"runtime" | "library"} */ name, type = "application/zip") => {
    if (!FROM_FOLDER) {
      const begun = early[name];
      delete early[name]; // a response is read once; a second try fetches anew
      return fetched(site, files[name], PYTHON, type, (share, travels) => progress.note(name, share, travels), begun);
    }
    /** @type {Arrival} */
    const arrival = { response: await embedded(site, name, files[/** @type {const} */ (`${name}Embed`)]) };
    progress.note(name, 1);
    return arrival;
  };
  const [module, library] = await Promise.all([
    unpacked(bring("runtime", WASM), (response) => compiled(response, PYTHON)),
    unpacked(bring("library"), (response) => response.arrayBuffer()),
  ]);
  return { module, library };
}

/**
 * One file of what Python is linked to. Rejects with StartFailure.
 *
 * @template T
 * @param {Site} site
 * @param {string} name  of the link; a script hands the file over by both names
 * @param {string} file
 * @param {string} type
 * @param {(response: Response) => Promise<T>} unpack
 * @param {(share: number, travels?: number) => void} note  hears how much of it has come
 */
async function linkFile(site, name, file, type, unpack, note) {
  const link = /** @type {import("./site.js").Link} */ (site.links?.[name]);
  const own = /** @type {import("./site.js").SiteFile} */ (link.files[file]);
  if (!FROM_FOLDER) return unpacked(fetched(site, own, link.title, type, note), unpack);
  const script = /** @type {import("./site.js").Carried} */ (link.files[`${file}Embed`]);
  const whole = await unpack(await embedded(site, `${name}_${file}`, script));
  note(1);
  return whole;
}

/**
 * The module of what Python is linked to, compiled. Rejects with StartFailure.
 *
 * @param {Site} site
 * @param {string} name
 * @param {(share: number, travels?: number) => void} [note]
 */
export function linkModule(site, name, note = () => {}) {
  const title = site.links?.[name]?.title ?? name;
  return linkFile(site, name, "module", WASM, (response) => compiled(response, title), note);
}

/** A file of it as bytes. @param {Site} site @param {string} name @param {string} file @param {(share: number, travels?: number) => void} note */
export function linkBytes(site, name, file, note) {
  return linkFile(site, name, file, "application/octet-stream", (response) => response.arrayBuffer(), note);
}

/**
 * The address a worker is started from: the file itself, or a Blob where the page was opened from a folder.
 *
 * @param {Site} site
 * @param {string} name  by which a script hands the worker over in a folder
 * @param {{worker: import("./site.js").Carried, workerEmbed: import("./site.js").Carried}} files
 */
export async function workerAddress(site, name, { worker, workerEmbed }) {
  if (!FROM_FOLDER) return site.root + worker.path;
  const source = await (await embedded(site, name, workerEmbed)).blob();
  return URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
}

/**
 * Why a worker's script didn't start, as far as a request for it tells.
 *
 * @param {Site} site
 */
export async function workerTrouble(site) {
  const { path } = site.python.files.worker;
  if (!FROM_FOLDER) {
    try {
      const response = await had(site, path, PYTHON, fetch(site.root + path, { method: "HEAD" }));
      const type = response.headers.get("content-type") ?? "no type";
      if (!/\b(java|ecma)script\b/.test(type))
        return `This host serves ${path} as ${type}; browsers run it only as text/javascript.`;
    } catch (error) {
      return /** @type {StartFailure} */ (error).message;
    }
  }
  return "The page's worker, in which Python runs, was kept from starting by this browser, an extension or the host's policy.";
}
