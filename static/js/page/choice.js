/**
 * What Python starts from in this page: a library that is small to fetch and takes work to start, or a snapshot, which is
 * larger and takes hardly any.
 */

/** @typedef {import("./site.js").Start} Start */

/** How much sooner Python answers from a snapshot once all bytes are here, in ms, on a quick machine: measured by the bench. */
const SPARED = 320;
/** The same on a machine of few cores, which are slow ones, or busy: there it is 1,400 where they take four times as long. */
const SPARED_BY_FEW = 700;
const FEW = 4;

/**
 * Whichever answers first: on a line of 10 Mbit/s the bytes that the snapshot has more take 1.2 seconds, which is longer than
 * the work they spare.
 *
 * @param {object} known
 * @param {boolean} known.kept    whether the snapshot was kept at an earlier visit
 * @param {boolean} known.saving  whether the reader saves data
 * @param {number} known.more     bytes that the snapshot is larger, as they travel
 * @param {number} known.rate     bytes that travel in a ms
 * @param {number} known.cores    as the browser counts them
 * @returns {Start}
 */
export function chosen({ kept, saving, more, rate, cores }) {
  if (kept) return "snapshot";
  if (saving) return "trimmed";
  return more / rate <= (cores > FEW ? SPARED : SPARED_BY_FEW) ? "snapshot" : "trimmed";
}
