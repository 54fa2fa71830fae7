/**
 * The build's F# compiler (compiler.mjs says what it is).
 *
 * Reads {"standalone": folder, "metadata": folder, "assemblies": [name, …], "files": [[path, text], …] in the compiler's
 * order, "asked": [[path, line, column], …]} from standard input; lines count from 1, and a column is the one right behind
 * a name, from 0. Prints {"version", "problems": [{path, line, column, text}], "modules": {path: text}, "told": [text, …]
 * as asked}. With problems there are no modules.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Compiler } from "./compiler.mjs";

/** @type {{standalone: string, metadata: string, assemblies: string[], files: [string, string][], asked: [string, number, number][]}} */
const task = JSON.parse(readFileSync(0, "utf8"));
await import(pathToFileURL(`${task.standalone}/dist/bundle.min.js`).href);
const compiler = new Compiler(
  task.assemblies,
  (name) => new Uint8Array(readFileSync(`${task.metadata}/lib/${name}.dll`)),
);
const checked = compiler.check(task.files);
const problems = [...checked.problems];
/** @type {Record<string, string>} */
const modules = {};
if (!problems.length)
  for (const [path] of task.files) {
    const made = await checked.module(path);
    modules[path.replace(/\.fs$/, ".js")] = made.text;
    problems.push(...made.problems);
  }
// A warning is a problem too: what teaches must leave none.
const refused = problems.map(({ path, line, column, text }) => ({ path, line, column, text }));
const told = refused.length ? [] : await Promise.all(task.asked.map((asked) => checked.told(...asked)));
console.log(
  JSON.stringify({ version: compiler.version, problems: refused, modules: refused.length ? {} : modules, told }),
);
