/** What Python is linked to in this worker, beside the page: engines, each of a module that the page brought. */

import { Engine } from "./valkey/engine.js";

/** What can be linked, by the name a widget knows it by. @type {Record<string, typeof Engine>} */
const ENGINES = { valkey: Engine };

/**
 * Boots an engine and tells Python how to reach it. One that breaks down gives way to another, which knows nothing of what
 * the first was told: what a widget performs, it performs from the beginning. Throws where it can't be booted.
 *
 * @param {{pyimport: (name: string) => any}} python
 * @param {{name: string, module: WebAssembly.Module}} link
 */
export function link(python, { name, module }) {
  const Kind = ENGINES[name];
  if (!Kind) throw new Error(`There is no engine ${name}.`);
  let engine = new Kind(module);
  python.pyimport("widgets.seam.links").register(name, () => {
    if (engine.failure) engine = new Kind(module);
    return wire(engine);
  });
}

/**
 * A connection as Python uses it; its `bytes` arrive as a proxy, and numbers past 2^53 as a BigInt.
 *
 * @param {Engine} engine
 */
function wire(engine) {
  const connection = engine.connect();
  return {
    send: (/** @type {{toJs: () => Uint8Array}} */ data) => connection.send(data.toJs()),
    receive: () => connection.receive(),
    at: (/** @type {number | bigint} */ ms) => {
      engine.now = Number(ms);
    },
    close: () => connection.close(),
  };
}
