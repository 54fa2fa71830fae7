/**
 * What the reader does in a widget's view, told as events for Python: a field changed by typing, by choosing or by a button
 * that fills it in, and a button pressed, by hand or by itself.
 */

import { contentOf, fieldNamed } from "./fields.js";
import { Repeat } from "./repeat.js";

/** @typedef {import("./questions.js").ReaderEvent} ReaderEvent */
/** @typedef {import("./fields.js").Field} Field */

export class Deeds {
  /** Whether an input method is composing a text: what is under way would be lost if the view changed. */
  composing = false;
  /** @type {Element | null} what the reader touched last in the view */
  touched = null;
  #view;
  #repeat;
  #did;

  /**
   * @param {HTMLElement} widget
   * @param {HTMLElement} view  of that widget
   * @param {AbortSignal} signal  ends the listening
   * @param {{touching: () => void, did: (event: ReaderEvent) => void, composed: () => void}} told  `touching` hears that the
   *   reader is at the view, `did` what was done, `composed` that the view may change again
   */
  constructor(widget, view, signal, { touching, did, composed }) {
    this.#view = view;
    this.#did = did;
    this.#repeat = new Repeat(widget, view, (button) => this.#pressed(button));
    view.addEventListener("pointerdown", touching, { signal });
    view.addEventListener("focusin", touching, { signal });
    view.addEventListener("submit", (event) => event.preventDefault(), { signal });
    view.addEventListener(
      "compositionstart",
      () => {
        this.composing = true;
      },
      { signal },
    );
    view.addEventListener(
      "compositionend",
      (event) => {
        this.composing = false;
        composed();
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
        if (button instanceof HTMLButtonElement && !this.#repeat.clicked(button)) this.#pressed(button);
      },
      { signal },
    );
  }

  /** A view is in the page, and nothing more is to be asked: a button that presses itself may do so again. */
  answered() {
    this.#repeat.answered();
  }

  /** No button presses itself any more. */
  stop() {
    this.#repeat.stop();
  }

  /** The view that comes next is none of the reader's doing here. */
  forget() {
    this.#repeat.stop();
    this.touched = null;
  }

  /** @param {Field} field */
  #typed(field) {
    this.#repeat.stop();
    this.touched = field;
    if (field.name) this.#did({ kind: "input", name: field.name, value: contentOf(field) });
  }

  /** A button that bears a field's name fills that field; any other is pressed. @param {HTMLButtonElement} button */
  #pressed(button) {
    const field = fieldNamed(this.#view, button.name);
    if (field) {
      field.value = button.value;
      this.#typed(field);
      return;
    }
    this.touched = button;
    this.#did({ kind: "press", name: button.name, value: button.value });
  }
}
