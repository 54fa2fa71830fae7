/**
 * The one custom element behind every widget: it owns the widget's state, asks Python for the next one, and morphs the HTML
 * that comes back into the page, so that focus, selection and scrolling stay.
 *
 * Hearing what the reader does is `deeds.js`'s part, defining the element under a widget's name is `define.js`'s.
 */

import { Deeds } from "./deeds.js";
import { fill } from "./fields.js";
import { restored, written } from "./fragment.js";
import { morph } from "./morph.js";
import { offer } from "./offer.js";
import { Questions } from "./questions.js";
import { StatusLine } from "./status.js";
import { steady } from "./steady.js";
import { travelling } from "./travel.js";

/** @typedef {import("./fragment.js").State} State */
/** @typedef {import("./questions.js").ReaderEvent} ReaderEvent */
/** @typedef {import("./questions.js").Reply} Reply */

/** A text field takes this many bytes of UTF-8; more is not sent, and kept. */
const FIELD = 64 * 1024;

export class WidgetElement extends HTMLElement {
  /**
   * The page's Python and its address: given by the subclass that `define.js` makes.
   *
   * @type {{python: import("./python.js").Python, address: import("./fragment.js").Address, mayStart: () => boolean,
   *   apart: Map<string, import("./apart.js").Apart>}}
   */
  get page() {
    throw new TypeError("A widget is defined by define.js, which says to which page it belongs.");
  }

  /** @type {State} */
  #start = {};
  /** @type {State} */
  #state = {};
  /** @type {Map<string, string>} texts that were too long to send, by field: they stay in the page */
  #unsent = new Map();
  #answered = false;
  /** @type {string | undefined} a view that came while a text was being composed */
  #unpainted;
  /** @type {StatusLine | undefined} */
  #status;
  /** @type {Questions | undefined} */
  #questions;
  /** @type {Deeds | undefined} */
  #deeds;
  /** The servers that this widget offers, by name. @type {Map<string, import("./apart.js").Apart>} */
  #offered = new Map();
  #aborter = new AbortController();

  get #view() {
    return /** @type {HTMLElement} */ (this.querySelector("[data-view]"));
  }

  connectedCallback() {
    const { python, address, apart } = this.page;
    const signal = this.#aborter.signal;
    this.#start = JSON.parse(this.dataset.start ?? "{}");
    this.#state = JSON.parse(this.dataset.state ?? "{}");
    this.#status = new StatusLine(this, { start: () => this.#again(), stop: () => python.stop() });
    this.#questions = new Questions(python, {
      pose: (event) => this.#pose(event),
      take: (event, reply) => this.#take(event, reply),
      moved: () => this.#follow(),
      stopped: (event) => {
        this.#answered &&= event !== null; // the view of this state is still to come, when the reader asks for it
        this.#status?.say("Stopped. What stands here is as it was before; another Python takes over.");
      },
    });
    this.#deeds = new Deeds(this, this.#view, signal, {
      touching: () => this.#wake(),
      did: (event) => this.#send(event),
      composed: () => {
        if (this.#unpainted !== undefined) this.#paint(this.#unpainted);
      },
    });
    python.addEventListener("change", () => this.#follow(), { signal });
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("[data-offer]"))) {
      const name = place.dataset.offer ?? "";
      const server = apart.get(name);
      if (!server) continue;
      this.#offered.set(name, server);
      offer(place, server, () => this.#send(null), signal);
      this.#answered = true; // its servers answered when the page was built: none is fetched to say it again
    }
    address.addEventListener("change", () => this.#status?.link(address.link(this.id)), { signal });
    new IntersectionObserver(
      (entries, observer) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        this.#wake();
      },
      { rootMargin: "50% 0px" },
    ).observe(this);
    address.keep(this.id, "");
    const opened = address.opened?.get(this.id);
    if (opened) this.restore(opened);
    this.#follow();
  }

  disconnectedCallback() {
    this.#aborter.abort();
    this.#deeds?.stop();
  }

  /**
   * Takes the state that a link or the history holds; no fields: the start.
   *
   * @param {Map<string, string>} fields
   */
  restore(fields) {
    const state = restored(this.#start, fields);
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#keep(state);
    fill(this.#view, this.#state, true);
    this.#deeds?.forget();
    this.#questions?.drop();
    this.#unsent.clear();
    this.#send(null);
  }

  /** @param {ReaderEvent | null} event */
  #send(event) {
    const bytes = event ? new TextEncoder().encode(event.value).length : 0;
    if (event) this.#unsent.delete(event.name);
    if (event && bytes > FIELD) {
      this.#unsent.set(event.name, event.value);
      this.#status?.say(
        `A field takes ${FIELD} bytes (64 KiB); this text has ${bytes}. It stays here and was not sent to Python.`,
      );
      return;
    }
    if (!this.#unsent.size) this.#status?.say("");
    this.#wake();
    this.#questions?.add(event);
  }

  /** The widget is near or was touched: Python starts, unless the reader wants to be asked. */
  #wake() {
    if (this.page.python.state === "asleep" && this.page.mayStart()) this.page.python.start();
  }

  #again() {
    this.page.python.start();
    this.#questions?.tryAgain();
  }

  /** Shows how Python is, and asks what there is to ask. */
  #follow() {
    const { python, mayStart } = this.page;
    const questions = /** @type {Questions} */ (this.#questions);
    this.dataset.python = questions.trouble ? "failed" : python.state;
    if (this.dataset.python === "failed") this.#deeds?.stop();
    const { trouble, waiting, asking } = questions;
    this.#status?.show(python, { trouble, waiting, asking, asks: !mayStart() });
    if (python.state === "ready" && !this.#answered && !questions.waiting && !questions.trouble) questions.add(null);
    else questions.ask();
  }

  /** @param {ReaderEvent | null} event */
  #pose(event) {
    const world = {
      now: Date.now(),
      seed: Math.floor(Math.random() * 2 ** 32),
      zone_offset: -new Date().getTimezoneOffset(),
    };
    const here = [...this.#offered].filter(([, server]) => server.state === "here");
    const letters = Object.fromEntries(here.map(([name, server]) => [name, server.letter]));
    return JSON.stringify({ widget: this.localName, state: this.#state, event, world, letters });
  }

  /**
   * @param {ReaderEvent | null} event  the one that was answered
   * @param {Reply} reply
   */
  #take(event, { state, html, problem, needs, asks, letter }) {
    this.#answered = true;
    if (problem && event === null)
      this.restore(new Map()); // a link held what is no state of this widget
    else this.#keep(state);
    if (needs) this.#bring(needs);
    if (asks && letter !== undefined) this.#carry(asks, letter);
    if (problem) this.#status?.say(`That could not be answered: ${problem}`);
    if (this.#questions?.waiting) return;
    if (html) this.#paint(html);
    if (problem || needs || asks) this.#deeds?.stop();
    else this.#deeds?.answered();
  }

  /** Has brought what Python lacks to show the present state, and asks for the view again. @param {string} name */
  async #bring(name) {
    if (await this.page.python.bring(name, (notice) => this.#status?.say(notice))) this.#questions?.add(null);
  }

  /** Has a letter answered, and asks for the view again. @param {string} name @param {string} letter */
  async #carry(name, letter) {
    if (await this.#offered.get(name)?.carry(letter)) this.#questions?.add(null);
  }

  /** @param {string} html */
  #paint(html) {
    this.#unpainted = this.#deeds?.composing ? html : undefined;
    if (this.#unpainted !== undefined) return;
    steady(this.#deeds?.touched ?? null, () =>
      travelling(this.#view, () => {
        morph(this.#view, html);
        fill(this.#view, { ...this.#state, ...Object.fromEntries(this.#unsent) }, false);
      }),
    );
  }

  /** @param {State} state */
  #keep(state) {
    this.#state = state;
    this.dataset.state = JSON.stringify(state);
    this.page.address.keep(this.id, written(this.id, this.#start, state));
  }
}
