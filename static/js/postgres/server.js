/**
 * PostgreSQL, compiled to WebAssembly, as a server of one client: bytes of its protocol go in, and the answers' bytes come
 * out. It begins with a database that was made beforehand, for making one takes a second engine and twice the memory.
 */

import { PGlite } from "@electric-sql/pglite";

/** @typedef {{module: WebAssembly.Module, system: ArrayBuffer, database: ArrayBuffer}} Files  the last two as gzip */

export class Server {
  #engine;

  /** @param {PGlite} engine  that has begun */
  constructor(engine) {
    this.#engine = engine;
  }

  /**
   * Begins one. Rejects where this browser lacks what it needs, memory for one.
   *
   * @param {Files} files
   */
  static async begin({ module, system, database }) {
    const engine = await PGlite.create({
      pgliteWasmModule: module,
      initdbWasmModule: module, // never run, but fetched where it isn't given
      fsBundle: await unpacked(system),
      loadDataDir: await unpacked(database),
    });
    return new Server(engine);
  }

  /** Bytes of memory that the engine has taken for itself. */
  get size() {
    return this.#engine.Module.HEAPU8.byteLength;
  }

  /**
   * What it answers to whole messages, all of it. Rejects when the engine breaks down.
   *
   * @param {Uint8Array} messages
   */
  async answer(messages) {
    /** @type {Uint8Array[]} */
    const pieces = [];
    await this.#engine.execProtocolRawStream(messages, {
      syncToFs: false,
      onRawData: (piece) => pieces.push(piece.slice()), // its memory is the engine's
    });
    return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (pieces)).arrayBuffer());
  }
}

/** @param {ArrayBuffer} packed */
async function unpacked(packed) {
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}
