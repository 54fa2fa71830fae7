/**
 * The one custom element behind every widget: it owns the widget's state, sends what the reader does to Python, and
 * morphs the HTML that comes back into the page, so that focus, selection and scrolling stay.
 *
 * Defining it under a widget's name is `define.js`'s part.
 */

import { Idiomorph } from "idiomorph";
import { contentOf, fieldNamed, fill } from "./fields.js";
import { LONGEST, restored, written } from "./fragment.js";
import { Questions } from "./questions.js";
import { Repeat } from "./repeat.js";
import { StatusLine } from "./status.js";
import { steady } from "./steady.js";
import { travelling } from "./travel.js";

/** @typedef {import("./fragment.js").State} State */
/** @typedef {import("./questions.js").ReaderEvent} ReaderEvent */
/** @typedef {import("./questions.js").Reply} Reply */
/** @typedef {import("./fields.js").Field} Field */

/** A text field takes this many bytes of UTF-8; more is not sent, and kept. */
const FIELD = 64 * 1024;

/** What is alike isn't gone through; and what a reader has unfolded stays so: no view says whether its details are open. */
const KEPT = {
  /** @param {Node} old @param {Node} fresh */
  beforeNodeMorphed: (old, fresh) => !old.isEqualNode(fresh),
  /** @param {string} name @param {Element} element */
  beforeAttributeUpdated: (name, element) => name !== "open" || element.localName !== "details",
};

export class WidgetElement extends HTMLElement {
  /**
   * The page's Python and its address: given by the subclass that `define.js` makes.
   *
   * @type {{python: import("./python.js").Python, address: import("./fragment.js").Address, mayStart: () => boolean}}
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
  #composing = false;
  /** @type {string | undefined} */
  #unpainted;
  /** @type {StatusLine | undefined} */
  #status;
  /** @type {Questions | undefined} */
  #questions;
  /** @type {Repeat | undefined} */
  #repeat;
  /** @type {Element | null} what the reader touched last in the view */
  #touched = null;
  #aborter = new AbortController();

  get #view() {
    return /** @type {HTMLElement} */ (this.querySelector("[data-view]"));
  }

  connectedCallback() {
    const { python, address } = this.page;
    const signal = this.#aborter.signal;
    this.#start = JSON.parse(this.dataset.start ?? "{}");
    this.#state = JSON.parse(this.dataset.state ?? "{}");
    this.#status = new StatusLine(this, () => this.#again());
    this.#questions = new Questions(python, {
      pose: (event) => this.#pose(event),
      take: (event, reply) => this.#take(event, reply),
      moved: () => this.#follow(),
    });
    this.#repeat = new Repeat(this, this.#view, (button) => this.#pressed(button));
    this.#listen(this.#view, signal);
    python.addEventListener("change", () => this.#follow(), { signal });
    new IntersectionObserver(
      (entries, observer) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        this.#wake();
      },
      { rootMargin: "50% 0px" },
    ).observe(this);
    const opened = address.opened?.get(this.id);
    if (opened) this.restore(opened);
    this.#follow();
  }

  disconnectedCallback() {
    this.#aborter.abort();
    this.#repeat?.stop();
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
    this.#repeat?.stop();
    this.#touched = null;
    this.#questions?.drop();
    this.#unsent.clear();
    this.#send(null);
  }

  /**
   * @param {HTMLElement} view
   * @param {AbortSignal} signal
   */
  #listen(view, signal) {
    view.addEventListener("pointerdown", () => this.#wake(), { signal });
    view.addEventListener("focusin", () => this.#wake(), { signal });
    view.addEventListener("submit", (event) => event.preventDefault(), { signal });
    view.addEventListener(
      "compositionstart",
      () => {
        this.#composing = true;
      },
      { signal },
    );
    view.addEventListener(
      "compositionend",
      (event) => {
        this.#composing = false;
        if (this.#unpainted !== undefined) this.#paint(this.#unpainted);
        this.#typed(/** @type {Field} */ (event.target));
      },
      { signal },
    );
    view.addEventListener(
      "input",
      (event) => {
        if (!(/** @type {InputEvent} */ (event).isComposing)) this.#typed(/** @type {Field} */ (event.target));
      },
      { signal },
    );
    view.addEventListener(
      "click",
      (event) => {
        const button = /** @type {Element} */ (event.target).closest("button[name]");
        if (button instanceof HTMLButtonElement && !this.#repeat?.clicked(button)) this.#pressed(button);
      },
      { signal },
    );
  }

  /** @param {Field} field */
  #typed(field) {
    this.#repeat?.stop();
    this.#touched = field;
    if (field.name) this.#send({ kind: "input", name: field.name, value: contentOf(field) });
  }

  /** A button that bears a field's name fills that field; any other is pressed. @param {HTMLButtonElement} button */
  #pressed(button) {
    const field = fieldNamed(this.#view, button.name);
    if (field) {
      field.value = button.value;
      this.#typed(field);
      return;
    }
    this.#touched = button;
    this.#send({ kind: "press", name: button.name, value: button.value });
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
    if (this.dataset.python === "failed") this.#repeat?.stop();
    this.#status?.show(python, { trouble: questions.trouble, waiting: questions.waiting, asks: !mayStart() });
    if (python.state === "ready" && !this.#answered && !questions.waiting) questions.add(null);
    else questions.ask();
  }

  /** @param {ReaderEvent | null} event */
  #pose(event) {
    const world = {
      now: Date.now(),
      seed: Math.floor(Math.random() * 2 ** 32),
      zone_offset: -new Date().getTimezoneOffset(),
    };
    return JSON.stringify({ widget: this.localName, state: this.#state, event, world });
  }

  /**
   * @param {ReaderEvent | null} event  the one that was answered
   * @param {Reply} reply
   */
  #take(event, { state, html, problem }) {
    this.#answered = true;
    if (problem && event === null)
      this.restore(new Map()); // a link held what is no state of this widget
    else this.#keep(state);
    if (problem) this.#status?.say(`That could not be answered: ${problem}`);
    if (this.#questions?.waiting) return;
    if (html) this.#paint(html);
    if (problem) this.#repeat?.stop();
    else this.#repeat?.answered();
  }

  /** @param {string} html */
  #paint(html) {
    this.#unpainted = this.#composing ? html : undefined;
    if (this.#composing) return;
    steady(this.#touched, () =>
      travelling(this.#view, () => {
        Idiomorph.morph(this.#view, html, { morphStyle: "innerHTML", ignoreActiveValue: true, callbacks: KEPT });
        fill(this.#view, { ...this.#state, ...Object.fromEntries(this.#unsent) }, false);
      }),
    );
  }

  /** @param {State} state */
  #keep(state) {
    this.#state = state;
    this.dataset.state = JSON.stringify(state);
    const part = written(this.id, this.#start, state);
    const fits = part !== undefined && part.length < LONGEST;
    this.page.address.keep(this.id, fits ? part : "");
    this.#status?.link(fits ? part && `#~${part}` : undefined);
  }
}
