/**
 * Gives Python's runtime the files that have come already, where it would fetch them itself: their bytes were counted, the
 * module was compiled while it came, and a second worker can start from the same ones. From then on nothing else can be had,
 * so that nothing a reader types could ever be sent from here.
 */

/** An address that no request leaves for; the runtime asks for its files below it. */
export const NOWHERE = "https://python.invalid/";

/**
 * @param {WebAssembly.Module} module
 * @param {ArrayBuffer} library
 * @returns {Promise<never>} rejects where the runtime can't be instantiated, which it would only warn of and wait for ever
 */
export function give(module, library) {
  self.fetch = async (request) => {
    const address = request instanceof Request ? request.url : String(request);
    if (address === `${NOWHERE}library.zip`) return new Response(library);
    if (address === `${NOWHERE}pyodide.asm.wasm`) return new Response(); // stands for `module`, below
    throw new TypeError(`This worker reaches no network: ${address}`);
  };
  return new Promise((_resolve, reject) => {
    WebAssembly.instantiateStreaming = async (_response, imports) => {
      try {
        return { module, instance: await WebAssembly.instantiate(module, imports) };
      } catch (error) {
        reject(error);
        throw error;
      }
    };
  });
}
