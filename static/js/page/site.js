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
 * @typedef {"worker" | "runtime" | "library"} PythonFile
 * @typedef {"workerEmbed" | "runtimeEmbed" | "libraryEmbed"} EmbeddedFile
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

/**
 * @typedef {Partial<Record<"runtime" | "library", Promise<Response>>>} Early  fetches the head's script began
 */

export {};
