/** Keeps what Python starts from for the next page and the next visit. */

import { noteKept, rootOf } from "./employ.js";
import { cacheOf } from "./kept.js";

/** @typedef {import("./site.js").Site} Site */

/** Keeps the files that a snapshot starts from, and nothing of an earlier build. @param {Site} site */
export async function keep(site) {
  const { runtime, snapshot } = site.python.files;
  const root = rootOf(site);
  try {
    const cache = await cacheOf(root);
    const wanted = new Set([runtime, snapshot].map(({ path }) => root + path));
    for (const { url } of await cache.keys()) if (!wanted.delete(url)) await cache.delete(url);
    // What came a moment ago the browser has still at hand, whatever the host says of keeping.
    await Promise.all([...wanted].map((url) => cache.add(new Request(url, { cache: "force-cache" }))));
    noteKept(site);
  } catch {
    // denied or full: the next page fetches them again
  }
}
