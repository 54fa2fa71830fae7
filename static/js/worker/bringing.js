/** Begins to bring what the page asks for in this worker's name, before it hears from the page. */

import { begin } from "../page/begin.js";

/** What will have come, where anything was asked for: a worker that takes another's place is given the files instead. */
export const coming = self.name ? soon(JSON.parse(self.name)) : undefined;

/**
 * Once the whole script has run, which takes some milliseconds: a debugger that notes where requests come from would read all
 * that is on the stack anew, the runtime's megabyte among it.
 *
 * @param {import("../page/site.js").Asked} asked
 */
async function soon(asked) {
  await undefined;
  return begin(asked, (...noted) => self.postMessage({ noted }));
}
