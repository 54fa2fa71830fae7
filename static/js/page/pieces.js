/**
 * Takes HTML apart into its elements and texts, as text: a view and the one after it can be compared without a document.
 *
 * It reads what `widgets.seam.html` writes, and no other HTML: every element is closed but the void ones, and no value of
 * an attribute holds an angle bracket.
 */

/**
 * An element or a text.
 *
 * @typedef {object} Piece
 * @property {string} name  the element's; "" of a text
 * @property {string} text  all of it
 * @property {string} open  its opening tag; "" where it is a text
 * @property {Piece[]} inner  what it holds
 */

/** Elements that hold nothing, and are not closed. */
const VOID = new Set(["input", "wbr"]);

const ATTRIBUTE = / ([^ =>]+)(?:="([^"]*)")?/g;

/** @param {Piece} element @returns {Map<string, string>}  by name; still as HTML, "" where only the name is written */
export function attributesOf(element) {
  return new Map(Array.from(element.open.matchAll(ATTRIBUTE), ([, name = "", value = ""]) => [name, value]));
}

/** @param {string} html @returns {Piece[]} */
export function pieces(html) {
  /** @type {Piece[]} */
  const all = [];
  /** The elements around the place that is read. @type {{element: Piece, from: number}[]} */
  const around = [];
  let inner = all;
  let at = 0;
  while (at < html.length) {
    if (html[at] !== "<") {
      const end = html.indexOf("<", at);
      const text = html.slice(at, end < 0 ? html.length : end);
      inner.push({ name: "", text, open: "", inner: [] });
      at += text.length;
      continue;
    }
    const end = html.indexOf(">", at) + 1;
    if (html[at + 1] === "/") {
      const closed = around.pop();
      if (closed) closed.element.text = html.slice(closed.from, end);
      inner = around.at(-1)?.element.inner ?? all;
    } else {
      const open = html.slice(at, end);
      const element = { name: open.slice(1, open.search(/[ >]/)), text: open, open, inner: [] };
      inner.push(element);
      if (!VOID.has(element.name)) {
        around.push({ element, from: at });
        inner = element.inner;
      }
    }
    at = end;
  }
  return all;
}
