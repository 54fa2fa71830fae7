/** The engine's sockets, made of memory: what one side writes lies in a list until the other reads it. */

/** The first number of a socket; smaller ones are files, which the engine tells apart by this. */
const FIRST = 4096;
/** What the engine asks of a socket, or hears of it, as bits. */
const READABLE = 1;
const WRITABLE = 2;
/** Bytes of a question or an answer of `poll`: a socket and its bits, 32 bits each. */
const ENTRY = 8;
/** The engine takes it for "not now": ask again when `poll` says so. */
const NOT_NOW = -1;

/** One connection, seen from outside. */
export class Pipe {
  /** @type {Uint8Array[]} to be read by the engine */
  coming = [];
  /** @type {Uint8Array[]} written by the engine */
  going = [];
  /** Bytes that the engine has read, and written, so far. */
  read = 0;
  written = 0;
  /** This side has nothing more to say. */
  ended = false;
  /** The engine has hung up. */
  closed = false;

  /**
   * Moves what has come into `room`, as much as goes in.
   *
   * @param {Uint8Array} room
   * @returns {number} bytes moved
   */
  take(room) {
    let taken = 0;
    while (taken < room.length) {
      const next = this.coming.shift();
      if (!next) break;
      const piece = next.subarray(0, room.length - taken);
      room.set(piece, taken);
      taken += piece.length;
      if (piece.length < next.length) this.coming.unshift(next.subarray(piece.length));
    }
    this.read += taken;
    return taken;
  }
}

export class Sockets {
  #memory;
  /** @type {Map<number, Pipe>} */
  #pipes = new Map();
  /** @type {number[]} connections that the engine has not accepted yet */
  #knocking = [];
  /** @type {number[]} numbers to be used again: the engine keeps a table as long as the largest */
  #freed = [];
  #next = FIRST;
  #listener = 0;

  /** @param {import("./memory.js").Memory} memory */
  constructor(memory) {
    this.#memory = memory;
  }

  /** A new connection, which the engine accepts in its next pass. */
  connect() {
    const pipe = new Pipe();
    const number = this.#number();
    this.#pipes.set(number, pipe);
    this.#knocking.push(number);
    return pipe;
  }

  /** What the engine imports under the name `host`. @returns {Record<string, (...args: number[]) => number | void>} */
  imports() {
    return {
      socket: () => this.#number(),
      listen: (number = 0) => {
        this.#listener = number;
        return 0;
      },
      accept: () => this.#knocking.shift() ?? NOT_NOW,
      read: (number = 0, at = 0, length = 0) => {
        const pipe = this.#pipes.get(number);
        if (!pipe) return NOT_NOW;
        return pipe.take(this.#memory.bytes.subarray(at, at + length)) || (pipe.ended ? 0 : NOT_NOW);
      },
      write: (number = 0, at = 0, length = 0) => {
        const pipe = this.#pipes.get(number);
        if (!pipe || pipe.ended) return NOT_NOW;
        pipe.going.push(this.#memory.bytes.slice(at, at + length));
        pipe.written += length;
        return length;
      },
      close: (number = 0) => {
        const pipe = this.#pipes.get(number);
        if (!pipe) return;
        pipe.closed = true;
        this.#pipes.delete(number);
        this.#freed.push(number);
      },
      poll: (asked = 0, count = 0, ready = 0, most = 0) => this.#poll(asked, count, ready, most),
    };
  }

  /**
   * @param {number} asked  where the sockets are listed that the engine waits for
   * @param {number} count
   * @param {number} ready  where those are to be listed that have something for it
   * @param {number} most
   * @returns {number} how many these are
   */
  #poll(asked, count, ready, most) {
    const { view } = this.#memory;
    let found = 0;
    for (let entry = asked; entry < asked + count * ENTRY && found < most; entry += ENTRY) {
      const number = view.getInt32(entry, true);
      const bits = view.getInt32(entry + 4, true) & this.#state(number);
      if (!bits) continue;
      view.setInt32(ready + found * ENTRY, number, true);
      view.setInt32(ready + found * ENTRY + 4, bits, true);
      found += 1;
    }
    return found;
  }

  /** @param {number} number */
  #state(number) {
    if (number === this.#listener) return this.#knocking.length ? READABLE : 0;
    const pipe = this.#pipes.get(number);
    if (!pipe) return 0;
    return WRITABLE | (pipe.coming.length || pipe.ended ? READABLE : 0);
  }

  #number() {
    return this.#freed.pop() ?? this.#next++;
  }
}
