/** How fast a line is, by the first bytes of a file that must come anyway. */

/** So many bytes, as they travel, tell enough: fewer would tell of a moment in which the machine was busy. */
const ENOUGH = 300_000;
/** After so many ms whatever came must do: a line that is so slow needs no closer look. */
const PATIENCE = 1_500;

export class Line {
  /** Bytes in a ms, as they travel; settles once enough have come, all have, or none will. @type {Promise<number>} */
  rate;
  #travels;
  /** Bytes that had come when the first were heard of, and when that was. @type {{bytes: number, at: number} | undefined} */
  #first;
  #came = 0;
  /** @type {(rate: number) => void} */
  #settle = () => {};

  /** @param {import("./site.js").SiteFile} file */
  constructor({ gzip }) {
    this.#travels = gzip;
    this.rate = new Promise((resolve) => {
      this.#settle = resolve;
    });
    setTimeout(() => this.end(), PATIENCE);
  }

  /** @param {number} share  of the file that has come, 0 to 1 */
  note(share) {
    this.#came = share * this.#travels;
    this.#first ??= { bytes: this.#came, at: performance.now() };
    if (this.#came - this.#first.bytes >= ENOUGH || share === 1) this.end();
  }

  /** No more is waited for. */
  end() {
    const { bytes, at } = this.#first ?? { bytes: 0, at: performance.now() };
    this.#settle((this.#came - bytes) / Math.max(performance.now() - at, 0.1));
  }
}
