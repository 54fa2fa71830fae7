/**
 * The worker that runs scripts of F#, compiled when the site was built: one answer after the other, each compared with
 * what the page says of it.
 *
 * The build bundles `serve` with the scripts themselves (py/sitegen/scripted.py).
 */

/**
 * @typedef {object} Check  one answer of a script
 * @property {string} text  as F# Interactive prints it, and as the page shows it
 * @property {() => boolean} [same]  whether it is what the script gives here and now; not there where it is a type alone
 * @property {() => string} [shown]  what the script gives, where it isn't
 * @property {string} [words]  of the exception
 * @property {() => string} [raised]  the words of the exception that the script raises here and now
 */

/** @param {Record<string, Check[]>} scripts  by name */
export function serve(scripts) {
  self.onmessage = ({ data }) => {
    for (const check of scripts[data.run] ?? []) self.postMessage({ line: answer(check) });
    self.postMessage({ done: true });
  };
}

/** @param {Check} check */
function answer({ text, same, shown, words, raised }) {
  try {
    if (raised) return raised() === words ? text : `not so: it raises ${raised()}`;
    return !same || same() ? text : `not so: it is ${shown?.()}`;
  } catch (error) {
    return `System.Exception: ${error instanceof Error ? error.message : error}`;
  }
}
