/**
 * What a widget still has to ask of Python, in order: one question at a time, the latest text of a field instead of all
 * before it, and the same question again where a worker died over it.
 */

import { Lost, Stopped } from "./python.js";

/** @typedef {import("./fragment.js").State} State */
/** @typedef {{kind: "input" | "press", name: string, value: string}} ReaderEvent */
/** @typedef {{event: ReaderEvent | null}} Question  null asks for the view alone; told from others by identity */
/** @typedef {{state: State, html: string, problem?: string, needs?: string, asks?: string, letter?: string}} Reply */

/** Workers lost over one question before it is given up. */
const PATIENCE = 2;

export class Questions {
  /** Why the last question was given up, as a sentence; "" while there is hope. */
  trouble = "";
  #python;
  #pose;
  #take;
  #moved;
  #stopped;
  /** @type {Question[]} */
  #queue = [];
  #asking = false;
  #lost = 0;

  /**
   * @param {import("./python.js").Python} python
   * @param {{pose: (event: ReaderEvent | null) => string, take: (event: ReaderEvent | null, reply: Reply) => void,
   *   moved: () => void, stopped: (event: ReaderEvent | null) => void}} widget  `pose` words the question from the widget's
   *   present state, `take` receives the answer, `moved` hears that there is more or less to ask, `stopped` that the reader
   *   called one off
   */
  constructor(python, { pose, take, moved, stopped }) {
    this.#python = python;
    this.#pose = pose;
    this.#take = take;
    this.#moved = moved;
    this.#stopped = stopped;
  }

  /** Whether a question of these is under way. */
  get asking() {
    return this.#asking;
  }

  get waiting() {
    return this.#queue.length > 0;
  }

  /** @param {ReaderEvent | null} event */
  add(event) {
    const last = this.#queue.at(-1)?.event;
    if (event?.kind === "input" && last?.kind === "input" && last.name === event.name) this.#queue.pop(); // the latest wins
    this.#queue.push({ event });
    this.tryAgain();
  }

  /** Forgets what was not answered yet. */
  drop() {
    this.#queue = [];
  }

  tryAgain() {
    this.trouble = "";
    this.#lost = 0;
    this.#moved();
  }

  /** Asks the next question, when there is one, none is under way and Python is ready. */
  async ask() {
    const question = this.#queue[0];
    if (this.#asking || this.trouble || this.#python.state !== "ready" || !question) return;
    this.#asking = true;
    try {
      this.#answered(question, JSON.parse(await this.#python.ask(this.#pose(question.event))));
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      if (error instanceof Stopped) this.#calledOff(question);
      else this.#again();
    } finally {
      this.#asking = false;
      this.#moved();
    }
  }

  #again() {
    this.#lost += 1;
    if (this.#lost > PATIENCE)
      this.trouble = `Python was restarted ${PATIENCE} times over this and still didn't answer. What you typed is kept.`;
  }

  /** @param {Question} question */
  #calledOff(question) {
    if (question === this.#queue[0]) this.#queue.shift();
    if (question.event === null) this.trouble = "This was stopped before Python had answered.";
    this.#stopped(question.event);
  }

  /**
   * @param {Question} question
   * @param {Reply} reply
   */
  #answered(question, reply) {
    if (question !== this.#queue[0]) return; // a newer text of the same field, or another state, has taken its place
    this.#queue.shift();
    this.#lost = 0;
    this.#take(question.event, reply);
  }
}
