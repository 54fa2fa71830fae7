/**
 * The one custom element behind every widget: it owns the widget's state, sends what the reader does to Python, and
 * morphs the HTML that comes back into the page, so that focus, selection and scrolling stay.
 *
 * Defining it under a widget's name is `define.js`'s part.
 */

import { Idiomorph } from "idiomorph";
import { LONGEST, restored, written } from "./fragment.js";
import { Lost } from "./python.js";
import { StatusLine } from "./status.js";

/** @typedef {import("./fragment.js").State} State */
/** @typedef {{kind: "input" | "press", name: string, value: string}} ReaderEvent */
/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** A text field takes this many bytes of UTF-8; more is not sent, and kept. */
const FIELD = 64 * 1024;
/** Workers lost over one question before the widget gives up on it. */
const PATIENCE = 2;

/** @param {Element | null} element @returns {element is HTMLInputElement | HTMLTextAreaElement} */
const isText = (element) =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !["checkbox", "radio"].includes(element.type));

/** @param {Field} field */
const contentOf = (field) =>
  field instanceof HTMLInputElement && field.type === "checkbox" ? String(field.checked) : field.value;

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
  /** @type {(ReaderEvent | null)[]} what is still to be asked; null asks for the view alone */
  #queue = [];
  #asking = false;
  #answered = false;
  #composing = false;
  #lost = 0;
  /** @type {string | undefined} */
  #unpainted;
  /** @type {StatusLine | undefined} */
  #status;
  #gaveUp = "";
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
    this.#fill(true);
    this.#queue = [];
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
        if (button instanceof HTMLButtonElement) this.#pressed(button);
      },
      { signal },
    );
  }

  /** @param {string} name @returns {Field | null} */
  #field(name) {
    return this.#view.querySelector(`:is(input, select, textarea)[name="${CSS.escape(name)}"]`);
  }

  /** @param {Field} field */
  #typed(field) {
    if (field.name) this.#send({ kind: "input", name: field.name, value: contentOf(field) });
  }

  /** A button that bears a field's name fills that field; any other is pressed. @param {HTMLButtonElement} button */
  #pressed(button) {
    const field = this.#field(button.name);
    if (field) {
      field.value = button.value;
      this.#typed(field);
    } else this.#send({ kind: "press", name: button.name, value: button.value });
  }

  /** @param {ReaderEvent | null} event */
  #send(event) {
    const bytes = event ? new TextEncoder().encode(event.value).length : 0;
    if (bytes > FIELD) {
      this.#status?.say(
        `A field takes ${FIELD} bytes (64 KiB); this text has ${bytes}. It stays here and was not sent to Python.`,
      );
      return;
    }
    this.#status?.say("");
    const last = this.#queue.at(-1);
    if (event?.kind === "input" && last?.kind === "input" && last.name === event.name) this.#queue.pop(); // the latest wins
    this.#queue.push(event);
    this.#lost = 0;
    this.#gaveUp = "";
    this.#wake();
    this.#follow();
  }

  /** The widget is near or was touched: Python starts, unless the reader wants to be asked. */
  #wake() {
    if (this.page.python.state === "asleep" && this.page.mayStart()) this.page.python.start();
  }

  #again() {
    this.#gaveUp = "";
    this.#lost = 0;
    this.page.python.start();
    this.#follow();
  }

  /** Shows how Python is, and asks what there is to ask when it is ready. */
  #follow() {
    const { python, mayStart } = this.page;
    if (python.state === "ready" && !this.#answered && !this.#queue.length) this.#queue.push(null);
    this.dataset.python = this.#gaveUp ? "failed" : python.state;
    this.#status?.show(python, { trouble: this.#gaveUp, waiting: this.#queue.length > 0, asks: !mayStart() });
    this.#ask();
  }

  async #ask() {
    const { python } = this.page;
    if (this.#asking || this.#gaveUp || python.state !== "ready" || !this.#queue.length) return;
    this.#asking = true;
    const event = this.#queue[0] ?? null;
    const world = {
      now: Date.now(),
      seed: Math.floor(Math.random() * 2 ** 32),
      zone_offset: -new Date().getTimezoneOffset(),
    };
    try {
      const text = await python.ask(JSON.stringify({ widget: this.localName, state: this.#state, event, world }));
      this.#take(event, JSON.parse(text));
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      this.#lost += 1;
      if (this.#lost > PATIENCE)
        this.#gaveUp = `Python was restarted ${PATIENCE} times over this and still didn't answer. What you typed is kept.`;
    } finally {
      this.#asking = false;
      this.#follow();
    }
  }

  /**
   * @param {ReaderEvent | null} event  the one that was answered
   * @param {{state: State, html: string, problem?: string}} reply
   */
  #take(event, { state, html, problem }) {
    const at = this.#queue.indexOf(event);
    if (at < 0) return; // a newer text of the same field, or another state, has taken its place
    this.#queue.splice(at, 1);
    this.#answered = true;
    this.#lost = 0;
    if (problem && event === null)
      this.restore(new Map()); // a link held what is no state of this widget
    else this.#keep(state);
    if (problem) this.#status?.say(`That could not be answered: ${problem}`);
    if (html && !this.#queue.length) this.#paint(html);
  }

  /** @param {string} html */
  #paint(html) {
    this.#unpainted = this.#composing ? html : undefined;
    if (this.#composing) return;
    Idiomorph.morph(this.#view, html, { morphStyle: "innerHTML", ignoreActiveValue: true });
    this.#fill(false);
  }

  /**
   * Puts the state's texts into the fields: HTML can't carry every text (NUL, half surrogate pairs), the state can.
   *
   * @param {boolean} focused  whether the focused field too
   */
  #fill(focused) {
    for (const [name, value] of Object.entries(this.#state)) {
      const field = this.#field(name);
      if (!field || (!focused && field === document.activeElement && isText(field))) continue;
      if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === true;
      else if (field.value !== String(value)) field.value = String(value);
    }
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
