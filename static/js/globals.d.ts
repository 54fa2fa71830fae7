/** What the head's script leaves for the page's script. */
interface Window {
  jonnify: {
    early: import("./page/site.js").Early;
    /** Called by a script that carries a file of Python, with the file as gzip in Base64. */
    embedded?: Record<string, (text: string) => void>;
  };
}

declare module "pyodide/pyodide.asm.mjs" {
  const createPyodideModule: NonNullable<Parameters<typeof import("pyodide").loadPyodide>[0]>["createPyodideModule"];
  export default createPyodideModule;
}
