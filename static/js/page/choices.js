/** What the reader chose once for all pages: the theme, the language of listings, whether Python may start by itself. */

import { saving } from "./saving.js";
import { choices } from "./storage.js";

export function themeControl() {
  const root = document.documentElement;
  for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=theme]"))) {
    radio.checked = radio.value === (root.dataset.theme ?? "auto");
    radio.addEventListener("change", () => {
      const chosen = radio.value === "auto" ? null : radio.value;
      choices.set("theme", chosen);
      if (chosen) root.dataset.theme = chosen;
      else delete root.dataset.theme;
    });
  }
}

/**
 * A language chosen at one listing is chosen for all of them, on this page and on those to come. Where nothing was, each
 * listing shows what the generator put first, F#.
 */
export function languageControl() {
  const root = document.documentElement;
  const radios = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-languages] input"));
  const show = () => {
    const chosen = choices.get("language") ?? root.dataset.language;
    if (chosen !== "fs" && chosen !== "py") return;
    root.dataset.language = chosen;
    for (const radio of radios) radio.checked = radio.value === chosen;
  };
  for (const radio of radios) {
    radio.addEventListener("change", () => {
      const top = radio.getBoundingClientRect().top;
      choices.set("language", radio.value);
      root.dataset.language = radio.value;
      show();
      // The listings above are as long as the other language is: the one at hand stays where it was pressed.
      scrollBy({ top: radio.getBoundingClientRect().top - top, behavior: "instant" });
    });
  }
  show();
  // Coming back from the history, a page has missed what was chosen meanwhile; after a reload, browsers fill radios in.
  addEventListener("pageshow", show);
}

/** Whether Python may start without being asked for: the reader neither said no nor saves data. */
export function mayStart() {
  return choices.get("ask-first") === null && !saving();
}

/** @param {() => void} changed */
export function askFirstControl(changed) {
  const box = document.querySelector("input[data-ask-first]");
  if (!(box instanceof HTMLInputElement)) return;
  box.checked = choices.get("ask-first") !== null;
  const label = box.closest("[hidden]");
  if (label instanceof HTMLElement) label.hidden = false;
  box.addEventListener("change", () => {
    choices.set("ask-first", box.checked ? "yes" : null);
    changed();
  });
}
