/** What the generator tells a page's scripts about the site, in the JSON block `#site` of its head. */

/**
 * @typedef {object} SiteFile
 * @property {string} path   relative to the site's root
 * @property {number} bytes  as stored
 * @property {number} gzip   as sent by a host that compresses
 */

/**
 * A file once more, carried by a script.
 *
 * @typedef {Pick<SiteFile, "path">} Carried
 */

/**
 * @typedef {"worker" | "runtime" | "library" | "snapshot" | "whole"} PythonFile  `library` and `snapshot` are two ways to start;
 *   `whole` is the library with nothing left out, for what neither of them holds
 * @typedef {`${PythonFile}Embed`} EmbeddedFile
 */

/** @typedef {"worker" | "compiler" | "assemblies"} FSharpFile  the editor, beside them, is itself a script */

/**
 * What Python can be linked to: an engine in its own worker, of a module alone, or a server apart, in a worker that brings
 * its own script. `memory` is how many bytes such a one takes, about.
 *
 * @typedef {{title: string, files: Record<string, SiteFile> & Record<`${string}Embed`, Carried>, memory?: number}} Link
 */

/**
 * @typedef {object} Site
 * @property {string} root    from this page to the site's root: "", "../", …
 * @property {boolean} early  whether a widget stands in the first view
 * @property {Partial<Record<FSharpFile | "editor", SiteFile> & Record<`${FSharpFile}Embed`, Carried>>} fsharp  none where no script stands on any page
 * @property {Record<string, Link>} [links]  by the name a widget knows them by; only where one has effects
 * @property {{version: string, files: Record<PythonFile, SiteFile> & Record<EmbeddedFile, Carried>}} python
 */

/** From what Python starts. @typedef {"snapshot" | "trimmed"} Start */

/**
 * What it starts from, and why that isn't what was chosen, or "".
 *
 * @typedef {{start: Start, bytes: ArrayBuffer, instead: string}} Memory
 */

/** Files of Python that are on their way. @typedef {{runtime: Promise<WebAssembly.Module>, memory: Promise<Memory>}} Begun */

/** How much of a file of Python has come. @typedef {[file: string, share: number, travels?: number]} Noted */

/**
 * What the head's script began.
 *
 * @typedef {object} Early
 * @property {Begun} [files]
 * @property {Map<string, Noted>} [noted]  the latest by file
 * @property {(...noted: Noted) => void} [heard]  hears of each to come
 * @property {Worker} [worker]
 */

export {};
