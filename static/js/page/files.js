/**
 * The files of Python, brought into the page with their bytes counted: over http as streams, from a folder (where
 * nothing can be fetched) as scripts that carry them.
 */

/** @typedef {import("./site.js").Site} Site */
/** @typedef {import("./site.js").PythonFile} PythonFile */

/** A failure the reader is told about: the message is a whole sentence in plain words. */
export class StartFailure extends Error {}

export const FROM_FOLDER = location.protocol === "file:";

/** Bytes that have come and bytes in all, as they travel: compressed where the host compresses. */
export class Progress {
  /** @type {Map<PythonFile, {came: number, all: number}>} */
  #files = new Map();
  #report;

  /**
   * @param {Site} site
   * @param {() => void} report  called when a figure moved
   */
  constructor(site, report) {
    this.#report = report;
    for (const name of /** @type {const} */ (["runtime", "library", "worker"])) {
      this.#files.set(name, { came: 0, all: site.python.files[name].gzip });
    }
  }

  /**
   * @param {PythonFile} name
   * @param {number} share  of the file, 0 to 1
   * @param {number} [all]  bytes it takes to travel, where that is known better than by the manifest
   */
  note(name, share, all) {
    const file = this.#files.get(name);
    if (!file) return;
    file.all = all ?? file.all;
    file.came = share * file.all;
    this.#report();
  }

  get came() {
    return [...this.#files.values()].reduce((sum, file) => sum + file.came, 0);
  }

  get all() {
    return [...this.#files.values()].reduce((sum, file) => sum + file.all, 0);
  }
}

/**
 * A file on its way. `cut` says why it came incomplete: browsers hide the reason when a body is read whole.
 *
 * @typedef {{response: Response, cut?: StartFailure}} Arrival
 */

/**
 * A response whose body reports how much of it has passed, under the right media type whatever the host said.
 *
 * @param {Response} response
 * @param {number} bytes  the file's size, unpacked
 * @param {string} type
 * @param {(share: number, travels: number) => void} note
 * @returns {Arrival}
 */
function counted(response, bytes, type, note) {
  const packed = response.headers.has("content-encoding");
  const length = Number(response.headers.get("content-length"));
  const travels = packed ? length || undefined : bytes;
  let passed = 0;
  /** @type {Arrival} */
  const arrival = { response };
  const meter = new TransformStream({
    transform(chunk, controller) {
      passed += chunk.byteLength;
      note(Math.min(1, passed / bytes), /** @type {number} */ (travels));
      controller.enqueue(chunk);
    },
    flush(controller) {
      if (passed === bytes) return;
      arrival.cut = new StartFailure(`A file of Python came incomplete: ${passed} of ${bytes} bytes.`);
      controller.error(arrival.cut);
    },
  });
  arrival.response = new Response(response.body?.pipeThrough(meter), { headers: { "content-type": type } });
  return arrival;
}

/**
 * @param {Site} site
 * @param {"runtime" | "library"} name
 * @param {Promise<Response> | undefined} begun  a fetch that the head's script began
 * @param {Progress} progress
 */
async function fetched(site, name, begun, progress) {
  const file = site.python.files[name];
  /** @type {Response} */
  let response;
  try {
    response = await (begun ?? fetch(site.root + file.path));
  } catch {
    throw new StartFailure(`A file of Python couldn't be fetched: ${file.path}. Is the network there?`);
  }
  if (!response.ok)
    throw new StartFailure(`A file of Python is missing on this host: ${file.path} answered ${response.status}.`);
  const type = name === "runtime" ? "application/wasm" : "application/zip";
  return counted(response, file.bytes, type, (share, travels) => progress.note(name, share, travels));
}

/** @param {string} text */
function fromBase64(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/**
 * A file carried by a script: gzip, then Base64, handed over by a call.
 *
 * @param {Site} site
 * @param {PythonFile} name
 * @returns {Promise<Response>}
 */
function embedded(site, name) {
  return new Promise((resolve, reject) => {
    const file = site.python.files[/** @type {const} */ (`${name}Embed`)];
    const script = document.createElement("script");
    window.jonnify.embedded = {
      ...window.jonnify.embedded,
      [name]: (/** @type {string} */ text) => {
        const packed = new Blob([fromBase64(text)]).stream();
        resolve(new Response(packed.pipeThrough(new DecompressionStream("gzip"))));
      },
    };
    script.onerror = () => reject(new StartFailure(`A file of Python is missing in this folder: ${file.path}.`));
    script.onload = () => script.remove();
    script.src = site.root + file.path;
    document.head.append(script);
  });
}

/**
 * @param {Response} response
 * @returns {Promise<WebAssembly.Module>}
 */
async function compiled(response) {
  if (typeof WebAssembly !== "object")
    throw new StartFailure("This browser has no WebAssembly, which Python needs to run in a page.");
  try {
    if (WebAssembly.compileStreaming && !FROM_FOLDER) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(
      `This browser couldn't make Python's WebAssembly run (${/** @type {Error} */ (error).message}).`,
    );
  }
}

/**
 * @template T
 * @param {Promise<Arrival>} coming
 * @param {(response: Response) => Promise<T>} unpack
 */
async function unpacked(coming, unpack) {
  const arrival = await coming;
  try {
    return await unpack(arrival.response);
  } catch (error) {
    throw arrival.cut ?? error;
  }
}

/**
 * The runtime, compiled, and the library's bytes: all that a worker needs, kept for the next one.
 *
 * @param {Site} site
 * @param {Progress} progress
 * @returns {Promise<{module: WebAssembly.Module, library: ArrayBuffer}>}
 */
export async function pythonFiles(site, progress) {
  const early = window.jonnify.early;
  const bring = async (/** @type {"runtime" | "library"} */ name) => {
    if (!FROM_FOLDER) {
      const begun = early[name];
      delete early[name]; // a response is read once; a second try fetches anew
      return fetched(site, name, begun, progress);
    }
    /** @type {Arrival} */
    const arrival = { response: await embedded(site, name) };
    progress.note(name, 1);
    return arrival;
  };
  const [module, library] = await Promise.all([
    unpacked(bring("runtime"), compiled),
    unpacked(bring("library"), (response) => response.arrayBuffer()),
  ]);
  return { module, library };
}

/**
 * The address a worker is started from: the file itself, or a Blob where the page was opened from a folder.
 *
 * @param {Site} site
 */
export async function workerAddress(site) {
  if (!FROM_FOLDER) return site.root + site.python.files.worker.path;
  const source = await (await embedded(site, "worker")).blob();
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
      const response = await fetch(site.root + path, { method: "HEAD" });
      const type = response.headers.get("content-type") ?? "no type";
      if (!response.ok) return `A file of Python is missing on this host: ${path} answered ${response.status}.`;
      if (!/\b(java|ecma)script\b/.test(type))
        return `This host serves ${path} as ${type}; browsers run it only as text/javascript.`;
    } catch {
      return `A file of Python couldn't be fetched: ${path}. Is the network there?`;
    }
  }
  return "The page's worker, in which Python runs, was kept from starting by this browser, an extension or the host's policy.";
}
