/** A program in a worker of its own: what it says, line by line, to its end or until it has been silent too long. */

import { StartFailure } from "./arrivals.js";

/** A script that takes longer than this, in ms, never ends. */
const PATIENCE = 3_000;

/** Why something didn't run, as a sentence. @param {unknown} error */
export const words = (error) => (error instanceof StartFailure ? error.message : `It couldn't be run (${error}).`);

/**
 * @param {Worker} worker
 * @param {string} name  of the script, where the worker knows several
 * @param {(text: string) => void} say
 * @returns {Promise<void>}
 */
export function answered(worker, name, say) {
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
      worker.terminate();
      reject(new StartFailure(event.message || "The worker that runs F# could not be started."));
    };
    worker.postMessage({ run: name });
  });
}
