/** The engine's memory, seen anew whenever it has grown: its old views are empty from then on. */

export class Memory {
  /** @type {WebAssembly.Memory | undefined} set once the engine is there */
  of;
  #bytes = new Uint8Array();
  #view = new DataView(new ArrayBuffer(0));

  get bytes() {
    this.#renew();
    return this.#bytes;
  }

  get view() {
    this.#renew();
    return this.#view;
  }

  #renew() {
    const buffer = this.of?.buffer;
    if (!buffer || this.#bytes.buffer === buffer) return;
    this.#bytes = new Uint8Array(buffer);
    this.#view = new DataView(buffer);
  }
}
