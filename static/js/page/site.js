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
 * @property {string[]} fonts  the paths of all of them
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

/**
 * What a worker starts from: the runtime, by the first digits of its SHA-256, and what its memory is made of.
 *
 * @typedef {{module: WebAssembly.Module, digits: string, memory: Memory}} PythonFiles
 */

/**
 * What a worker is given beside what Python starts from: an engine's module, or a zip.
 *
 * @typedef {{name: string, module?: WebAssembly.Module, zip?: ArrayBuffer}} Brought
 */

/** How much of a file of Python has come. @typedef {[file: string, share: number, travels?: number]} Noted */

/**
 * What a worker is asked to bring, in its name: it hears of nothing else before its script has run.
 *
 * @typedef {object} Asked
 * @property {string} root     the site's, as a whole address
 * @property {{files: Pick<Site["python"]["files"], "runtime" | "library" | "snapshot">}} python
 * @property {boolean} kept    whether what a snapshot starts from was kept at an earlier visit
 * @property {boolean} saving  whether the reader saves data
 * @property {Start} [start]   from what it is to start, where that is no choice
 * @property {string} [instead]  why that isn't what was chosen before
 */

/**
 * The worker that the head's script employed, and what it has said since.
 *
 * @typedef {{worker?: Worker, said?: any[]}} Early
 */

export {};
