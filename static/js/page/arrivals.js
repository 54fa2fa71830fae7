/** Files of Python on their way over http, their bytes counted as they pass. */

/** @typedef {import("./site.js").Site} Site */
/** @typedef {import("./site.js").PythonFile} PythonFile */

/** A failure the reader is told about: the message is a whole sentence in plain words. */
export class StartFailure extends Error {}

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
export async function fetched(site, name, begun, progress) {
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

/**
 * @template T
 * @param {Promise<Arrival>} coming
 * @param {(response: Response) => Promise<T>} unpack
 */
export async function unpacked(coming, unpack) {
  const arrival = await coming;
  try {
    return await unpack(arrival.response);
  } catch (error) {
    throw arrival.cut ?? error;
  }
}
