/** Files on their way over http, with their bytes counted as they pass. */

/** A failure the reader is told about: the message is a whole sentence in plain words. */
export class StartFailure extends Error {}

/** Bytes that have come and bytes in all, as they travel: compressed where the host compresses. */
export class Progress {
  /** @type {Map<string, {came: number, all: number}>} */
  #files = new Map();
  /** Those that count. @type {string[]} */
  #counted;
  #report;

  /**
   * @param {Record<string, import("./site.js").SiteFile | import("./site.js").Carried>} files  by name; those that scripts
   *   carry don't count
   * @param {() => void} report  called when a figure moved
   * @param {string[]} counted  those that are expected; any other counts as soon as it is on its way
   */
  constructor(files, report, counted = Object.keys(files)) {
    this.#report = report;
    this.#counted = counted;
    for (const [name, file] of Object.entries(files)) {
      if ("gzip" in file) this.#files.set(name, { came: 0, all: file.gzip });
    }
  }

  /**
   * @param {string} name
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

  /** @param {string} name  comes @param {string} other  doesn't, in its place */
  instead(name, other) {
    this.#counted = [...this.#counted.filter((one) => one !== other && one !== name), name];
  }

  get came() {
    return this.#sum("came");
  }

  get all() {
    return this.#sum("all");
  }

  /** @param {"came" | "all"} figure */
  #sum(figure) {
    return this.#counted.reduce((sum, name) => sum + (this.#files.get(name)?.[figure] ?? 0), 0);
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
 * @param {string} whose
 * @param {string} type
 * @param {(share: number, travels: number) => void} note
 * @returns {Arrival}
 */
function counted(response, bytes, whose, type, note) {
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
      arrival.cut = new StartFailure(`A file of ${whose} came incomplete: ${passed} of ${bytes} bytes.`);
      controller.error(arrival.cut);
    },
  });
  arrival.response = new Response(response.body?.pipeThrough(meter), { headers: { "content-type": type } });
  return arrival;
}

/**
 * The answer to a request for a file, where it is the file. Rejects with StartFailure.
 *
 * @param {{root: string}} site
 * @param {string} path
 * @param {string} whose  "Python", "F#", …
 * @param {Promise<Response>} [begun]  where it is more than a fetch, or was begun before
 */
export async function had(site, path, whose, begun = fetch(site.root + path)) {
  const response = await begun.catch(() => {
    throw new StartFailure(`A file of ${whose} couldn't be fetched: ${path}. Is the network there?`);
  });
  if (!response.ok)
    throw new StartFailure(`A file of ${whose} is missing on this host: ${path} answered ${response.status}.`);
  return response;
}

/**
 * @param {{root: string}} site
 * @param {import("./site.js").SiteFile} file
 * @param {string} whose
 * @param {string} type
 * @param {(share: number, travels: number) => void} note  hears how much of it has come
 * @param {Promise<Response>} [begun]
 */
export async function fetched(site, file, whose, type, note, begun) {
  return counted(await had(site, file.path, whose, begun), file.bytes, whose, type, note);
}

/**
 * The bytes of a body, of which there are so many: a place is made for them once, and each goes there once.
 *
 * @param {Response} response
 * @param {number} bytes
 */
export async function collected(response, bytes) {
  const all = new Uint8Array(bytes);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  let at = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    all.set(piece.value.subarray(0, bytes - at), at); // who counts them says so where there are more
    at = Math.min(bytes, at + piece.value.length);
  }
  return all.buffer;
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
