/**
 * What Python lacks until it is first needed on this page: engines to be linked to, and the whole standard library. Each is
 * fetched once, and given to every worker.
 */

import { StartFailure } from "./arrivals.js";
import { linkModule, wholeLibrary } from "./files.js";
import { megabytes } from "./status.js";

/** @typedef {import("./site.js").Site} Site */

/** What the seam calls the whole library. */
const LIBRARY = "library";

/** @typedef {import("./site.js").Brought} Brought */

export class Links {
  /** Why a worker refused what it was given last, or "". */
  refused = "";
  #site;
  /** What is here, by name. @type {Map<string, Brought>} */
  #here = new Map();
  /** What is on its way. @type {Record<string, Promise<Brought>>} */
  #coming = {};

  /** @param {Site} site */
  constructor(site) {
    this.#site = site;
  }

  /**
   * Has what is called `name` here.
   *
   * @param {string} name
   * @param {(notice: string) => void} say  hears what is on its way, and why it can't be had, or was refused; "" once it is here
   * @returns {Promise<boolean>} whether it is here
   */
  async bring(name, say) {
    try {
      const why = this.refused;
      this.refused = "";
      if (why) throw new StartFailure(why);
      if (!this.#here.has(name)) this.#here.set(name, await this.#brought(name, say));
      say("");
      return true;
    } catch (error) {
      say(`${/** @type {Error} */ (error).message} Press or choose anything here to try again.`);
      return false;
    }
  }

  /** @param {Worker} worker  takes what it is sent in turn: a question that comes behind finds them */
  give(worker) {
    for (const brought of this.#here.values()) worker.postMessage({ link: brought });
  }

  /** @param {string} name @param {(notice: string) => void} say */
  #brought(name, say) {
    this.#coming[name] ??= this.#bringing(name, say).finally(() => delete this.#coming[name]);
    return this.#coming[name];
  }

  /** @param {string} name @param {(notice: string) => void} say @returns {Promise<Brought>} */
  async #bringing(name, say) {
    if (name === LIBRARY) {
      say(`The rest of Python’s library is on its way, ${megabytes(this.#site.python.files.whole.gzip)} MB.`);
      return { name, zip: await wholeLibrary(this.#site) };
    }
    const link = /** @type {import("./site.js").Link} */ (this.#site.links?.[name]);
    say(`${link.title} is on its way, ${Math.round((link.files.module?.gzip ?? 0) / 1e3)} KB.`);
    return { name, module: await linkModule(this.#site, name) };
  }
}
