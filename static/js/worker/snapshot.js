/**
 * A snapshot of Python: what its memory holds once it has started and imported everything, where that differs from the
 * memory of a runtime in which nothing has run. Written when the site is built, restored in the page instead of a start.
 *
 * A file is four numbers of 32 bits (MAGIC, the sum of all behind them, the length of a JSON text, how many runs there
 * are), that text filled up with spaces to a multiple of 8, the head that the runtime itself puts before its own snapshots,
 * for each run the address of its first byte and its length, and then their bytes. Numbers are little-endian, as in
 * WebAssembly's memory; every part is a multiple of 8 bytes long.
 */

/** "Snap", and the version of the format. */
const MAGIC = 0x70_61_6e_01;
const NUMBERS = 16;
/** Two runs that are nearer than this, in words of 8 bytes, are one: an address and a length take a word. */
const GAP = 8;

/**
 * @typedef {object} Told
 * @property {string} runtime  the SHA-256 of the runtime it was made with, in hex
 * @property {number} head     bytes of the runtime's own head
 * @property {number} memory   bytes of memory that the runtime has
 */

/** @typedef {{told: Told, head: Uint8Array, fill: (memory: Uint8Array) => void}} Snapshot */

/** FNV-1a over words of 32 bits: tells a file that was cut short or damaged on its way. @param {Uint32Array} numbers */
function sum(numbers) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < numbers.length; i++) hash = Math.imul(hash ^ /** @type {number} */ (numbers[i]), 0x01000193);
  return hash >>> 0;
}

/**
 * @param {Omit<Told, "head">} told
 * @param {Uint8Array} head    the runtime's own, filled up to a multiple of 8
 * @param {Uint8Array} before  memory of a runtime in which nothing has run
 * @param {Uint8Array} after   memory of the one to restore, as long
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function written(told, head, before, after) {
  const runs = differing(before, after);
  const text = new TextEncoder().encode(padded(JSON.stringify({ ...told, head: head.length })));
  const bytes = runs.reduce((all, [, length]) => all + length, 0);
  const file = new Uint8Array(NUMBERS + text.length + head.length + runs.length * 8 + bytes);
  file.set(text, NUMBERS);
  file.set(head, NUMBERS + text.length);
  const table = NUMBERS + text.length + head.length;
  new Uint32Array(file.buffer, table, runs.length * 2).set(runs.flat());
  let at = table + runs.length * 8;
  for (const [address, length] of runs) {
    file.set(after.subarray(address, address + length), at);
    at += length;
  }
  const numbers = new Uint32Array(file.buffer);
  numbers.set([MAGIC, sum(numbers.subarray(NUMBERS / 4)), text.length, runs.length]);
  return file;
}

/** @param {string} text @returns {string} */
const padded = (text) => text.padEnd(Math.ceil(text.length / 8) * 8);

/** @param {Uint8Array} bytes */
const words = ({ buffer, byteOffset, length }) => new BigUint64Array(buffer, byteOffset, length / 8);

/** @param {Uint8Array} before @param {Uint8Array} after @returns {[address: number, length: number][]} */
function differing(before, after) {
  const [then, now] = [words(before), words(after)];
  /** @type {[number, number][]} */
  const runs = [];
  let last = Number.NEGATIVE_INFINITY;
  for (let word = 0; word < now.length; word++) {
    if (then[word] === now[word]) continue;
    const run = runs.at(-1);
    if (run && word - last <= GAP) run[1] = (word + 1) * 8 - run[0];
    else runs.push([word * 8, 8]);
    last = word;
  }
  return runs;
}

/**
 * Reads a file. Throws, as a sentence, where it isn't whole or was made for another runtime.
 *
 * @param {ArrayBuffer} file
 * @param {string} runtime  the digits of its SHA-256 that are known of the runtime here
 * @returns {Snapshot}
 */
export function opened(file, runtime) {
  const numbers = new Uint32Array(file, 0, Math.floor(file.byteLength / 4));
  const [magic, kept, length, count] = /** @type {[number, number, number, number]} */ ([...numbers.subarray(0, 4)]);
  if (magic !== MAGIC || sum(numbers.subarray(NUMBERS / 4)) !== kept) throw new Error("The snapshot is damaged.");
  /** @type {Told} */
  const told = JSON.parse(new TextDecoder().decode(new Uint8Array(file, NUMBERS, length)));
  if (!told.runtime.startsWith(runtime)) throw new Error("The snapshot belongs to another runtime.");
  const head = new Uint8Array(file, NUMBERS + length, told.head);
  const table = NUMBERS + length + told.head;
  const runs = new Uint32Array(file, table, count * 2);
  return {
    told,
    head,
    fill(memory) {
      let at = table + count * 8;
      for (let run = 0; run < runs.length; run += 2) {
        const [address, bytes] = /** @type {[number, number]} */ ([runs[run], runs[run + 1]]);
        memory.set(new Uint8Array(file, at, bytes), address);
        at += bytes;
      }
    },
  };
}

/**
 * What Python finds around itself, where it is made and where it is restored: a runtime that is called otherwise may lay out
 * otherwise the memory that is filled.
 */
export const ENVIRONMENT = { PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1", LANG: "C.UTF-8" };

/** Has the runtime called by one name everywhere; it would be the path of a program. @param {Create} create @returns {Create} */
export const called = (create) => (settings) => create(Object.assign(settings, { thisProgram: "python" }));

/** What a restored Python runs first: it would draw the same numbers in every page. */
export const AWAKE = "import random; random.seed()";

/** @typedef {NonNullable<NonNullable<Parameters<typeof import("pyodide").loadPyodide>[0]>["createPyodideModule"]>} Create */

/**
 * The options by which the runtime restores a snapshot: it is shown the head alone, with nothing behind it, and finds its
 * memory already filled. So 30 MB are neither put together nor copied.
 *
 * @param {Snapshot} snapshot
 * @param {Create} create  the runtime's own
 * @returns {{_loadSnapshot: Uint8Array, env: Record<string, string>, createPyodideModule: Create}}
 */
export function restoring({ told, head, fill }, create) {
  return {
    _loadSnapshot: head,
    env: { ...ENVIRONMENT },
    createPyodideModule: async (settings) => {
      const module = await called(create)(settings);
      if (module.HEAPU8.length !== told.memory) throw new Error("The snapshot is of another size than the memory.");
      fill(module.HEAPU8);
      return module;
    },
  };
}
