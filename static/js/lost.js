/**
 * Helps a page that a host serves in place of any address, at any depth, to find the site: the folder on the way down
 * that holds this very build's script is the root, and the page's links then start there.
 */

async function root() {
  if (location.protocol === "file:") return "";
  const { probe } = document.body.dataset;
  const steps = location.pathname.split("/").slice(0, -1);
  for (let depth = 1; depth <= steps.length; depth++) {
    const folder = `${steps.slice(0, depth).join("/")}/`;
    const response = await fetch(folder + probe, { method: "HEAD" }).catch(() => undefined);
    if (response?.ok) return folder;
  }
  return undefined;
}

addEventListener("DOMContentLoaded", async () => {
  const folder = await root();
  if (folder === undefined) return;
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-path]"))) {
    link.href = folder + link.dataset.path;
  }
});
