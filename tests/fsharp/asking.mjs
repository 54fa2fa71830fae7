/**
 * Answers questions with the compiled F#. A line of standard input is [variant, [[function, [argument, …]], …]], a line
 * of standard output the list of answers: {"ok": value}, or {"error": message} where the function raised.
 *
 * Of the arguments, {"int64": "…"} is a number of 64 bits and {"bytes": […]} an array of bytes. Among the functions are
 * whole histories, of `Store`, `Jobs`, `Memory` and `Valkey`: their arguments are steps [verb, [argument, …]].
 */

import { createInterface } from "node:readline";

/**
 * @typedef {(...given: any[]) => any} Call
 * @typedef {Record<string, any>} Module  what a file of F# exports
 * @typedef {Record<string, Module>} Port  the files by name
 * @typedef {[verb: string, given: unknown[]]} Step
 * @typedef {{ok: unknown} | {error: string}} Outcome
 */

/** Modules that lie in the file of another. @type {Record<string, string>} */
const FILES = { Memory: "Jobs", Valkey: "Connector" };

/** @type {Record<string, (port: Port, steps: Step[]) => unknown>} */
const HISTORIES = {
  "Store.history": (port, steps) => threaded((verb) => exported(port, "Store", verb), port, steps),
  "Jobs.history": (port, steps) =>
    // Jobs has the verbs of the port; the others, which prepare and look, are Store's.
    threaded((verb) => exported(port, "Jobs", verb) ?? exported(port, "Store", verb), port, steps),
  "Memory.history": (port, steps) => behind(exported(port, "Memory", "create")?.(), steps),
  "Lanes.turns": (port, steps) => turns(port.Lanes ?? {}, steps),
  "Valkey.history": (port, steps) => behind(exported(port, "Valkey", "create")?.("email"), steps),
};

/**
 * Answers until the input ends, for each port by the name of its variant.
 *
 * @param {Record<string, Port>} ports
 */
export async function serve(ports) {
  for await (const line of createInterface({ input: process.stdin })) {
    const [variant, questions] = JSON.parse(line, (_, value) => revived(value));
    const port = ports[variant] ?? {};
    console.log(JSON.stringify(questions.map((/** @type {Step} */ [name, given]) => answer(port, name, given))));
  }
}

/** @param {Port} port @param {string} name @param {unknown[]} given @returns {Outcome} */
function answer(port, name, given) {
  const whole = HISTORIES[name];
  if (whole) return outcome(() => whole(port, /** @type {Step[]} */ (given)));
  const [module = "", member = ""] = name.split(".");
  return outcome(() => shown(exported(port, module, member)?.(...given)));
}

/**
 * A function as Fable exports it: under its own name where its module has the file to itself.
 *
 * @param {Port} port @param {string} module @param {string} member @returns {Call | undefined}
 */
function exported(port, module, member) {
  const file = port[FILES[module] ?? module];
  return file?.[`${module}_${member}`] ?? file?.[member];
}

/**
 * The state goes from step to step. All states are looked at when the last step is done: who changed an old one would
 * show it.
 *
 * @param {(verb: string) => Call | undefined} find @param {Port} port @param {Step[]} steps
 */
function threaded(find, port, steps) {
  let state = port.Store?.Store_empty;
  const past = steps.map(([verb, given]) => {
    const said = outcome(() => {
      // F#'s None is undefined here, and JSON has null for it.
      const done = find(verb)?.(...given.map((argument) => argument ?? undefined), state);
      // A verb that only looks answers without a state.
      const [next, word] = Array.isArray(done) ? done : [state, done];
      state = next;
      return shown(word);
    });
    return { said, counts: shown(port.Store?.Store_counts(state)), state };
  });
  return past.map(({ said, counts, state }) => [said, counts, shown(state)]);
}

/**
 * What was taken at each step of `add` and `take`, and the lanes after it.
 *
 * @param {Module} module @param {Step[]} steps
 */
function turns(module, steps) {
  let lanes = module.LanesModule_empty;
  return steps.map(([verb, given]) => {
    const done = module[`LanesModule_${verb}`](...given.map((argument) => argument ?? undefined), lanes);
    const [id, next] = verb === "take" ? (done ?? [null, lanes]) : [null, done];
    lanes = next;
    return [id, shown(lanes)];
  });
}

/**
 * What a store answers through the interface StorePort.
 *
 * @param {Record<string, Call>} store @param {Step[]} steps
 */
function behind(store, steps) {
  return steps.map(([verb, given]) => outcome(() => shown(store[capital(verb)]?.(...given))));
}

/** @param {() => unknown} call @returns {Outcome} */
function outcome(call) {
  try {
    return { ok: call() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * A value of F# as JSON: a number of 64 bits as text, a union's case by its name, a result with what it holds, records
 * by their fields, collections as lists.
 *
 * @param {any} value @returns {unknown}
 */
function shown(value) {
  if (value === undefined || value === null) return null;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object") return value;
  if (value.fields) return value.fields.length ? [value.name, shown(value.fields[0])] : String(value);
  if (Symbol.iterator in value) return Array.from(value, shown);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shown(field)]));
}

/** @param {any} value */
function revived(value) {
  if (typeof value?.int64 === "string") return BigInt(value.int64);
  return Array.isArray(value?.bytes) ? Uint8Array.from(value.bytes) : value;
}

/** @param {string} name */
function capital(name) {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
