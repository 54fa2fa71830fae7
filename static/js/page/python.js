/**
 * The one Python of a page, which all its widgets share: started once, asked one question at a time, and replaced when
 * it dies or falls silent.
 */

import { Progress, StartFailure } from "./arrivals.js";
import { FROM_FOLDER, workerTrouble } from "./files.js";
import { keep } from "./keep.js";
import { Links } from "./links.js";
import { saving } from "./saving.js";
import { Workers } from "./workers.js";

/** @typedef {import("./site.js").Site} Site */
/** @typedef {import("./site.js").PythonFiles} Files */
/** @typedef {"asleep" | "starting" | "ready" | "failed"} PythonState */

/** A question that is under way this long, in ms, is one that the reader may want to stop. */
const LONG = 1_000;
/** A ready Python that is silent this long, in ms, hangs. */
const SILENCE = 5_000;
/** Once every byte is here, a start that takes this long, in ms, has failed: slow phones need about ten seconds. */
const STILLBORN = 90_000;

/** The worker died or hung while it had this question; ask again, and the next worker answers. */
export class Lost extends Error {}

/** The reader ended the worker over this question; asked again, it would take as long again. */
export class Stopped extends Lost {}

/** @typedef {{text: string, resolve: (answer: string) => void, reject: (reason: Error) => void}} Question */

/** Python starts from one of two. @type {Record<string, string>} */
const OTHER = { library: "snapshot", snapshot: "library" };

/** Fires `change` when the state or the progress moved, and when a question takes long, or no longer does. */
export class Python extends EventTarget {
  /** @type {PythonState} */
  state = "asleep";
  /** Why it could not start, as a sentence. */
  trouble = "";
  /** Why it started from the library where a snapshot was to be had, or "". */
  plain = "";
  /** Whether a question takes long. */
  atWork = false;
  /** @type {Progress} */
  progress;
  #site;
  #workers;
  #links;
  #keeping = false;
  /** @type {Worker | undefined} */
  #worker;
  /** @type {Question[]} */
  #waiting = [];
  /** @type {Question | undefined} */
  #asked;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watch;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #patience;

  /** @param {Site} site */
  constructor(site) {
    super();
    this.#site = site;
    this.#links = new Links(site);
    this.#workers = new Workers(site, (noted) => this.#note(noted));
    this.progress = new Progress(site.python.files, () => this.#changed(), ["worker", "runtime", "library"]);
  }

  /** "3.14": what a reader is told of the version. */
  get version() {
    return this.#site.python.version.split(".").slice(0, 2).join(".");
  }

  /** Starts it, unless it is starting or ready. */
  start() {
    if (this.state === "starting" || this.state === "ready") return;
    this.#become("starting");
    this.#begin();
  }

  /**
   * The answer to one request of the seam. Rejects with Lost when the worker died or hung over it.
   *
   * @param {string} text
   * @returns {Promise<string>}
   */
  ask(text) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, resolve, reject });
      this.#next();
    });
  }

  /** As Links.bring; the next question finds what it brought. @param {Parameters<Links["bring"]>} asked */
  async bring(...asked) {
    const here = await this.#links.bring(...asked);
    if (here && this.state === "ready" && this.#worker) this.#links.give(this.#worker);
    return here;
  }

  /** Ends what is under way: its question is rejected with Stopped, and another worker starts. */
  stop() {
    if (this.#asked) this.#replace(new Stopped("The reader stopped Python over this question."));
  }

  async #begin() {
    try {
      const { worker, said, files } = await this.#workers.next();
      this.#worker = worker;
      worker.onmessage = ({ data }) => this.#hear(data);
      worker.onerror = (event) => this.#failed(worker, event);
      for (const data of said) this.#hear(data);
      const given = await files;
      if (given && worker === this.#worker) worker.postMessage({ start: given });
    } catch (error) {
      this.#fail(error instanceof StartFailure ? error.message : `Python couldn't be started (${error}).`);
    }
  }

  /** @param {Worker} worker @param {ErrorEvent} event */
  async #failed(worker, event) {
    event.preventDefault();
    if (worker !== this.#worker) return;
    if (this.state === "ready") this.#replace();
    else this.#fail(event.message ? `Python couldn't be started (${event.message}).` : await workerTrouble(this.#site));
  }

  /**
   * @param {{noted?: import("./site.js").Noted, brought?: true, ready?: Files, unrestored?: string, answer?: string,
   *   refused?: {why: string}, failed?: string}} message
   */
  #hear(message) {
    if (message.noted) this.#note(message.noted);
    if (message.brought)
      this.#await(STILLBORN, () =>
        this.#fail("Python's files are here, but it didn't start within a minute and a half."),
      );
    if (message.ready) {
      clearTimeout(this.#watch);
      this.#workers.had(message.ready);
      this.plain = message.ready.memory.instead;
      document.documentElement.dataset.pythonStart = message.ready.memory.start;
      if (this.#worker) this.#links.give(this.#worker);
      this.#become("ready");
      this.#next();
    }
    if (message.unrestored !== undefined) {
      this.#workers.plainly(message.unrestored);
      this.#dismiss();
      this.#begin();
    }
    if (message.answer !== undefined && this.#asked) {
      this.#rest();
      const { resolve } = this.#asked;
      this.#asked = undefined;
      resolve(message.answer);
      this.#next();
      this.#keep();
    }
    if (message.refused) this.#links.refused = message.refused.why;
    if (message.failed !== undefined) {
      if (this.state === "ready") this.#replace();
      else this.#fail(message.failed);
    }
  }

  #next() {
    if (this.state !== "ready" || this.#asked || !this.#worker) return;
    this.#asked = this.#waiting.shift();
    if (!this.#asked) return;
    this.#worker.postMessage({ ask: this.#asked.text });
    this.#patience = setTimeout(() => {
      this.atWork = true;
      this.#changed();
    }, LONG);
    this.#await(SILENCE, () => this.#replace());
  }

  /** Nothing is under way any more. */
  #rest() {
    clearTimeout(this.#watch);
    clearTimeout(this.#patience);
    if (!this.atWork) return;
    this.atWork = false;
    this.#changed();
  }

  /**
   * @param {number} ms
   * @param {() => void} lapsed
   */
  #await(ms, lapsed) {
    clearTimeout(this.#watch);
    // A machine that slept wakes with the timer lapsed and the answer in the queue behind it: let that one in first.
    this.#watch = setTimeout(() => {
      this.#watch = setTimeout(lapsed, 100);
    }, ms);
  }

  #replace(why = new Lost("Python was restarted over this question.")) {
    const lost = this.#asked;
    this.#dismiss();
    this.#become("starting");
    this.#begin();
    lost?.reject(why);
  }

  /** @param {import("./site.js").Noted} noted */
  #note(noted) {
    const other = OTHER[noted[0]];
    if (other) this.progress.instead(noted[0], other);
    this.progress.note(...noted);
  }

  /** Once the first answer is painted and there is nothing else to do, what a later start can begin from is kept. */
  #keep() {
    if (this.#keeping || FROM_FOLDER || saving() || this.plain) return;
    this.#keeping = true;
    const soon = window.requestIdleCallback ?? ((/** @type {() => void} */ work) => setTimeout(work, 1_000));
    soon(() => keep(this.#site));
  }

  #dismiss() {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#asked = undefined;
    this.#rest();
  }

  /** @param {string} trouble */
  #fail(trouble) {
    this.trouble = trouble;
    this.#dismiss();
    this.#workers.forget();
    this.#become("failed");
  }

  /** @param {PythonState} state */
  #become(state) {
    this.state = state;
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
