/** A script that its reader edits: a text area in the place of the code, what is wrong with the text, and the way back. */

import { answered, words } from "./running.js";

/** @typedef {import("./compiler.js").Compiler} Compiler */
/** @typedef {import("../fsharp/compiler.js").Problem} Problem */

/** Where in the page an answer stands. It is none of the text that is edited: there it might soon be wrong. */
const ANSWER = /^\/\/ (?:val|System\.)/;
const MORE = /^\/\/(?: {2,}|\t)/;

export class Editor {
  #compiler;
  #line;
  #edit;
  #offer;
  #output;
  #code;
  /** The text area with its marks, and the list below it; there while the script is open. @type {HTMLElement[]} */
  #parts = [];
  /** @type {HTMLTextAreaElement | undefined} */
  #area;

  /**
   * Opens a script.
   *
   * @param {Compiler} compiler
   * @param {HTMLElement} line  with the buttons, below the code
   */
  constructor(compiler, line) {
    this.#compiler = compiler;
    this.#line = line;
    this.#edit = /** @type {HTMLButtonElement} */ (line.querySelector("[data-edit]"));
    this.#output = /** @type {HTMLOutputElement} */ (line.lastElementChild);
    this.#code = /** @type {HTMLElement} */ (line.parentElement?.querySelector("pre"));
    this.#offer = this.#edit.textContent ?? "";
    this.#begin();
    this.#edit.addEventListener("click", () => (this.open ? this.#putBack() : this.#begin()));
  }

  get open() {
    return this.#area !== undefined;
  }

  /** The text is there at once, and the compiler soon. */
  #begin() {
    const area = element("textarea", {
      className: "code",
      spellcheck: false,
      value: plain(this.#code.textContent ?? ""),
    });
    const marks = element("div", { className: "marks", ariaHidden: "true" });
    const list = element("ul", { className: "wrong" });
    const figure = this.#line.closest("figure");
    area.setAttribute("aria-label", `${figure?.querySelector("figcaption b")?.textContent ?? "Script"}, F# to edit`);
    for (const name of ["autocapitalize", "autocomplete", "autocorrect"]) area.setAttribute(name, "off");
    area.addEventListener("input", () => this.#mark([]));
    this.#area = area;
    const editor = element("div", { className: "editor" });
    editor.append(marks, area);
    this.#parts = [editor, list];
    this.#code.hidden = true;
    this.#code.after(editor, list);
    this.#mark([]);
    this.#edit.textContent = "Put it back";
    this.#output.replaceChildren();
    area.focus();
    area.setSelectionRange(0, 0);
    this.#compiler.start().catch(() => {}); // the reader is told by the first run
  }

  #putBack() {
    for (const part of this.#parts) part.remove();
    this.#area = undefined;
    this.#code.hidden = false;
    this.#output.replaceChildren();
    this.#edit.textContent = this.#offer;
    this.#edit.focus();
  }

  /**
   * Compiles the text, lists what is wrong with it, and runs it if that is no error. What goes wrong otherwise is said too.
   *
   * @param {(text: string) => void} say
   */
  async run(say) {
    const area = this.#area;
    if (!area) return;
    this.#edit.disabled = true;
    area.readOnly = true;
    try {
      this.#list([]);
      this.#output.textContent = "Compiling…";
      const { problems, program } = await this.#compiler.compile(area.value);
      this.#output.replaceChildren();
      this.#list(problems);
      if (program !== undefined) await this.#ran(program, say);
    } catch (error) {
      this.#output.replaceChildren();
      say(words(error));
    } finally {
      area.readOnly = false;
      this.#edit.disabled = false;
    }
  }

  /** @param {string} program @param {(text: string) => void} say */
  async #ran(program, say) {
    const address = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
    try {
      await answered(new Worker(address), "", say);
      if (!this.#output.hasChildNodes()) say("It compiles, and asks for nothing.");
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  /** What is wrong, each a way to its place. @param {Problem[]} problems */
  #list(problems) {
    const errors = problems.filter(({ warning }) => !warning);
    this.#mark(problems);
    this.#area?.setAttribute("aria-invalid", String(errors.length > 0));
    const items = problems.map((problem) => {
      const kind = problem.warning ? "warning: " : "";
      const text = `line ${problem.line}, column ${problem.column}: ${kind}${problem.text}`;
      const button = element("button", { type: "button", textContent: text });
      button.addEventListener("click", () => this.#show(problem));
      const item = element("li", {});
      item.append(button);
      return item;
    });
    this.#parts[1]?.replaceChildren(...items);
    if (errors.length)
      this.#output.textContent = errors.length === 1 ? "One error, above." : `${errors.length} errors, above.`;
  }

  /** @param {Problem} problem */
  #show(problem) {
    const area = this.#area;
    if (!area) return;
    const [start, end] = extent(area.value, problem);
    area.focus();
    area.setSelectionRange(start, end);
  }

  /** The text once more, under the other and letter on letter, with what is wrong underlined. @param {Problem[]} problems */
  #mark(problems) {
    const text = this.#area?.value ?? "";
    /** @type {(string | HTMLElement)[]} */
    const pieces = [];
    let at = 0;
    for (const [start, end] of problems.map((problem) => extent(text, problem)).sort(([a], [b]) => a - b)) {
      if (end <= at) continue;
      const from = Math.max(at, start);
      pieces.push(text.slice(at, from), element("mark", { textContent: text.slice(from, end) }));
      at = end;
    }
    this.#parts[0]?.firstElementChild?.replaceChildren(...pieces, `${text.slice(at)}\n`);
  }
}

/**
 * Where a problem stands in the text; at least a letter, the last of its line where it begins behind that.
 *
 * @param {string} text
 * @param {Problem} problem
 * @returns {[number, number]}
 */
function extent(text, { line, column, endLine, endColumn }) {
  const lines = text.split("\n");
  const offset = (/** @type {number} */ row, /** @type {number} */ place) =>
    lines.slice(0, row - 1).reduce((sum, { length }) => sum + length + 1, 0) +
    Math.min(place - 1, lines[row - 1]?.length ?? 0);
  const start = offset(line, column);
  const end = offset(endLine, endColumn);
  if (end > start) return [start, end];
  return start < text.length && text[start] !== "\n" ? [start, start + 1] : [Math.max(0, start - 1), start];
}

/** A script without its answers. @param {string} text */
function plain(text) {
  let answers = false;
  const kept = text.split("\n").filter((line) => {
    answers = ANSWER.test(line) || (answers && MORE.test(line));
    return !answers;
  });
  return kept.join("\n").trim();
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {object} given  its properties
 */
function element(name, given) {
  return Object.assign(document.createElement(name), given);
}
