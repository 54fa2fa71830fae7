/**
 * What came once stays with the browser, so that the next page and the next visit start from it: in Cache Storage, under
 * names that hold the files' hashes. It may be denied, full, or emptied by the browser at any time; then files are fetched.
 */

/** @typedef {import("./site.js").Site} Site */

const KEPT = ["runtime", "snapshot"];
/** Under this name storage says which snapshot was kept: the head's script must know at once. */
const KEY = "python-kept";

/** @param {Site} site @param {string} path */
const address = (site, path) => new URL(site.root + path, location.href).href;

/** @param {Site} site */
const open = (site) => caches.open(`jonnify ${address(site, "")}`);

/** Whether the files that a snapshot starts from were kept; they may be gone since. @param {Site} site */
export function holds(site) {
  try {
    return localStorage.getItem(KEY) === site.python.files.snapshot.path;
  } catch {
    return false;
  }
}

/** A file as it was kept, or fetched where it wasn't. @param {Site} site @param {string} path */
export async function recalled(site, path) {
  try {
    const kept = await (await open(site)).match(address(site, path));
    if (kept) return kept;
  } catch {
    // it is fetched
  }
  return fetch(site.root + path);
}

/** Keeps what a snapshot starts from, and nothing of an earlier build. @param {Site} site */
export async function keep(site) {
  try {
    const cache = await open(site);
    const wanted = new Set(KEPT.map((name) => address(site, site.python.files[/** @type {"runtime"} */ (name)].path)));
    for (const { url } of await cache.keys()) if (!wanted.delete(url)) await cache.delete(url);
    // What came a moment ago the browser has still at hand, whatever the host says of keeping.
    await Promise.all([...wanted].map((url) => cache.add(new Request(url, { cache: "force-cache" }))));
    localStorage.setItem(KEY, site.python.files.snapshot.path);
  } catch {
    // denied or full: the next page fetches them again
  }
}
