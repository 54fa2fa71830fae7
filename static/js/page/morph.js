/**
 * Makes a view into another one in place, so that focus, selection and scrolling stay.
 *
 * After every key Python says the whole view, and most of it as before. What reads as before is left alone; where an
 * element reads otherwise but holds the same kinds of things, they are gone through one by one, so that a letter more
 * is a text that changes, and nothing is parsed. Whatever else there may be to it, Idiomorph does.
 */

import { Idiomorph } from "idiomorph";
import { isTyped } from "./fields.js";
import { attributesOf, pieces } from "./pieces.js";

/** @typedef {import("./pieces.js").Piece} Piece */

/** What each view was made of last. @type {WeakMap<Element, Piece[]>} */
const made = new WeakMap();

/** Fields hold more than their HTML says, once a reader has touched them. */
const FIELDS = new Set(["input", "select", "textarea"]);

/** What is alike isn't gone through; and what a reader has unfolded stays so: no view says whether its details are open. */
const callbacks = {
  /** @param {Node} old @param {Node} fresh */
  beforeNodeMorphed: (old, fresh) => !old.isEqualNode(fresh),
  /** @param {string} name @param {Element} element */
  beforeAttributeUpdated: (name, element) => name !== "open" || element.localName !== "details",
};

/** @param {HTMLElement} view @param {string} html  what it is to hold, as `widgets.seam.html` writes it */
export function morph(view, html) {
  const now = pieces(html);
  const before = made.get(view);
  made.set(view, now);
  // A parser reads NUL one way in a text and another way in a value.
  if (before && !html.includes("\0") && alike(view, before, now)) renew(view, before, now);
  else idiomorph(view, parsed(view, html), "innerHTML");
}

/**
 * Whether an element is to hold the same kinds of things as before, and the page has them as they were written: a parser
 * may have read them otherwise, and a translator put its own in their place.
 *
 * @param {Element} element
 * @param {Piece[]} before
 * @param {Piece[]} now
 */
function alike(element, before, now) {
  if (before.length !== now.length || before.length !== element.childNodes.length) return false;
  let node = element.firstChild;
  return now.every(({ name }, at) => {
    const here = node instanceof Element ? node.localName : "";
    node = node?.nextSibling ?? null;
    return name === before[at]?.name && name === here;
  });
}

/**
 * @param {Element} element
 * @param {Piece[]} before  what it holds
 * @param {Piece[]} now  what it is to hold, alike
 */
function renew(element, before, now) {
  let next = element.firstChild;
  now.forEach((piece, at) => {
    const node = /** @type {ChildNode} */ (next);
    const was = /** @type {Piece} */ (before[at]);
    next = node.nextSibling;
    if (piece.text === was.text) return;
    if (!(node instanceof Element)) node.nodeValue = piece.text.includes("&") ? plain(piece.text) : piece.text;
    else if ((FIELDS.has(piece.name) && !isTyped(node)) || !alike(node, was.inner, piece.inner))
      idiomorph(node, parsed(element, piece.text), "outerHTML");
    else {
      if (piece.open !== was.open) rename(node, attributesOf(was), attributesOf(piece));
      renew(node, was.inner, piece.inner);
    }
  });
}

/**
 * @param {Element} element
 * @param {Map<string, string>} before  its attributes, as HTML
 * @param {Map<string, string>} now
 */
function rename(element, before, now) {
  for (const [name, value] of now) {
    if (value === before.get(name) || (name === "value" && isTyped(element))) continue;
    element.setAttribute(name, value.includes("&") ? plain(value) : value);
  }
  for (const name of before.keys()) if (!now.has(name)) element.removeAttribute(name);
}

/** @param {Element} element @param {Node[]} fresh @param {"innerHTML" | "outerHTML"} morphStyle */
function idiomorph(element, fresh, morphStyle) {
  Idiomorph.morph(element, fresh, { morphStyle, ignoreActiveValue: true, callbacks });
}

/** What HTML is inside an element: the parts of a picture are none outside of one. @param {Element} element @param {string} html */
function parsed(element, html) {
  const place = /** @type {Element} */ (element.cloneNode(false));
  place.innerHTML = html;
  return [...place.childNodes];
}

/** The text that HTML without any elements stands for. @param {string} html */
function plain(html) {
  const place = document.createElement("template");
  place.innerHTML = html;
  return place.content.textContent ?? "";
}
