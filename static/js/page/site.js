/** What the generator tells a page's scripts about the site, in the JSON block `#site` of its head. */

/**
 * @typedef {object} SiteFile
 * @property {string} path   relative to the site's root
 * @property {number} bytes  as stored
 * @property {number} gzip   as sent by a host that compresses
 */

/**
 * @typedef {"worker" | "runtime" | "library"} PythonFile
 * @typedef {"workerEmbed" | "runtimeEmbed" | "libraryEmbed"} EmbeddedFile
 */

/** @typedef {"worker" | "compiler" | "assemblies"} FSharpFile */

/**
 * @typedef {object} Site
 * @property {string} root    from this page to the site's root: "", "../", …
 * @property {boolean} early  whether a widget stands in the first view
 * @property {Partial<Record<FSharpFile | `${FSharpFile}Embed`, SiteFile>>} fsharp  none where no script stands on any page
 * @property {{version: string, files: Record<PythonFile | EmbeddedFile, SiteFile>}} python
 */

/**
 * @typedef {Partial<Record<"runtime" | "library", Promise<Response>>>} Early  fetches the head's script began
 */

export {};
