/** The line under a widget: how its Python is, what the reader can do about it, and a link to the widget's state. */

/** @param {number} bytes */
export const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

/** @param {string} why  as a sentence */
const plainly = (why) => why && `, started without its snapshot. ${why}`;

const LEFT_OUT = "The page’s address has no more room for this state; its own link holds it.";
const UNLINKED = "This state is too long for a link, or holds text that no link can carry.";

export class StatusLine {
  #text;
  #progress;
  #bar;
  #wake;
  #stop;
  #link;
  #notice;

  /**
   * @param {HTMLElement} widget
   * @param {{start: () => void, stop: () => void}} buttons  what they do
   */
  constructor(widget, { start, stop }) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (widget.querySelector(`[data-${name}]`));
    this.#text = part("status");
    this.#progress = part("progress");
    this.#bar = /** @type {HTMLProgressElement} */ (part("bar"));
    this.#notice = part("notice");
    this.#wake = part("wake");
    this.#link = /** @type {HTMLAnchorElement} */ (part("link"));
    this.#stop = part("stop");
    this.#wake.addEventListener("click", start);
    this.#stop.addEventListener("click", stop);
  }

  /**
   * @param {import("./python.js").Python} python
   * @param {{trouble: string, waiting: boolean, asking: boolean, asks: boolean}} widget  why this widget gave up; whether
   *   something awaits an answer, and Python is at it; whether Python waits for the reader's word
   */
  show(python, { trouble, waiting, asking, asks }) {
    const { came, all } = python.progress;
    const state = trouble ? "failed" : python.state;
    const name = `Python ${python.version}`;
    const stoppable = asking && python.atWork;
    const texts = {
      asleep: waiting ? `${name} is needed to answer that.` : `Answered by Python when this page was built.`,
      starting: waiting ? `${name} is starting; your change is answered when it is here` : `${name} is starting`,
      ready: stoppable ? `${name} · at work on this` : `${name} · ready${plainly(python.plain)}`,
      failed: trouble || python.trouble,
    };
    set(this.#text, texts[state]);
    const coming = state === "starting" && came < all;
    set(this.#progress, coming ? `${megabytes(came)} of ${megabytes(all)} MB` : "");
    this.#bar.hidden = !coming;
    if (coming) this.#bar.value = came / all;
    this.#stop.hidden = !stoppable;
    set(this.#wake, state === "failed" ? "Try again" : `Start Python (${megabytes(all)} MB)`);
    this.#wake.hidden = state === "starting" || state === "ready" || (state === "asleep" && !asks);
  }

  /** @param {string} notice  a sentence about what was not done, or "" */
  say(notice) {
    set(this.#notice, notice);
    this.#notice.hidden = notice === "";
  }

  /** @param {{hash: string | undefined, held: boolean}} address  as Address.link has it */
  link({ hash, held }) {
    this.#link.hidden = !hash;
    if (hash) this.#link.href = hash;
    if (hash === undefined) this.say(UNLINKED);
    else if (!held) this.say(LEFT_OUT);
    else if ([UNLINKED, LEFT_OUT].includes(this.#notice.textContent ?? "")) this.say("");
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
export function set(element, text) {
  if (element.textContent !== text) element.textContent = text; // a status that is set again is read out again
}
