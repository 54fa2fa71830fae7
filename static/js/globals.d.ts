/** What the head's script leaves for the page's script. */
interface Window {
  jonnify: {
    early: import("./page/site.js").Early;
    /** Called by a script with what it carries: a file as gzip in Base64, or a function. */
    embedded?: Record<string, (carried: unknown) => void>;
  };
}

declare module "pyodide/pyodide.asm.mjs" {
  const createPyodideModule: NonNullable<
    NonNullable<Parameters<typeof import("pyodide").loadPyodide>[0]>["createPyodideModule"]
  >;
  export default createPyodideModule;
}
