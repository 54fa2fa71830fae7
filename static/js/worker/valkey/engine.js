/**
 * Valkey, compiled to WebAssembly, as a server inside this worker: who is connected sends bytes and has the answer's when
 * the call returns. It takes its time from whoever owns it, and does nothing between two calls.
 */

import { Memory } from "./memory.js";
import { Sockets } from "./sockets.js";
import { wasi } from "./wasi.js";

/** @typedef {import("./sockets.js").Pipe} Pipe */
/** @typedef {{memory: WebAssembly.Memory, _initialize(): void, rk_boot(port: number): void, rk_step(): number}} Exports */

/** Its clock stands here till it is set: 2025-06-01T09:00:00Z in Unix milliseconds. */
const START = 1_748_768_400_000;
/** Nobody else listens here; it has to be told some port. */
const PORT = 6379;
/** A pass that wrote this many bytes of answers, or more, may have left some for the next. */
const FLUSH = 64 * 1024;

/** What a line of its log begins with: process, role, date and time, level. */
const STAMP = /^\d+:\w .*?\.\d{3} [.*#-] /;

export class Engine {
  /** What its clock shows, in Unix milliseconds. */
  now = START;
  /** @type {Error | undefined} why it runs no more; every call throws it */
  failure;
  #memory = new Memory();
  #sockets = new Sockets(this.#memory);
  #last = "";
  /** @type {Exports} */
  #exports;

  /**
   * Boots one. Throws where this browser lacks what it needs, or it fails to begin.
   *
   * @param {WebAssembly.Module} module
   */
  constructor(module) {
    const system = {
      now: () => this.now,
      log: (/** @type {string} */ line) => {
        this.#last = line.replace(STAMP, "");
      },
    };
    // Thrown and caught by the engine alone, when a script of Lua fails. TypeScript's list of what may be imported has no tags.
    const tag = /** @type {any} */ (new WebAssembly.Tag({ parameters: ["i32"] }));
    const instance = new WebAssembly.Instance(module, {
      host: this.#sockets.imports(),
      wasi_snapshot_preview1: wasi(this.#memory, system),
      env: { __c_longjmp: tag },
    });
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    this.#memory.of = this.#exports.memory;
    this.#guarded(() => {
      this.#exports._initialize();
      this.#exports.rk_boot(PORT);
    });
  }

  /** Bytes of memory it has taken. */
  get size() {
    return this.#exports.memory.buffer.byteLength;
  }

  connect() {
    const pipe = this.#sockets.connect();
    this.pass();
    return new Connection(this, pipe);
  }

  /** One pass of its loop: what has come is read and carried out, and what the last pass answered is written. */
  pass() {
    this.#guarded(() => this.#exports.rk_step());
  }

  /** @param {() => void} run */
  #guarded(run) {
    if (this.failure) throw this.failure;
    try {
      run();
    } catch (error) {
      const why = error instanceof Error ? error.message : error;
      this.failure = new Error(`Valkey broke down: ${why}${this.#last && `; its last words: ${this.#last}`}`);
      throw this.failure;
    }
  }
}

/** One client's way to the engine. */
export class Connection {
  #engine;
  #pipe;

  /**
   * @param {Engine} engine
   * @param {Pipe} pipe
   */
  constructor(engine, pipe) {
    this.#engine = engine;
    this.#pipe = pipe;
  }

  /**
   * Hands over bytes, whole commands or parts of them, and lets the engine carry out what can be. Throws once either
   * side hung up, and when the engine breaks down.
   *
   * @param {Uint8Array} bytes
   */
  send(bytes) {
    const pipe = this.#pipe;
    if (pipe.closed || pipe.ended) throw new Error("This connection is closed.");
    if (bytes.length) pipe.coming.push(bytes);
    for (;;) {
      const { read, written } = pipe;
      this.#engine.pass();
      if (pipe.read > read) continue; // what was read now is answered in the next pass
      if (pipe.closed || pipe.written - written < FLUSH) return;
    }
  }

  /** All that has come back since it was last asked for; nothing where nothing did, as from a command that waits. */
  receive() {
    const pieces = this.#pipe.going.splice(0);
    const [only] = pieces;
    if (only && pieces.length === 1) return only;
    const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  /** Hangs up; a second time, or once the engine broke down, does nothing. */
  close() {
    if (this.#pipe.closed || this.#pipe.ended || this.#engine.failure) return;
    this.#pipe.ended = true;
    this.#engine.pass(); // it learns that nothing more comes,
    this.#engine.pass(); // and lets go
  }
}
