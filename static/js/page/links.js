/** What Python is linked to on this page: fetched once, when it is first needed, and given to every worker. */

import { StartFailure } from "./arrivals.js";
import { linkModule } from "./files.js";

/** @typedef {import("./site.js").Site} Site */

export class Links {
  /** Why a worker refused what it was given last, or "". */
  refused = "";
  #site;
  /** Those that are here, by name. @type {Map<string, WebAssembly.Module>} */
  #modules = new Map();
  /** Those that are on their way. @type {Record<string, Promise<WebAssembly.Module>>} */
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
      if (!this.#modules.has(name)) this.#modules.set(name, await this.#module(name, say));
      say("");
      return true;
    } catch (error) {
      say(`${/** @type {Error} */ (error).message} Press or choose anything here to try again.`);
      return false;
    }
  }

  /** @param {Worker} worker  takes what it is sent in turn: a question that comes behind finds them */
  give(worker) {
    for (const [name, module] of this.#modules) worker.postMessage({ link: { name, module } });
  }

  /** @param {string} name @param {(notice: string) => void} say */
  #module(name, say) {
    const link = /** @type {import("./site.js").Link} */ (this.#site.links?.[name]);
    say(`${link.title} is on its way, ${Math.round((link.files.module?.gzip ?? 0) / 1e3)} KB.`);
    this.#coming[name] ??= linkModule(this.#site, name).finally(() => delete this.#coming[name]);
    return this.#coming[name];
  }
}
