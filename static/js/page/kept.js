/**
 * What came once stays with the browser, so that the next page and the next visit start from it: in Cache Storage, under
 * names that hold the files' hashes. It may be denied, full, or emptied by the browser at any time; then files are fetched.
 */

/** @param {string} root  the site's, as a whole address */
export const cacheOf = (root) => caches.open(`jonnify ${root}`);

/** A file as it was kept, where it was. @param {string} address @param {string} root */
export async function recalled(address, root) {
  try {
    return await (await cacheOf(root)).match(address);
  } catch {
    return undefined;
  }
}
