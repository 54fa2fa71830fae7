/**
 * The files of Python, of what it is linked to, and of F#, brought into the page, those of Python with their bytes counted:
 * over http as streams, from a folder (where nothing can be fetched) as scripts that carry them.
 */

import { fetched, had, StartFailure, unpacked } from "./arrivals.js";
import { digitsOf, restorable, trimmed } from "./begin.js";
import { compiled } from "./compiled.js";
import { forced } from "./employ.js";

/** @typedef {import("./site.js").Site} Site */

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

const WASM = "application/wasm";

/**
 * From a folder: the runtime, compiled, and what it starts from. All lies on the reader's disk, so nothing speaks against the
 * snapshot.
 *
 * @param {Site} site
 * @param {(...noted: import("./site.js").Noted) => void} note
 * @returns {Promise<import("./site.js").PythonFiles>}
 */
export async function pythonFiles(site, note) {
  const bring = async (/** @type {import("./begin.js").File} */ name) => {
    const response = await embedded(site, name, site.python.files[/** @type {const} */ (`${name}Embed`)]);
    note(name, 1);
    return response;
  };
  const memory = async () => {
    if (forced() === "trimmed") return trimmed(await (await bring("library")).arrayBuffer());
    try {
      return restorable(await (await bring("snapshot")).arrayBuffer());
    } catch (error) {
      return trimmed(await (await bring("library")).arrayBuffer(), /** @type {Error} */ (error).message);
    }
  };
  const runtime = bring("runtime").then((response) => compiled(response, "Python"));
  const [module, what] = await Promise.all([runtime, memory()]);
  return { module, memory: what, digits: digitsOf(site.python.files.runtime) };
}

/** What Python starts from where the snapshot can't be restored. @param {Site} site @param {string} why */
export const plainly = async (site, why) => trimmed(await zip(site, "library"), why);

/** The standard library with nothing left out. @param {Site} site */
export const wholeLibrary = (site) => zip(site, "whole");

/** @param {Site} site @param {"library" | "whole"} name */
async function zip(site, name) {
  const { files } = site.python;
  if (FROM_FOLDER) return (await embedded(site, name, files[/** @type {const} */ (`${name}Embed`)])).arrayBuffer();
  return unpacked(
    fetched(site, files[name], "Python", "application/zip", () => {}),
    (response) => response.arrayBuffer(),
  );
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
      const response = await had(site, path, "Python", fetch(site.root + path, { method: "HEAD" }));
      const type = response.headers.get("content-type") ?? "no type";
      if (!/\b(java|ecma)script\b/.test(type))
        return `This host serves ${path} as ${type}; browsers run it only as text/javascript.`;
    } catch (error) {
      return /** @type {StartFailure} */ (error).message;
    }
  }
  return "The page's worker, in which Python runs, was kept from starting by this browser, an extension or the host's policy.";
}
