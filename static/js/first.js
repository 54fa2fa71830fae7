/**
 * What cannot wait for the page script: the chosen theme and language of listings, before anything is painted, and what
 * Python starts from, its worker and its files, where a widget stands in the first view and the reader neither saves data nor
 * asked to be asked.
 *
 * The generator inlines this file into every page's head, behind its hash in the policy; `page.js` picks up
 * `window.jonnify`.
 */

import { begin } from "./page/begin.js";
import { saving } from "./page/saving.js";

/** @type {import("./page/site.js").Site} */
const site = JSON.parse(document.getElementById("site")?.textContent ?? "{}");

/** @param {string} key */
function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage may be denied; the page does without
  }
}

const theme = kept("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
const language = kept("language");
if (language === "fs" || language === "py") document.documentElement.dataset.language = language;

/** @type {import("./page/site.js").Early} */
const early = {};
window.jonnify = { early };

if (site.early && location.protocol !== "file:" && kept("ask-first") === null && !saving()) {
  const noted = new Map();
  early.noted = noted;
  early.files = begin(site, false, (...note) => {
    noted.set(note[0], note);
    early.heard?.(...note);
  });
  try {
    const worker = new Worker(site.root + site.python.files.worker.path);
    early.worker = worker;
    worker.onmessage = () => noted.set("worker", ["worker", 1]);
    worker.onerror = (event) => {
      event.preventDefault();
      delete early.worker; // the page's script starts another, and tells the reader what is wrong with that
    };
  } catch {
    // as above, where WebKit throws
  }
}
