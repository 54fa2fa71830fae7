/** Scripts of F#: a button runs one in a worker of its own, and what it answers stands below it, as it comes. */

import { StartFailure } from "./arrivals.js";
import { workerAddress } from "./files.js";

/** @typedef {import("./site.js").Site} Site */

/** A script that takes longer than this, in ms, never ends. */
const PATIENCE = 3_000;

/** @param {Site} site */
export function scriptButtons(site) {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-run]"))) {
    const line = /** @type {HTMLElement} */ (button.parentElement);
    line.hidden = false;
    button.addEventListener("click", () => run(site, button, /** @type {HTMLOutputElement} */ (line.lastElementChild)));
  }
}

/** @type {Promise<string> | undefined} */
let address;

/**
 * @param {Site} site
 * @param {HTMLButtonElement} button
 * @param {HTMLOutputElement} output
 */
async function run(site, button, output) {
  const { worker: file, workerEmbed } = site.fsharp;
  if (!file || !workerEmbed || button.disabled) return;
  button.disabled = true;
  output.replaceChildren();
  try {
    address ??= workerAddress(site, "scripts", { worker: file, workerEmbed });
    await answered(new Worker(await address), button.dataset.run ?? "", (text) => write(output, text));
  } catch (error) {
    address = undefined;
    write(output, error instanceof StartFailure ? error.message : `It couldn't be run (${error}).`);
  }
  button.disabled = false;
}

/**
 * Runs a script to its end, or until it has been silent too long.
 *
 * @param {Worker} worker
 * @param {string} name
 * @param {(text: string) => void} say
 * @returns {Promise<void>}
 */
function answered(worker, name, say) {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(watch);
      worker.terminate();
      resolve();
    };
    const watch = setTimeout(() => {
      say(`Stopped: it was not done after ${PATIENCE / 1_000} seconds.`);
      end();
    }, PATIENCE);
    worker.onmessage = ({ data }) => (data.done ? end() : say(data.line));
    worker.onerror = (event) => {
      event.preventDefault();
      clearTimeout(watch);
      reject(new StartFailure(event.message || "The worker that runs F# could not be started."));
    };
    worker.postMessage({ run: name });
  });
}

/** @param {HTMLElement} output @param {string} text */
function write(output, text) {
  const line = document.createElement("samp");
  line.textContent = text;
  output.append(line);
}
