/** Reloads a page of the development server once the site has another edition than the one the page came from. */

const mine = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src).searchParams.get("edition");

/** @type {EventSource | undefined} */
let editions;

// Only the page that is looked at listens: a browser opens six connections to one host and no more.
function listen() {
  editions?.close();
  editions = undefined;
  if (document.hidden) return;
  editions = new EventSource("/__editions");
  editions.addEventListener("message", ({ data }) => {
    if (data !== mine) location.reload();
  });
}

document.addEventListener("visibilitychange", listen);
listen();
