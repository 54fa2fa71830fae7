/** Makes a view into another one in place, so that focus, selection and scrolling stay. */

import { Idiomorph } from "idiomorph";

/** What is alike isn't gone through; and what a reader has unfolded stays so: no view says whether its details are open. */
const callbacks = {
  /** @param {Node} old @param {Node} fresh */
  beforeNodeMorphed: (old, fresh) => !old.isEqualNode(fresh),
  /** @param {string} name @param {Element} element */
  beforeAttributeUpdated: (name, element) => name !== "open" || element.localName !== "details",
};

/** @param {HTMLElement} view @param {string} html  what it is to hold */
export function morph(view, html) {
  // A text would be parsed as a document, which costs more than the parts that differ.
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  Idiomorph.morph(view, [...fresh.content.childNodes], { morphStyle: "innerHTML", ignoreActiveValue: true, callbacks });
}
