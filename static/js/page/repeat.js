/**
 * A button that presses itself, for what goes on step by step. A view asks for one in HTML alone:
 *
 *     <button type="button" name="play" data-repeat="600">…</button>
 *
 * Once the reader has pressed it, it is pressed again 600 ms after every answer, until a view gives it the attribute
 * `data-done` too, or leaves it out. Pressing it while it runs stops it, and so does anything else the reader does in the
 * widget. While it runs, the widget's element has the attribute `data-running`, by which a style sheet can show one of two
 * labels. To a reader who asks for less motion the button isn't shown (static/css/motion.css).
 */
export class Repeat {
  #widget;
  #view;
  #press;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #next;

  /**
   * @param {HTMLElement} widget
   * @param {HTMLElement} view  where the buttons stand
   * @param {(button: HTMLButtonElement) => void} press  what a press does
   */
  constructor(widget, view, press) {
    this.#widget = widget;
    this.#view = view;
    this.#press = press;
  }

  /**
   * The reader clicked a button: what ran stops, and what repeats starts.
   *
   * @param {HTMLButtonElement} button
   * @returns {boolean}  whether the click did no more than stop this very button
   */
  clicked(button) {
    const stopped = this.#widget.dataset.running === button.name;
    this.stop();
    if (stopped) return true;
    if (button.dataset.repeat) this.#widget.dataset.running = button.name;
    return false;
  }

  /** A view is in the page, and nothing more is to be asked. */
  answered() {
    const { running } = this.#widget.dataset;
    if (running === undefined) return;
    clearTimeout(this.#next);
    /** @type {HTMLButtonElement | null} */
    const button = this.#view.querySelector(`button[name="${CSS.escape(running)}"][data-repeat]:not([data-done])`);
    if (button) this.#next = setTimeout(() => this.#press(button), Number(button.dataset.repeat));
    else this.stop();
  }

  stop() {
    clearTimeout(this.#next);
    delete this.#widget.dataset.running;
  }
}
