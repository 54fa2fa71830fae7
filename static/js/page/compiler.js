/** The F# compiler in a worker: fetched once and kept; one that fails or hangs gives way to another. */

import { had, StartFailure } from "./arrivals.js";
import { embedded, FROM_FOLDER, workerAddress } from "./files.js";

/** @typedef {import("./site.js").Site} Site */
/** @typedef {import("../fsharp/compiler.js").Outcome} Outcome */

/** How long, in ms, the compiler may be silent while it gets ready, and while it compiles. */
const WAKING = 30_000;
const COMPILING = 15_000;

export class Compiler {
  #site;
  /** @type {Promise<[string, ArrayBuffer]> | undefined} */
  #files;
  /** @type {Promise<Worker> | undefined} */
  #worker;
  /** One text after the other. @type {Promise<unknown>} */
  #turn = Promise.resolve();

  /** @param {Site} site */
  constructor(site) {
    this.#site = site;
  }

  /** Brings the compiler, unless it is here or on its way. @returns {Promise<Worker>} */
  start() {
    this.#worker ??= this.#started();
    return this.#worker;
  }

  /**
   * @param {string} text
   * @returns {Promise<Outcome>}
   */
  compile(text) {
    const compiled = this.#turn.then(() => this.#compiled(text));
    this.#turn = compiled.catch(() => {});
    return compiled;
  }

  /** @param {string} text @returns {Promise<Outcome>} */
  async #compiled(text) {
    const worker = await this.start();
    try {
      return await reply(worker, COMPILING, { text });
    } catch (error) {
      this.#worker = undefined;
      throw error;
    }
  }

  async #started() {
    try {
      this.#files ??= this.#fetched();
      const [address, assemblies] = await this.#files;
      const worker = new Worker(address);
      await reply(worker);
      await reply(worker, WAKING, { assemblies });
      return worker;
    } catch (error) {
      this.#files = undefined;
      this.#worker = undefined;
      throw error;
    }
  }

  /** @returns {Promise<[string, ArrayBuffer]>} */
  async #fetched() {
    const { compiler, compilerEmbed, assemblies, assembliesEmbed } = this.#site.fsharp;
    if (!(compiler && compilerEmbed && assemblies && assembliesEmbed))
      throw new StartFailure("There is no compiler here.");
    const [address, response] = await Promise.all([
      workerAddress(this.#site, "fsharp_compiler", { worker: compiler, workerEmbed: compilerEmbed }),
      FROM_FOLDER ? embedded(this.#site, "fsharp_assemblies", assembliesEmbed) : had(this.#site, assemblies.path, "F#"),
    ]);
    return [address, await response.arrayBuffer()];
  }
}

/**
 * The compiler's next word. It is ended where it breaks down or is silent for too long; while its script is still on its
 * way, nothing is too long.
 *
 * @param {Worker} worker
 * @param {number} [patience]
 * @param {object} [asked]
 * @returns {Promise<Outcome>}
 */
function reply(worker, patience, asked) {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ words) => {
      clearTimeout(watch);
      worker.terminate();
      reject(new StartFailure(words));
    };
    const watch =
      patience &&
      setTimeout(
        () => fail(`The compiler said nothing for ${patience / 1_000} seconds. Run it once more to start it anew.`),
        patience,
      );
    worker.onmessage = ({ data }) => {
      clearTimeout(watch);
      if (data.trouble) fail(`The compiler broke down (${data.trouble}). Run it once more to start it anew.`);
      else resolve(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      fail(event.message || "The worker in which F# is compiled could not be started.");
    };
    if (asked) worker.postMessage(asked);
  });
}
