/** WebAssembly made ready to run, while it comes where that is possible. */

import { StartFailure } from "./arrivals.js";

const WASM = "application/wasm";

/** The response under the media type that it has, whatever the host said. @param {Response} response */
const typed = (response) =>
  response.headers.get("content-type") === WASM
    ? response
    : new Response(response.body, { headers: { "content-type": WASM } });

/**
 * @param {Response} response
 * @param {string} whose
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compiled(response, whose) {
  if (typeof WebAssembly !== "object")
    throw new StartFailure(`This browser has no WebAssembly, which ${whose} needs to run in a page.`);
  try {
    // A folder's files have no media type, and streams are compiled by their type alone.
    if (WebAssembly.compileStreaming && location.protocol !== "file:")
      return await WebAssembly.compileStreaming(typed(response));
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(
      `This browser couldn't make ${whose}'s WebAssembly run (${/** @type {Error} */ (error).message}).`,
    );
  }
}
