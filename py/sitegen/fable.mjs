/**
 * The F# compiler: Fable's standalone edition, which is JavaScript itself. It checks a project's types, writes each file
 * as a JavaScript module, and tells the types of names.
 *
 * Reads {"standalone": folder, "metadata": folder, "files": [[path, text], …] in the compiler's order, "asked": [[path,
 * line, column], …]} from standard input; lines count from 1, and a column is the one right behind a name, from 0. Prints
 * {"version", "problems": [{path, line, column, text}], "modules": {path: text}, "told": [text, …] as asked}. With
 * problems there are no modules. Imports of the library that Fable's code stands on begin with "fable-library/".
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** What the port and its listings refer to; each is a file of the metadata. */
const ASSEMBLIES = [
  "FSharp.Core",
  "mscorlib",
  "netstandard",
  "System.Collections",
  "System.Net.Requests",
  "System.Net.WebClient",
  "System.Runtime",
  "System.Runtime.Numerics",
];
const PROJECT = "EchoMQ.fsproj";

/**
 * @typedef {{FileName: string, StartLine: number, StartColumn: number, Message: string}} Diagnostic
 * @typedef {{onSuccess: (value?: unknown) => void, onError: (error: unknown) => void, onCancel: (error: unknown) => void,
 *   cancelToken: object, trampoline: object}} Context
 * @typedef {(context: Context) => void} Async  F#'s Async<'T>, as Fable writes it
 * @typedef {object} Manager  what the compiler can do for us
 * @property {string} Version
 * @property {(assemblies: string[], read: (name: string) => Uint8Array, options: string[]) => object} CreateChecker
 * @property {(checker: object, project: string, paths: string[], texts: string[], options: string[]) => object} ParseAndCheckProject
 * @property {(checker: object, path: string, project: string, paths: string[], texts: string[], options: string[]) => object} ParseAndCheckFileInProject
 * @property {(checked: object) => Diagnostic[]} GetErrors
 * @property {(file: object, line: number, column: number, text: string) => Promise<Iterable<string>>} GetToolTipText
 * @property {(library: string, checked: object, path: string, types: undefined, language: string) => {FableErrors: Diagnostic[]}} CompileToTargetAst
 * @property {(tree: object, writer: object) => Async} PrintTargetAst
 */

/** @type {{standalone: string, metadata: string, files: [string, string][], asked: [string, number, number][]}} */
const task = JSON.parse(readFileSync(0, "utf8"));
await import(pathToFileURL(`${task.standalone}/dist/bundle.min.js`).href);
/** @type {Manager} */
const manager = Reflect.get(globalThis, "__FABLE_STANDALONE__").init();
const checker = manager.CreateChecker(
  ASSEMBLIES,
  (name) => new Uint8Array(readFileSync(`${task.metadata}/lib/${name.endsWith(".dll") ? name : `${name}.dll`}`)),
  ["--define:FABLE_COMPILER"],
);
const paths = task.files.map(([path]) => path);
const texts = task.files.map(([, text]) => text);

const checked = manager.ParseAndCheckProject(checker, PROJECT, paths, texts, []);
const problems = manager.GetErrors(checked).map(problem);
/** @type {Record<string, string>} */
const modules = {};
if (!problems.length)
  for (const path of paths) {
    const { text, refused } = await emitted(path);
    modules[path.replace(/\.fs$/, ".js")] = text;
    problems.push(...refused);
  }
/** Names are asked about by file, each checked once more for that. @type {Map<string, object>} */
const files = new Map();
const told = problems.length ? [] : await Promise.all(task.asked.map(tell));
console.log(JSON.stringify({ version: manager.Version, problems, modules: problems.length ? {} : modules, told }));

/** A warning is a problem too: what teaches must leave none. @param {Diagnostic} found */
function problem({ FileName, StartLine, StartColumn, Message }) {
  const text = mended(Message.replace(/\s+/g, " ").trim());
  return { path: FileName, line: StartLine, column: StartColumn + 1, text };
}

/**
 * This edition fills its sentences in from left to right, some of which name the second thing first; one it has lost.
 *
 * @param {string} message
 */
function mended(message) {
  if (message.startsWith("internal error:"))
    return "The compiler warns of this and has no words for it; most often a match leaves a case out.";
  return message.replace(
    /^(This expression was expected to have type) '(.*?)' (but here has type) '(.*?)'/,
    "$1 '$4' $3 '$2'",
  );
}

/** @param {string} path */
async function emitted(path) {
  const tree = manager.CompileToTargetAst("fable-library", checked, path, undefined, "javascript");
  let text = "";
  await settled(
    manager.PrintTargetAst(tree, {
      Write: (/** @type {string} */ piece) => (/** @type {Context} */ context) => {
        text += piece;
        context.onSuccess();
      },
      MakeImportPath: (/** @type {string} */ from) => relative(from).replace(/\.fs$/, ".js"),
      AddSourceMapping() {},
      Dispose() {},
    }),
  );
  return { text, refused: tree.FableErrors.map(problem) };
}

/** From a file at the top to one below it the compiler writes the bare path. @param {string} path */
function relative(path) {
  return /^(\.|fable-library\/)/.test(path) ? path : `./${path}`;
}

/** @param {[string, number, number]} asked */
async function tell([path, line, column]) {
  let file = files.get(path);
  if (!file) {
    file = manager.ParseAndCheckFileInProject(checker, path, PROJECT, paths, texts, []);
    files.set(path, file);
  }
  const lines = (texts[paths.indexOf(path)] ?? "").split("\n");
  return [...(await manager.GetToolTipText(file, line, column, lines[line - 1] ?? ""))].join("\n");
}

/** @param {Async} computation */
function settled(computation) {
  return new Promise((resolve, reject) => {
    computation({
      onSuccess: resolve,
      onError: reject,
      onCancel: reject,
      cancelToken: { isCancelled: false, addListener() {}, removeListener() {} },
      trampoline: {
        completed: false,
        incrementAndCheck: () => false,
        hijack: (/** @type {() => void} */ next) => setTimeout(next, 0),
      },
    });
  });
}
