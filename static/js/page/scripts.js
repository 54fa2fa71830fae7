/** Scripts of F#: a button runs one in a worker of its own, and what it answers stands below it, as it comes. */

import { editing } from "./editing.js";
import { workerAddress } from "./files.js";
import { answered, words } from "./running.js";

/** @typedef {import("./site.js").Site} Site */

/** @param {Site} site */
export function scriptButtons(site) {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-run]"))) {
    const line = /** @type {HTMLElement} */ (button.parentElement);
    const output = /** @type {HTMLOutputElement} */ (line.lastElementChild);
    const script = editing(site, line);
    line.hidden = false;
    button.addEventListener("click", () => run(site, button, output, script.editor));
  }
}

/** @type {Promise<string> | undefined} */
let address;

/**
 * Runs what stands there: the script as the build compiled it, or as the reader has edited it.
 *
 * @param {Site} site
 * @param {HTMLButtonElement} button
 * @param {HTMLOutputElement} output
 * @param {import("./editor.js").Editor} [editor]
 */
async function run(site, button, output, editor) {
  const { worker: file, workerEmbed } = site.fsharp;
  if (!file || !workerEmbed || button.disabled) return;
  const say = (/** @type {string} */ text) => write(output, text);
  const focused = document.activeElement === button;
  button.disabled = true;
  output.replaceChildren();
  try {
    if (editor?.open) await editor.run(say);
    else {
      address ??= workerAddress(site, "fsharp_worker", { worker: file, workerEmbed });
      await answered(new Worker(await address), button.dataset.run ?? "", say);
    }
  } catch (error) {
    address = undefined;
    say(words(error));
  }
  button.disabled = false;
  if (focused && [null, button, document.body].includes(/** @type {HTMLElement} */ (document.activeElement)))
    button.focus();
}

/** @param {HTMLElement} output @param {string} text */
function write(output, text) {
  const line = document.createElement("samp");
  line.textContent = text;
  output.append(line);
}
