/**
 * A script as a reader edits it, and the file of F# it becomes: the same lines, below three of ours, with a name before
 * each expression. So every place in the one is a place in the other.
 *
 * What an answer is made of follows the text: for each expression a function that gives its type. Texts are taken apart
 * as py/sitegen/script.py takes apart those of the pages; answers that stand in comments are only comments here.
 */

const HEAD = ["module EchoMQ.Scripts.Edited", "open EchoMQ", "let inline private kindOf (_: unit -> 'T) = typeof<'T>"];
const DECLARES = /^(?:(?:let|type|module|open|exception|do|and)\b|\[<)/;
const CONTINUES = /^(?:[\s)\]}|>]|(?:and|else|elif|then|with|finally)\b)/;

/**
 * @typedef {import("../../../py/sitegen/compiler.mjs").Problem} Problem
 * @typedef {{name: string, kind: string, line: number, column: number}} Answer  an expression by the names of what gives
 *   its value and its type; the place is the compiler's, right behind the first name
 */

export class Script {
  /** @type {string[]} */
  #lines;
  /** How much further right each line stands than in the text. @type {number[]} */
  #shifts = [];
  /** @type {Answer[]} */
  answers = [];

  /** @param {string} text */
  constructor(text) {
    this.#lines = text.replaceAll("\r\n", "\n").split("\n");
    let shift = 0;
    const written = this.#lines.map((line) => {
      const plain = !line.trim() || line.startsWith("//");
      const begins = !plain && !CONTINUES.test(line);
      const declares = begins && DECLARES.test(line);
      let before = "";
      if (begins) shift = 0;
      if (begins && !declares) {
        const name = `answer${this.answers.length}`;
        before = `let ${name} () = `;
        shift = before.length;
        const place = { line: HEAD.length + this.#shifts.length + 1, column: `let ${name}`.length };
        this.answers.push({ name, kind: `kind${this.answers.length}`, ...place });
      }
      this.#shifts.push(plain ? 0 : shift);
      return plain ? line : (before || " ".repeat(shift)) + line;
    });
    const kinds = this.answers.map(({ name, kind }) => `let ${kind} () = kindOf ${name}`);
    this.source = [...HEAD, ...written, ...kinds, ""].join("\n");
  }

  /**
   * The compiler's problems where the reader sees them, each once. What it finds wrong only below the text is wrong at
   * its end.
   *
   * @param {Problem[]} problems
   */
  problems(problems) {
    const own = problems.filter(({ line }) => line <= HEAD.length + this.#lines.length);
    const below = problems.filter((problem) => !own.includes(problem) && !problem.warning);
    const placed = [...own, ...(own.some(({ warning }) => !warning) ? [] : below.slice(0, 1))].map((problem) => {
      const [line, column] = this.#place(problem.line, problem.column);
      const [endLine, endColumn] = this.#place(problem.endLine, problem.endColumn);
      return { ...problem, line, column, endLine, endColumn };
    });
    const words = placed.map(({ line, column, text }) => `${line}:${column} ${text}`);
    return placed.filter((_, at) => words.indexOf(/** @type {string} */ (words[at])) === at);
  }

  /** @param {number} line @param {number} column @returns {[number, number]} */
  #place(line, column) {
    const last = this.#lines.length;
    const at = line - HEAD.length;
    if (at > last) return [last, (this.#lines[last - 1] ?? "").length + 1];
    return [Math.max(1, at), Math.max(1, column - (this.#shifts[at - 1] ?? 0))];
  }
}
