/**
 * A server in a worker of its own, beside Python's: it is brought when the reader asks for it, letters are carried to it,
 * and when it is let go of, its memory goes with the worker.
 */

import { Progress, StartFailure } from "./arrivals.js";
import { fromBase64, linkBytes, linkModule, workerAddress } from "./files.js";

/** @typedef {import("./site.js").Site} Site */
/** @typedef {import("./site.js").Link} Link */

/** Once every byte is here, a start that takes this long, in ms, has failed; so has a letter. */
const PATIENCE = 60_000;

/** Those that this site has, by name. @param {Site} site */
export function serversApart(site) {
  const links = Object.entries(site.links ?? {}).filter(([, { files }]) => files.worker);
  return new Map(links.map(([name, link]) => [name, new Apart(site, name, link)]));
}

/** Fires `change` when its state or its progress moved. */
export class Apart extends EventTarget {
  /** @type {"away" | "coming" | "here"} */
  state = "away";
  /** Why it went away by itself, as a sentence, or "". */
  trouble = "";
  /** Bytes of memory that its engine has taken. */
  size = 0;
  /** What it was asked last and what it answered, in Base64. @type {[string, string] | null} */
  letter = null;
  /** @type {Progress} */
  progress;
  link;
  #site;
  #name;
  /** @type {Worker | undefined} */
  #worker;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watch;
  /** The letter that is under way. @type {Promise<boolean> | undefined} */
  #underWay;
  /** Ends the wait for what the worker says. @type {((why: Error) => void) | undefined} */
  #abandon;
  /** How often it was brought: what comes for an earlier time is nobody's any more. */
  #turn = 0;

  /** @param {Site} site @param {string} name @param {Link} link */
  constructor(site, name, link) {
    super();
    this.#site = site;
    this.#name = name;
    this.link = link;
    this.progress = this.#counted();
  }

  /** Fetches and starts it, unless it is here or on its way. */
  async bring() {
    if (this.state !== "away") return;
    this.trouble = "";
    this.progress = this.#counted();
    this.#become("coming");
    const turn = ++this.#turn;
    try {
      const [site, name] = [this.#site, this.#name];
      const note =
        (/** @type {string} */ file) => (/** @type {number} */ share, /** @type {number | undefined} */ all) =>
          this.progress.note(file, share, all);
      const [address, module, system, database] = await Promise.all([
        workerAddress(site, `${name}_worker`, /** @type {any} */ (this.link.files)),
        linkModule(site, name, note("module")),
        linkBytes(site, name, "system", note("system")),
        linkBytes(site, name, "database", note("database")),
      ]);
      if (turn !== this.#turn) return;
      this.#worker = new Worker(address);
      const { size } = await this.#asked({ start: { module, system, database } }, [system, database]);
      this.size = size;
      this.#become("here");
    } catch (error) {
      if (turn !== this.#turn) return;
      const { title } = this.link;
      const words = error instanceof StartFailure ? error.message : `${title} couldn't be started (${told(error)}).`;
      this.#leave(words);
    }
  }

  /** Ends it. */
  letGo() {
    this.#leave("");
  }

  /**
   * Has a letter answered, which `letter` then holds. False where it can't be, or was already.
   *
   * @param {string} written  in Base64
   */
  async carry(written) {
    while (this.#underWay) await this.#underWay; // an answer doesn't say which letter it answers
    if (this.state !== "here" || this.letter?.[0] === written) return false;
    this.#underWay = this.#answered(written).finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  /** @param {string} written */
  async #answered(written) {
    const turn = this.#turn;
    try {
      const { answer, size } = await this.#asked({ ask: fromBase64(written) });
      this.letter = [written, toBase64(answer)];
      this.size = size;
      this.dispatchEvent(new Event("change"));
      return true;
    } catch (error) {
      if (turn === this.#turn) this.#leave(`${this.link.title} broke down (${told(error)}).`);
      return false;
    }
  }

  #counted() {
    const { worker: _, ...counted } = this.link.files; // the browser fetches a worker's script itself
    return new Progress(counted, () => this.dispatchEvent(new Event("change")));
  }

  /**
   * What the worker says to a message. Rejects where it fails, falls silent or is let go of.
   *
   * @param {object} message
   * @param {Transferable[]} [given]
   * @returns {Promise<{size: number, answer: Uint8Array}>}
   */
  #asked(message, given = []) {
    return new Promise((resolve, reject) => {
      this.#abandon = reject;
      const worker = /** @type {Worker} */ (this.#worker);
      this.#watch = setTimeout(() => reject(new Error("it fell silent")), PATIENCE);
      worker.onmessage = ({ data }) => {
        clearTimeout(this.#watch);
        if (data.failed === undefined) resolve(data);
        else reject(new Error(data.failed));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        clearTimeout(this.#watch);
        reject(new Error(event.message || "its worker couldn't run"));
      };
      worker.postMessage(message, given);
    });
  }

  /** @param {string} trouble */
  #leave(trouble) {
    this.#turn += 1;
    clearTimeout(this.#watch);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#abandon?.(new Error("it was let go of"));
    this.letter = null;
    this.size = 0;
    this.trouble = trouble;
    this.#become("away");
  }

  /** @param {Apart["state"]} state */
  #become(state) {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }
}

/** @param {unknown} error */
const told = (error) => (error instanceof Error ? error.message : String(error));

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}
