/** Has Pyodide's glue instantiate another module in Node than the one that lies beside it. */

/** @param {WebAssembly.Module} module  whatever else the glue instantiates needs no imports, and stays */
export function instantiating(module) {
  const own = /** @type {any} */ (WebAssembly.instantiate);
  /** @type {any} */ (WebAssembly).instantiate = async (/** @type {any} */ given, /** @type {any} */ imports) =>
    imports ? { module, instance: new WebAssembly.Instance(module, imports) } : own(given);
}
