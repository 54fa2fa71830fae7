/**
 * Makes this worker a place where Python's runtime starts and from which nothing can leave: it must be evaluated before
 * the runtime's own modules.
 *
 * The runtime refuses to start in a classic worker, which it recognises by a working `importScripts`; but only a
 * classic worker can be started from a Blob, and so from a folder, in every engine. Nothing here needs `importScripts`.
 */
self.importScripts = () => {
  throw undefined; // no Error: a debugger would have the whole script read again for its stack
};
