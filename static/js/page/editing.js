/** The way to a script's editor: a button that says its size, and brings it when it is first pressed. */

import { carried } from "./files.js";
import { words } from "./running.js";
import { megabytes } from "./status.js";

/** @typedef {import("./site.js").Site} Site */
/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {(site: Site, line: HTMLElement) => Editor} Open  opens the script above a line of buttons */

/** @type {Promise<Open> | undefined} */
let brought;

/**
 * @param {Site} site
 * @param {HTMLElement} line  with the buttons, below the code
 * @returns {{editor?: Editor}} has the editor from the first press on
 */
export function editing(site, line) {
  const edit = /** @type {HTMLButtonElement} */ (line.querySelector("[data-edit]"));
  const output = /** @type {HTMLOutputElement} */ (line.lastElementChild);
  const { editor, compiler, assemblies } = site.fsharp;
  /** @type {{editor?: Editor}} */
  const script = {};
  if (!editor || !compiler || !assemblies) return script;
  edit.hidden = false;
  edit.textContent = `Edit it (${megabytes(editor.gzip + compiler.gzip + assemblies.gzip)} MB)`;
  edit.addEventListener("click", async () => {
    if (script.editor) return; // which listens itself
    try {
      brought ??= carried(site, "fsharp_editor", editor);
      const open = await brought;
      script.editor ??= open(site, line);
    } catch (error) {
      brought = undefined;
      output.textContent = words(error);
    }
  });
  return script;
}
