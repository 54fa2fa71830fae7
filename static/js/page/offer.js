/** The line under a figure that offers a server: how large it is, how much of it has come, how much it holds, and a button. */

import { FROM_FOLDER } from "./files.js";
import { megabytes, set } from "./status.js";

/** @typedef {import("./apart.js").Apart} Apart */

/**
 * Shows in `place` how a server is, and lets the reader bring it and let it go.
 *
 * @param {HTMLElement} place  holds a button, a text and a bar
 * @param {Apart} server
 * @param {() => void} changed  hears that it is here now, or no longer
 * @param {AbortSignal} signal  ends it
 */
export function offer(place, server, changed, signal) {
  const button = /** @type {HTMLButtonElement} */ (place.querySelector("button"));
  const text = /** @type {HTMLElement} */ (place.querySelector("span"));
  const bar = /** @type {HTMLProgressElement} */ (place.querySelector("progress"));
  let wasHere = server.state === "here";
  const show = () => {
    const { state, trouble, progress } = server;
    const { title } = server.link;
    const labels = { away: trouble ? "Try again" : `Bring ${title}`, coming: "Stop", here: "Let it go" };
    set(button, labels[state]);
    set(text, { away: `${trouble} ${weight(server)}`.trim(), coming: coming(server), here: held(server) }[state]);
    bar.hidden = state !== "coming";
    bar.value = progress.came / progress.all;
    const isHere = state === "here";
    if (isHere !== wasHere) changed();
    wasHere = isHere;
  };
  button.addEventListener("click", () => (server.state === "away" ? server.bring() : server.letGo()), { signal });
  server.addEventListener("change", show, { signal });
  show();
  place.hidden = false;
}

/** @param {Apart} server */
function weight({ link }) {
  const memory = `about ${Math.round((link.memory ?? 0) / 1e6)} MB of memory`;
  if (FROM_FOLDER) return `It takes ${memory} while it is here.`;
  const files = Object.values(link.files).filter((file) => "bytes" in file);
  const sum = (/** @type {"bytes" | "gzip"} */ key) => megabytes(files.reduce((all, file) => all + file[key], 0));
  return `${sum("gzip")} MB to fetch, ${sum("bytes")} MB where this host doesn't compress, and ${memory} while it is here.`;
}

/** @param {Apart} server */
function coming({ link, progress: { came, all } }) {
  return came < all
    ? `${link.title} is on its way, ${megabytes(came)} of ${megabytes(all)} MB.`
    : `${link.title} is starting.`;
}

/** @param {Apart} server */
const held = ({ link, size }) => `${link.title} is here. Its engine holds ${megabytes(size)} MB of memory.`;
