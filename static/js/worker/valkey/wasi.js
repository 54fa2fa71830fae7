/**
 * What the engine asks of a system (WASI preview 1): the time, and a place for its log. It has no files, no environment
 * and no chance here, so that what it does follows from what it was sent, to the byte.
 */

/** Numbers of errors, as WASI counts them. */
const BAD_DESCRIPTOR = 8;
const NO_ENTRY = 44;
const NOT_SUPPORTED = 58;
const NO_SEEKING = 70;

/** Standard input, output and error; every other descriptor is a socket, and none of this module's. */
const STREAMS = 3;
const CHARACTER_DEVICE = 2;
/** Bytes of one buffer in a list of them: where it begins and how long it is, 32 bits each. */
const VECTOR = 8;

/** The engine ended itself. */
export class Exit extends Error {}

/**
 * @param {import("./memory.js").Memory} memory
 * @param {{now: () => number, log: (line: string) => void}} given  `now` in Unix milliseconds; `log` hears each line
 * @returns {Record<string, (...args: any[]) => number>}
 */
export function wasi(memory, { now, log }) {
  const refuse = (/** @type {number} */ error) => () => error;
  const done = refuse(0);
  const heard = lines(log);
  return {
    environ_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => {
      memory.view.setUint32(count, 0, true);
      memory.view.setUint32(size, 0, true);
      return 0;
    },
    environ_get: done,
    // One time for every clock, also for the one that only runs forward: between two commands nothing passes by itself.
    clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
      memory.view.setBigUint64(at, BigInt(Math.round(now())) * 1_000_000n, true);
      return 0;
    },
    poll_oneoff: (_in, _out, /** @type {number} */ count, /** @type {number} */ at) => {
      memory.view.setUint32(at, count, true); // a sleep, which is over at once
      return 0;
    },
    proc_exit: (/** @type {number} */ code) => {
      throw new Exit(`it ended itself with code ${code}`);
    },
    fd_write: (
      /** @type {number} */ descriptor,
      /** @type {number} */ list,
      /** @type {number} */ count,
      /** @type {number} */ at,
    ) => {
      if (descriptor >= STREAMS) return BAD_DESCRIPTOR;
      let written = 0;
      for (let vector = list; vector < list + count * VECTOR; vector += VECTOR) {
        const start = memory.view.getUint32(vector, true);
        const length = memory.view.getUint32(vector + 4, true);
        heard(memory.bytes.slice(start, start + length));
        written += length;
      }
      memory.view.setUint32(at, written, true);
      return 0;
    },
    fd_fdstat_get: (/** @type {number} */ descriptor, /** @type {number} */ at) => {
      if (descriptor >= STREAMS) return BAD_DESCRIPTOR;
      memory.bytes.fill(0, at, at + 24);
      memory.view.setUint8(at, CHARACTER_DEVICE);
      return 0;
    },
    fd_fdstat_set_flags: done,
    fd_close: done,
    fd_sync: done,
    sched_yield: done,
    fd_seek: refuse(NO_SEEKING),
    sock_shutdown: refuse(NOT_SUPPORTED),
    ...all(["prestat_get", "prestat_dir_name", "filestat_get", "filestat_set_size"], "fd", BAD_DESCRIPTOR),
    ...all(["pread", "read", "readdir", "renumber"], "fd", BAD_DESCRIPTOR),
    ...all(["create_directory", "filestat_get", "open", "rename", "unlink_file"], "path", NO_ENTRY),
  };
}

/**
 * @param {string[]} names
 * @param {string} of
 * @param {number} error
 */
function all(names, of, error) {
  return Object.fromEntries(names.map((name) => [`${of}_${name}`, () => error]));
}

/**
 * @param {(line: string) => void} log
 * @returns {(bytes: Uint8Array) => void} takes text in pieces, and hands on each line when it is whole
 */
function lines(log) {
  const decoder = new TextDecoder();
  let begun = "";
  return (bytes) => {
    const [first = "", ...more] = decoder.decode(bytes, { stream: true }).split("\n");
    begun += first;
    for (const next of more) {
      log(begun);
      begun = next;
    }
  };
}
