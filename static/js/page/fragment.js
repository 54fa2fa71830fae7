/**
 * The one grammar of fragments: `#id` is a heading, `#~builder=queue:sms,id:job&order=…` is the state of widgets, each
 * named by its element's id and given by the fields in which it differs from its start.
 *
 * Texts stand percent-encoded, other values as percent-encoded JSON.
 */

import { leaving } from "./leaving.js";

/** A longer link is cut by mail programs and chats. In characters. */
export const LONGEST = 2_048;

/**
 * The address is written when nothing changed for so long, in ms: it takes longer to write than a letter to draw, and
 * browsers refuse it when it comes too often (Safari: 100 times in 30 s).
 */
const QUIET = 300;

/** @typedef {Record<string, unknown>} State  a widget's fields: JSON values */
/** @typedef {Map<string, Map<string, string>>} Written  element id -> field -> the value as written */

/**
 * @param {string} hash  "" or beginning with "#"
 * @returns {Written | undefined}  undefined where it is no state of widgets
 */
export function parse(hash) {
  if (!hash.startsWith("#~")) return undefined;
  /** @type {Written} */
  const written = new Map();
  for (const part of hash.slice(2).split("&")) {
    const [id, fields = ""] = part.split(/=(.*)/s);
    const pairs = fields
      .split(",")
      .filter(Boolean)
      .map((field) => field.split(/:(.*)/s));
    const readable = pairs.flatMap(([name = "", value = ""]) => {
      try {
        return [/** @type {const} */ ([decodeURIComponent(name), decodeURIComponent(value)])];
      } catch {
        return []; // a damaged escape: that field keeps its start
      }
    });
    if (id) written.set(id, new Map(readable));
  }
  return written;
}

/**
 * The state that a start becomes under what a link says; what the link says in the wrong type is left out.
 *
 * @param {State} start
 * @param {Map<string, string>} fields
 * @returns {State}
 */
export function restored(start, fields) {
  const state = { ...start };
  for (const [name, value] of fields) {
    if (typeof start[name] === "string") state[name] = value;
    else if (name in start) {
      try {
        const parsed = JSON.parse(value);
        if (typeof parsed === typeof start[name]) state[name] = parsed;
      } catch {
        // no JSON: the field keeps its start
      }
    }
  }
  return state;
}

/**
 * @param {string} id
 * @param {State} start
 * @param {State} state
 * @returns {string | undefined}  "" where nothing differs, undefined where no link can hold it (half a surrogate pair)
 */
export function written(id, start, state) {
  try {
    const fields = Object.entries(state)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(start[name]))
      .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)])
      .map((pair) => pair.map(encodeURIComponent).join(":"));
    return fields.length ? `${encodeURIComponent(id)}=${fields.join(",")}` : "";
  } catch {
    return undefined;
  }
}

/**
 * Keeps every widget's state in the address, and in the history entry where the address holds a heading instead. Fires
 * `change` when a state has become another: there may be more or less room for the others.
 */
export class Address extends EventTarget {
  /** @type {Map<string, string | undefined>} by element id, in the order of the page */
  #parts = new Map();
  /** @type {Set<string>} the same ids, the one that changed last at the end */
  #recent = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;

  constructor() {
    super();
    const left = leaving.take();
    const kept = left ?? history.state?.widgets;
    /** What the page was opened or reloaded with. */
    this.opened = left === null ? parse(location.hash) : undefined;
    if (typeof kept === "string") this.opened ??= parse(kept);
  }

  /** The ids whose parts fit into the address together: those that changed last go first. */
  get #held() {
    let room = LONGEST - "#~".length;
    const fitting = [...this.#recent].reverse().filter((id) => {
      const part = this.#parts.get(id);
      if (!part || part.length > room) return false;
      room -= part.length + "&".length;
      return true;
    });
    return new Set(fitting);
  }

  /** @returns {string} */
  get #hash() {
    const held = this.#held;
    const parts = [...this.#parts].filter(([id]) => held.has(id)).map(([, part]) => part);
    return parts.length ? `#~${parts.join("&")}` : "";
  }

  /**
   * @param {string} id
   * @param {string | undefined} part  as `written` made it
   */
  keep(id, part) {
    const same = this.#parts.has(id) && this.#parts.get(id) === part;
    this.#parts.set(id, part);
    if (same) return;
    this.#recent.delete(id);
    this.#recent.add(id);
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.#write(), QUIET);
    this.dispatchEvent(new Event("change"));
  }

  /**
   * A link to one widget's state: "" where it is at its start, undefined where no link can hold it. Whether the address,
   * which has the others to hold as well, has room for it.
   *
   * @param {string} id
   * @returns {{hash: string | undefined, held: boolean}}
   */
  link(id) {
    const part = this.#parts.get(id);
    const hash = part && `#~${part}`;
    return { hash: hash && hash.length > LONGEST ? undefined : hash, held: !part || this.#held.has(id) };
  }

  #write() {
    this.#soon = undefined;
    history.replaceState({ widgets: this.#hash }, "", this.#hash || location.pathname + location.search);
  }

  /** A page that is left or reloaded takes along what was not written yet. */
  #settle() {
    if (this.#soon !== undefined) {
      clearTimeout(this.#soon);
      this.#write();
    } else if (location.hash && !parse(location.hash)) history.replaceState({ widgets: this.#hash }, "");
    leaving.leave(this.#hash);
  }

  /**
   * Follows the reader: to a heading, where the widgets stay as they are; through history, to the state of all of them;
   * and by a link of this page to the state of those that it names, where the others stay.
   *
   * @param {(widgets: Written, others: "stay" | "start") => void} restore
   */
  follow(restore) {
    let clicked = false;
    addEventListener("click", ({ target }) => {
      const link = target instanceof Element && target.closest("a[href^='#~']");
      // A link to where the page is already leads nowhere, and no hashchange follows.
      clicked = link instanceof HTMLAnchorElement && link.hash !== location.hash;
    });
    addEventListener("pagehide", () => this.#settle());
    addEventListener("hashchange", () => {
      clearTimeout(this.#soon); // what was to be written belongs to the entry that was left
      this.#soon = undefined;
      const widgets = parse(location.hash);
      if (widgets) restore(widgets, clicked ? "stay" : "start");
      else if (location.hash) history.replaceState({ widgets: this.#hash }, "");
      else restore(new Map(), "start");
      if (clicked) this.#write(); // the new entry holds all of them, as the others do
      clicked = false;
    });
  }
}
