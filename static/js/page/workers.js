/**
 * Where a page's workers come from, one after the other: the head's script may have begun one; over http a worker brings what
 * it starts from itself; and whoever follows one that was ready is given what that one had.
 */

import { StartFailure } from "./arrivals.js";
import { employed } from "./employ.js";
import { FROM_FOLDER, plainly, pythonFiles, workerAddress, workerTrouble } from "./files.js";

/** @typedef {import("./site.js").Site} Site */
/** @typedef {import("./site.js").PythonFiles} Files */

export class Workers {
  #site;
  #note;
  /** What the next one is given, where it doesn't bring it. @type {Promise<Files> | undefined} */
  #files;
  /** How the next one is to start, where that is no choice. @type {Parameters<typeof employed>[1]} */
  #plan;

  /**
   * @param {Site} site
   * @param {(noted: import("./site.js").Noted) => void} note  hears how much of a file has come
   */
  constructor(site, note) {
    this.#site = site;
    this.#note = note;
  }

  /**
   * The next worker; what it has said already; and what it is to be given, where it is given anything. Rejects with
   * StartFailure.
   *
   * @returns {Promise<{worker: Worker, said: any[], files?: Promise<Files>}>}
   */
  async next() {
    const { early } = window.jonnify;
    const { worker, said = [] } = early;
    if (worker) {
      delete early.worker;
      return { worker, said };
    }
    if (FROM_FOLDER) this.#files ??= pythonFiles(this.#site, (...noted) => this.#note(noted));
    const files = this.#files;
    try {
      if (!files) return { worker: employed(this.#site, this.#plan), said: [] };
      return {
        worker: new Worker(await workerAddress(this.#site, "worker", this.#site.python.files)),
        said: [],
        files,
      };
    } catch (error) {
      if (error instanceof StartFailure) throw error;
      throw new StartFailure(await workerTrouble(this.#site)); // WebKit throws where others fire an error event
    }
  }

  /** @param {Files} files  what a worker has started from */
  had(files) {
    this.#files = Promise.resolve(files);
  }

  /** The next one starts from the library. @param {string} why  a snapshot couldn't be restored, as a sentence */
  plainly(why) {
    if (this.#files) this.#files = this.#withLibrary(this.#files, why);
    else this.#plan = { start: "trimmed", instead: why };
  }

  /** What has come is not trusted any more. */
  forget() {
    this.#files = undefined;
  }

  /** @param {Promise<Files>} files @param {string} why */
  async #withLibrary(files, why) {
    return { ...(await files), memory: await plainly(this.#site, why) };
  }
}
