/** What a page fetches when a script is first edited: the editor, and the way to the compiler. */

import { Compiler } from "./page/compiler.js";
import { Editor } from "./page/editor.js";

/** @type {Compiler | undefined} */
let compiler;

/** @type {import("./page/editing.js").Open} */
const open = (site, line) => {
  compiler ??= new Compiler(site);
  return new Editor(compiler, line);
};
window.jonnify.embedded?.fsharp_editor?.(open);
