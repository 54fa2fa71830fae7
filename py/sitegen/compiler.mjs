/**
 * The F# compiler: Fable's standalone edition, which is JavaScript itself. It checks a project's types, writes each file
 * as a JavaScript module, and tells the types of names. The build uses it from Node, and a page in a worker.
 *
 * The bundle has run before this is used. Lines and columns count from 1. Imports of the library that Fable's code stands
 * on begin with "fable-library/", those of other files with "./".
 */

const PROJECT = "EchoMQ.fsproj";

/**
 * @typedef {object} Problem  of a file, from a place up to another
 * @property {string} path
 * @property {number} line
 * @property {number} column
 * @property {number} endLine
 * @property {number} endColumn
 * @property {string} text
 * @property {boolean} warning
 *
 * @typedef {{FileName: string, StartLine: number, StartColumn: number, EndLine: number, EndColumn: number, Message: string,
 *   IsWarning: boolean}} Diagnostic
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

export class Compiler {
  /** @type {Manager} */
  #manager = Reflect.get(globalThis, "__FABLE_STANDALONE__").init();
  #checker;

  /**
   * @param {string[]} assemblies  what a program can refer to
   * @param {(name: string) => Uint8Array} read  gives an assembly's bytes
   */
  constructor(assemblies, read) {
    const named = (/** @type {string} */ file) => read(file.replace(/\.dll$/, ""));
    this.#checker = this.#manager.CreateChecker(assemblies, named, ["--define:FABLE_COMPILER"]);
  }

  get version() {
    return this.#manager.Version;
  }

  /** @param {[string, string][]} files  paths and texts, each file after those that it uses */
  check(files) {
    return new Checked(this.#manager, this.#checker, files);
  }
}

/** A project whose types were checked. */
class Checked {
  #manager;
  #checker;
  #paths;
  #texts;
  #results;
  /** Names are asked about by file, each checked once more for that. @type {Map<string, object>} */
  #files = new Map();

  /**
   * @param {Manager} manager
   * @param {object} checker
   * @param {[string, string][]} files
   */
  constructor(manager, checker, files) {
    this.#manager = manager;
    this.#checker = checker;
    this.#paths = files.map(([path]) => path);
    this.#texts = files.map(([, text]) => text);
    this.#results = manager.ParseAndCheckProject(checker, PROJECT, this.#paths, this.#texts, []);
    this.problems = manager.GetErrors(this.#results).map(problem);
  }

  /** A file as JavaScript, and what this edition can't translate. @param {string} path */
  async module(path) {
    const tree = this.#manager.CompileToTargetAst("fable-library", this.#results, path, undefined, "javascript");
    let text = "";
    await settled(
      this.#manager.PrintTargetAst(tree, {
        Write: (/** @type {string} */ piece) => (/** @type {Context} */ context) => {
          text += piece;
          context.onSuccess();
        },
        MakeImportPath: (/** @type {string} */ from) => relative(from).replace(/\.fs$/, ".js"),
        AddSourceMapping() {},
        Dispose() {},
      }),
    );
    return { text, problems: tree.FableErrors.map(problem) };
  }

  /**
   * What the compiler says of a name.
   *
   * @param {string} path
   * @param {number} line
   * @param {number} column  right behind the name, counted from 0
   */
  async told(path, line, column) {
    let file = this.#files.get(path);
    if (!file) {
      file = this.#manager.ParseAndCheckFileInProject(this.#checker, path, PROJECT, this.#paths, this.#texts, []);
      this.#files.set(path, file);
    }
    const lines = (this.#texts[this.#paths.indexOf(path)] ?? "").split("\n");
    return [...(await this.#manager.GetToolTipText(file, line, column, lines[line - 1] ?? ""))].join("\n");
  }
}

/** @param {Diagnostic} found @returns {Problem} */
function problem({ FileName, StartLine, StartColumn, EndLine, EndColumn, Message, IsWarning }) {
  return {
    path: FileName,
    line: StartLine,
    column: StartColumn + 1,
    endLine: EndLine,
    endColumn: EndColumn + 1,
    text: mended(Message.replace(/\s+/g, " ").trim(), IsWarning),
    warning: IsWarning,
  };
}

/**
 * This edition fills its sentences in from left to right, some of which name the second thing first; one it has lost.
 *
 * @param {string} message
 * @param {boolean} warning
 */
function mended(message, warning) {
  if (message.startsWith("internal error:"))
    return warning
      ? "The compiler warns of this and has no words for it; most often a match leaves a case out."
      : "The compiler refuses this and has no words for it; most often something here is unfinished.";
  return message.replace(
    /^(This expression was expected to have type) '(.*?)' (but here has type) '(.*?)'/,
    "$1 '$4' $3 '$2'",
  );
}

/** From a file at the top to one below it the compiler writes the bare path. @param {string} path */
function relative(path) {
  return /^(\.|fable-library\/)/.test(path) ? path : `./${path}`;
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
