/**
 * What cannot wait for the page script: the chosen theme and language of listings, before anything is painted, and the
 * files of Python, where a widget stands in the first view and the reader neither saves data nor asked to be asked.
 *
 * The generator inlines this file into every page's head, behind its hash in the policy; `page.js` picks up
 * `window.jonnify`.
 */

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

const saving = /** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData === true;
if (site.early && location.protocol !== "file:" && kept("ask-first") === null && !saving) {
  for (const name of /** @type {const} */ (["runtime", "library"])) {
    const file = site.python.files[name];
    const response = fetch(site.root + file.path);
    response.catch(() => {}); // whoever takes it up reports the failure; unasked-for, it is no error of the page
    early[name] = response;
  }
}
