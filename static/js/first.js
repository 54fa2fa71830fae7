/**
 * What cannot wait for the page script: the chosen theme and language of listings, before anything is painted; the fonts,
 * before a style sheet that speaks of them is here; and the worker, which brings what Python starts from, where a widget
 * stands in the first view and the reader neither saves data nor asked to be asked.
 *
 * The generator inlines this file into every page's head, behind its hash in the policy; `page.js` picks up
 * `window.jonnify`.
 */

import { employed } from "./page/employ.js";
import { saving } from "./page/saving.js";
import { choices } from "./page/storage.js";

/** @type {import("./page/site.js").Site} */
const site = JSON.parse(document.getElementById("site")?.textContent ?? "{}");

const theme = choices.get("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
const language = choices.get("language");
if (language === "fs" || language === "py") document.documentElement.dataset.language = language;

// Text whose fonts are here when it is laid out isn't laid out again. From a folder nothing can be asked for ahead of its use.
for (const path of location.protocol === "file:" ? [] : site.fonts) {
  const font = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", href: site.root + path };
  document.head.append(Object.assign(document.createElement("link"), font));
}

/** @type {import("./page/site.js").Early} */
const early = {};
window.jonnify = { early };

if (site.early && location.protocol !== "file:" && choices.get("ask-first") === null && !saving()) {
  try {
    const worker = employed(site);
    const said = /** @type {any[]} */ ([]);
    Object.assign(early, { worker, said });
    worker.onmessage = ({ data }) => said.push(data);
    worker.onerror = (event) => {
      event.preventDefault();
      delete early.worker; // the page's script starts another, and tells the reader what is wrong with that
    };
  } catch {
    // as above, where WebKit throws
  }
}
