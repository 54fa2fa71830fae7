/** Starts a worker that brings what Python starts from. */

import { saving } from "./saving.js";
import { choices } from "./storage.js";

/** @typedef {import("./site.js").Site} Site */
/** @typedef {import("./site.js").Start} Start */

/** Under this name storage says which snapshot was kept: a worker must know before it opens the cache. */
const KEPT = "python-kept";

/** The site's root as a whole address. @param {Site} site */
export const rootOf = (site) => new URL(site.root || ".", location.href).href;

/** What a measurement or a test wants Python to start from. @returns {Start | undefined} */
export function forced() {
  const start = choices.get("python-start");
  return start === "snapshot" || start === "trimmed" ? start : undefined;
}

/** @param {Site} site */
export const noteKept = (site) => choices.set(KEPT, site.python.files.snapshot.path);

/**
 * Over http. WebKit throws where others fire an error event.
 *
 * @param {Site} site
 * @param {{start?: Start, instead?: string}} [plan]  where it is no choice
 */
export function employed(site, plan = {}) {
  const { runtime, library, snapshot, worker } = site.python.files;
  /** @type {import("./site.js").Asked} */
  const asked = {
    root: rootOf(site),
    python: { files: { runtime, library, snapshot } },
    kept: choices.get(KEPT) === snapshot.path,
    saving: saving(),
    start: forced(),
    ...plan,
  };
  return new Worker(site.root + worker.path, { name: JSON.stringify(asked) });
}
