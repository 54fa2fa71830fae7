/**
 * The worker in which the F# compiler lives. It is sent the assemblies once, and then texts, one after the other; each
 * comes back as a program for a worker of its own, or as what is wrong with it.
 *
 * The build puts the compiler's bundle before this and calls `serve` with what it brings along (py/sitegen/editing.py).
 */

import { Compiler } from "../../../py/sitegen/compiler.mjs";
import { Script } from "./script.js";

/**
 * @typedef {object} Brought
 * @property {[string, number][]} assemblies  names and sizes, as they lie one behind the other
 * @property {[string, string][]} port  the files that a script may use
 * @property {string} runtime  the JavaScript that every program begins with: it leaves `fsharp`
 *
 * @typedef {import("../../../py/sitegen/compiler.mjs").Problem} Problem
 * @typedef {{problems: Problem[], program: string | undefined}} Outcome
 */

const FILE = "Edited.fs";

/** @param {Brought} brought */
export function serve({ assemblies, port, runtime }) {
  /** @type {Compiler} */
  let compiler;
  self.onmessage = async ({ data }) => {
    try {
      if (data.assemblies) {
        compiler = new Compiler(...unpacked(assemblies, data.assemblies));
        compiler.check([...port, [FILE, new Script("").source]]); // what is slow the first time is done before it is asked for
        self.postMessage({ ready: true });
      } else self.postMessage(await compiled(compiler, port, runtime, data.text));
    } catch (error) {
      self.postMessage({ trouble: String(error) });
    }
  };
  self.postMessage({ here: true });
}

/**
 * @param {[string, number][]} table
 * @param {ArrayBuffer} bytes
 * @returns {[string[], (name: string) => Uint8Array]}
 */
function unpacked(table, bytes) {
  let at = 0;
  const files = new Map(
    table.map(([name, size]) => {
      at += size;
      return [name, new Uint8Array(bytes, at - size, size)];
    }),
  );
  return [[...files.keys()], (name) => /** @type {Uint8Array} */ (files.get(name))];
}

/**
 * @param {Compiler} compiler
 * @param {[string, string][]} port
 * @param {string} runtime
 * @param {string} text
 * @returns {Promise<Outcome>}
 */
async function compiled(compiler, port, runtime, text) {
  const script = new Script(text);
  const checked = compiler.check([...port, [FILE, script.source]]);
  const problems = script.problems(checked.problems);
  if (problems.some(({ warning }) => !warning)) return { problems, program: undefined };
  const { text: module, problems: refused } = await checked.module(FILE);
  problems.push(...script.problems(refused));
  if (problems.some(({ warning }) => !warning)) return { problems, program: undefined };
  const answers = [];
  for (const { name, kind, line, column } of script.answers)
    answers.push(`[${JSON.stringify(typeOf(await checked.told(FILE, line, column)))}, ${name}, ${kind}]`);
  const body = `${asPlainScript(module)}\nreturn [${answers.join(", ")}];`;
  return { problems, program: `${runtime}\nfsharp.serve((from) => {\n${body}\n});\n` };
}

/**
 * A module as Fable writes it, whose imports become names taken from a table: so it runs in a worker without modules.
 *
 * @param {string} module
 */
function asPlainScript(module) {
  return module
    .replace(
      /^import \{ (.+?) \} from (".+?");$/gm,
      (_, names, from) => `const { ${names.replaceAll(" as ", ": ")} } = from(${from});`,
    )
    .replace(/^export (?=(?:async )?function|class|const|let)/gm, "");
}

/**
 * The type in the compiler's answer about a function of unit, spaced as one writes it.
 *
 * @param {string} told
 */
function typeOf(told) {
  const line = told.split("\n").find((line) => line.trim().startsWith("val ")) ?? "";
  return line
    .replace(/\s+/g, " ")
    .replace(/^ ?val \w+ ?: unit -> /, "")
    .replace(/ (?=: |,|\)|;)|(?<=\() | (?=<)|(?<=<) |(?<![-|] ?) (?=>)|(?<=\.) /g, "")
    .trim();
}
